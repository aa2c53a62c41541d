// GLSL that is compiled as one types, what is wrong under its line.
import * as state from './state.js';
import {copy, h, iconButton, say} from './dom.js';
import {on, send} from './wire.js';

const TEMPLATE = `// Columns of the second picture fall in, one after another.
uniform float columns; // = 12.0 in 1...200: How many there are.

vec4 transition(vec2 uv) {
  float delay = floor(uv.x * columns) / columns;
  float height = clamp(progress * 2.0 - delay, 0.0, 1.0);
  return uv.y > 1.0 - height ? getToColor(uv) : getFromColor(uv);
}
`;
let area, lines, marks, note, files, save, box, start;
let typing;

export function buildShader(root) {
  start = h('div', {class: 'start'},
    h('p', {}, 'Write a transition, a filter or a blend in GLSL; the stage follows as you type.'),
    h('button', {type: 'button', class: 'primary', id: 'new-shader', onclick: () => use('columns.glsl', TEMPLATE)}, 'New shader'));
  files = h('select', {'aria-label': 'Open a shader of the studio', onchange: () => { if (files.value) send('open', {name: files.value}); }});
  area = h('textarea', {class: 'source', id: 'source', spellcheck: false, autocomplete: 'off', autocapitalize: 'off', 'aria-label': 'GLSL', wrap: 'off', oninput: () => { numbers(); clear(); clearTimeout(typing); typing = setTimeout(apply, 120); }, onscroll: align, onkeydown: indent});
  lines = h('pre', {class: 'lines', 'aria-hidden': 'true'});
  marks = h('div', {class: 'marks', role: 'log', 'aria-label': 'Errors'});
  note = h('span', {class: 'note', role: 'status'});
  save = h('button', {type: 'button', class: 'quiet', id: 'save-shader', onclick: () => send('save', {source: {name: state.work.source.name.replace(/\.glsl$/, ''), text: area.value}})}, 'Save to its file');
  box = h('div', {class: 'shader', hidden: true},
    h('div', {class: 'row'}, note, save,
      h('button', {type: 'button', class: 'quiet', onclick: () => copy(area.value)}, 'Copy'),
      iconButton('close', 'Leave the shader', leave)),
    h('div', {class: 'editor'}, lines, h('div', {class: 'writing'}, area, marks)));
  root.append(h('div', {class: 'row'}, files), start, box);
  on('source', message => {
    if (message.saved) return say('Saved');
    use(`${message.name}.glsl`, message.text);
  });
  on('frame', ({shader}) => {
    if (!shader) return;
    note.textContent = `Compiled in ${shader.compileMs} ms`;
    show(shader.warnings);
  });
  on('problem', ({about, diagnostics}) => {
    if (about !== 'view' || !diagnostics) return;
    const count = diagnostics.filter(each => each.severity === 'error').length;
    note.textContent = count === 1 ? 'An error' : `${count} errors`;
    show(diagnostics);
  });
  state.watch(what => {
    if (what === 'shelf') {
      files.replaceChildren(h('option', {value: ''}, 'Open a shader…'), ...state.shelf.shaders.map(name => h('option', {value: name}, name)));
      files.hidden = state.shelf.shaders.length === 0;
    }
    if (what === 'work' || what === 'shelf') follow();
  });
}

function follow() {
  const {source} = state.work;
  box.hidden = !source;
  start.hidden = Boolean(source);
  if (!source) return;
  save.hidden = !state.shelf.shaders.includes(source.name.replace(/\.glsl$/, ''));
  if (area.value !== source.text && document.activeElement !== area) { area.value = source.text; numbers(); }
}

function use(name, text) {
  area.value = text;
  state.change('shader', work => {
    for (const key of ['fromFilters', 'toFilters', 'filters', 'blend']) delete work[key];
    work.source = {name, text};
    work.transition = {name};
  });
  numbers();
  area.focus();
}

function leave() {
  state.change('shader', work => { delete work.source; work.transition = {name: 'pixellate-dissolve'}; });
}

function apply() {
  if (!state.work.source) return;
  state.change('typing', work => { work.source = {name: work.source.name, text: area.value}; });
}

function numbers() {
  const count = area.value.split('\n').length;
  lines.textContent = Array.from({length: count}, (_, index) => index + 1).join('\n');
  area.rows = Math.max(12, count + 1);
}

const clear = () => marks.replaceChildren();

/** What is wrong, each under its line. */
function show(diagnostics) {
  clear();
  const height = parseFloat(getComputedStyle(area).lineHeight);
  const padding = parseFloat(getComputedStyle(area).paddingTop);
  const seen = new Set();
  for (const {line, severity, message} of diagnostics) {
    if (seen.has(line)) continue;
    seen.add(line);
    const mark = h('p', {class: `mark ${severity}`, 'data-line': String(line)}, h('span', {class: 'message'}, h('span', {class: 'line-name'}, `Line ${line}: `), message));
    mark.style.top = `${padding + line * height}px`;
    marks.append(mark);
  }
  align();
}

function align() { lines.scrollTop = area.scrollTop; }

/** Tab indents; Escape lets go of the text, so that Tab moves on. */
function indent(event) {
  if (event.key === 'Escape') return area.blur();
  if (event.key !== 'Tab' || event.shiftKey) return;
  event.preventDefault();
  area.setRangeText('  ', area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input'));
}

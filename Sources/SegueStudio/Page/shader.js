// The shader tab: a GLSL editor that compiles while the user types.
import * as state from './state.js';
import {copy, download, h, iconButton, say} from './dom.js';
import {makeEditor} from './editor.js';
import {on, send} from './wire.js';

const TEMPLATE = `// Columns of the second picture fall in, one after another.
uniform float columns; // = 12.0 in 1...200: How many there are.

vec4 transition(vec2 uv) {
  float delay = floor(uv.x * columns) / columns;
  float height = clamp(progress * 2.0 - delay, 0.0, 1.0);
  return uv.y > 1.0 - height ? getToColor(uv) : getFromColor(uv);
}
`;
let editor, note, files, save, fetching, box, start;

export function buildShader(root) {
  start = h('div', {class: 'start'},
    h('p', {}, 'Write a transition, a filter or a blend in GLSL; the stage follows as you type. The file of a shader can be dropped, too.'),
    h('button', {type: 'button', class: 'primary', id: 'new-shader', onclick: () => use('columns.glsl', TEMPLATE)}, 'New shader'));
  files = h('select', {id: 'open-shader', 'aria-label': 'Open a shader', onchange: () => {
    const [of, name] = files.value.split('/');
    if (name) openText(of, name);
    files.value = '';
  }});
  editor = makeEditor('source', 'GLSL', text => {
    if (state.work.source) state.change('typing', work => { work.source = {name: work.source.name, text}; });
  });
  note = h('span', {class: 'note', role: 'status'});
  save = h('button', {type: 'button', class: 'quiet', id: 'save-shader', onclick: () => send('save', {of: 'shader', source: {name: state.work.source.name, text: editor.area.value}})}, 'Save to its file');
  box = h('div', {class: 'shader', hidden: true},
    h('div', {class: 'row'}, note, save,
      h('button', {type: 'button', class: 'quiet', onclick: () => copy(editor.area.value)}, 'Copy'),
      fetching = h('button', {type: 'button', class: 'quiet', id: 'download-shader', onclick: () => download(state.work.source.name, [editor.area.value])}, 'Download'),
      iconButton('close', 'Leave the shader', leave)),
    editor.element);
  root.append(h('div', {class: 'row'}, files), start, box);
  on('source', ({of, name, text, saved}) => {
    if (of === 'flow') return;
    if (saved) return say('Saved');
    // Copies a shader of the catalog to a new shader with another name.
    const {transition} = state.work;
    use(of === 'shader' ? name : `my-${name}.glsl`, text, transition?.name === name ? transition.parameters : undefined);
  });
  on('frame', ({shader}) => {
    if (!shader) return;
    note.textContent = `Compiled in ${shader.compileMs} ms`;
    editor.show(shader.warnings);
  });
  on('problem', ({about, diagnostics}) => {
    if (about !== 'view' || !diagnostics || !state.work.source || state.work.flow) return;
    const count = diagnostics.filter(each => each.severity === 'error').length;
    note.textContent = count === 1 ? 'An error' : `${count} errors`;
    editor.show(diagnostics);
  });
  state.watch(what => {
    if (what === 'shelf' || what === 'catalog') list();
    if (what === 'work' || what === 'shelf') follow();
  });
}

/** Requests the source of a shader: one of this studio, or a transition, filter or blend of the catalog. */
export const openText = (of, name) => send('open', {of, name});

function list() {
  const groups = [['shader', 'Yours', state.shelf.shaders]];
  for (const [of, title] of [['transition', 'Transitions'], ['filter', 'Filters'], ['blend', 'Blends']]) {
    groups.push([of, title, (state.catalog?.[`${of}s`] ?? []).filter(item => item.glsl).map(item => item.name)]);
  }
  files.replaceChildren(h('option', {value: ''}, 'Open, or begin with…'),
    ...groups.filter(group => group[2].length).map(([of, title, names]) => h('optgroup', {label: title}, names.map(name => h('option', {value: `${of}/${name}`}, name)))));
}

function follow() {
  const {source} = state.work;
  box.hidden = !source;
  start.hidden = Boolean(source);
  if (!source) return;
  save.hidden = !state.shelf.shaders.includes(source.name);
  fetching.hidden = !save.hidden;
  if (document.activeElement !== editor.area) editor.set(source.text);
}

/** Loads a shader into the stage and the editor. */
export function use(name, text, parameters) {
  editor.set(text);
  state.change('shader', work => {
    state.join(work, {source: {name, text}, transition: {name, parameters}});
  });
  editor.area.focus({preventScroll: true});
}

/** Closes the shader, and restores the transition of the catalog from which it was copied. */
function leave() {
  const {name, parameters} = state.work.transition ?? {};
  const own = name?.replace(/^my-(.*)\.glsl$/, '$1');
  const isThere = state.catalog.transitions.some(item => item.name === own);
  state.change('shader', work => state.join(work, {transition: isThere ? {name: own, parameters} : {name: 'pixellate-dissolve'}}));
}

// The flow tab: the text of a storyboard, with its steps on a timeline.
import * as state from './state.js';
import {copy, count, h, iconButton, say, short} from './dom.js';
import {makeEditor} from './editor.js';
import {buildMotion, follow as followMotion} from './motion.js';
import * as stage from './stage.js';
import {on, send} from './wire.js';

let editor, note, files, save, box, start, timeline, step;
let scenes = [];
let frames = 1;
let yaml = '';

export function buildFlow(root, transport) {
  start = h('div', {class: 'start'},
    h('p', {}, 'A flow is a storyboard: screens, and the steps between them. Open one with the command, drop its file onto the page, or begin with what is on the stage.'),
    h('button', {type: 'button', class: 'primary', id: 'new-flow', onclick: begin}, 'Begin with the stage'));
  files = h('select', {id: 'open-flow', 'aria-label': 'Open a flow', onchange: () => {
    if (files.value) send('open', {of: 'flow', name: files.value});
    files.value = '';
  }});
  editor = makeEditor('flow', 'YAML', text => {
    if (state.work.flow) state.change('typing', work => { work.flow = {name: work.flow.name, text}; });
  });
  note = h('span', {class: 'note', role: 'status'});
  save = h('button', {type: 'button', class: 'quiet', id: 'save-flow', onclick: () => send('save', {of: 'flow', source: {name: state.work.flow.name, text: editor.area.value}})}, 'Save to its file');
  box = h('div', {class: 'flow', hidden: true},
    h('div', {class: 'row'}, note, save,
      h('button', {type: 'button', class: 'quiet', onclick: () => copy(editor.area.value)}, 'Copy'),
      iconButton('close', 'Leave the flow', () => state.change('flow', work => { delete work.flow; }))),
    buildMotion(), editor.element);
  root.append(h('div', {class: 'row'}, files), start, box);
  timeline = h('div', {class: 'timeline', role: 'group', 'aria-label': 'Steps', hidden: true});
  transport.prepend(timeline);
  step = h('span', {class: 'note step-name', hidden: true});
  transport.querySelector('.counter').after(step);

  on('source', ({of, name, text, saved}) => {
    if (of !== 'flow') return;
    if (saved) say('Saved'); else use(name, text);
  });
  on('description', message => {
    if (!message.scenes) { yaml = message.yaml; return; }
    scenes = message.scenes.filter(scene => scene.count > 0);
    frames = message.frames;
    note.textContent = `${count(frames, 'frame')}, ${short(message.duration, 2)} s`;
    // The description may belong to an older text than that in the editor.
    if (message.yaml === editor.area.value) editor.clear();
    draw();
  });
  on('problem', ({about, diagnostics}) => {
    if (about !== 'view' || !diagnostics || !state.work.flow) return;
    note.textContent = 'An error';
    editor.show(diagnostics);
  });
  stage.watchTime(mark);
  state.watch(what => {
    if (what === 'shelf') {
      files.replaceChildren(h('option', {value: ''}, 'Open a flow…'), ...state.shelf.flows.map(name => h('option', {value: name}, name)));
      files.hidden = state.shelf.flows.length === 0;
    }
    if (what === 'work' || what === 'shelf') follow();
  });
}

function follow() {
  const {flow} = state.work;
  box.hidden = !flow;
  start.hidden = Boolean(flow);
  timeline.hidden = step.hidden = !flow;
  if (!flow) return;
  save.hidden = !state.shelf.flows.includes(flow.name);
  if (document.activeElement !== editor.area) editor.set(flow.text);
}

/** Starts a flow from the work on the stage. */
function begin() {
  const {source} = state.work;
  if (source && !state.shelf.shaders.includes(source.name)) {
    return say(`A flow reads shaders from files: download ${source.name} and give its folder to the studio with --shader-path`, true);
  }
  use('flow.yaml', yaml);
}

/** Loads a flow into the stage and the editor. */
export function use(name, text) {
  editor.set(text);
  state.change('flow', work => { work.flow = {name, text}; });
  document.getElementById('tab-flow').click();
}

/** The title of a step on the timeline. */
const title = scene => scene.action === 'hold' ? 'hold' : [scene.action, scene.screen].filter(Boolean).join(' ');

function draw() {
  timeline.replaceChildren(...scenes.map(scene => {
    const what = [title(scene), scene.transition, count(scene.count, 'frame')].filter(Boolean).join(', ');
    const block = h('button', {
      type: 'button', class: `step ${scene.action === 'hold' || !scene.action ? 'still' : ''}`, title: what, 'aria-label': what,
      onclick: () => {
        stage.pause();
        stage.goTo(scene.start / Math.max(1, frames - 1));
        if (scene.line && document.body.dataset.tab === 'flow') editor.goTo(scene.line);
      },
    }, h('span', {class: 'what'}, scene.action ?? scene.screen), scene.action !== 'hold' && scene.action && h('span', {class: 'where'}, scene.screen));
    block.style.flexGrow = String(scene.count);
    return block;
  }));
  mark(stage.now());
}

/** Highlights the step that contains the current frame. */
function mark(time) {
  if (!state.work.flow) return;
  const frame = Math.round(time * Math.max(1, frames - 1));
  const index = scenes.findLastIndex(scene => scene.start <= frame);
  [...timeline.children].forEach((block, each) => {
    if (each === index) block.setAttribute('aria-current', 'step'); else block.removeAttribute('aria-current');
  });
  editor.point(scenes[index]?.line);
  followMotion(scenes[index]?.screen ?? '');
  step.textContent = index >= 0 ? title(scenes[index]) : '';
}

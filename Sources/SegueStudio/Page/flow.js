// The film tab: a flow, which is the text of a storyboard, with its steps on a timeline.
import * as state from './state.js';
import {copy, count, download, h, iconButton, say, short} from './dom.js';
import {makeEditor} from './editor.js';
import {favoriteTransitions} from './gallery.js';
import {buildMotion} from './motion.js';
import {buildMusic, written} from './music.js';
import * as screen from './screen.js';
import * as stage from './stage.js';
import {on, send} from './wire.js';

let editor, note, files, save, fetching, box, start, whole, timeline, step;
let scenes = [];
/** The steps that the timeline shows and the number of frames, as JSON. */
let drawn = '';
let frames = 1;
/** The text of the flow from which the steps were made. */
let described = '';
let yaml = '';

/** Builds the tab; `addSounds` receives chosen files. */
export function buildFlow(root, transport, addSounds) {
  start = h('div', {class: 'start'},
    h('p', {}, 'A film shows several pictures, with transitions between them. Begin here, or drop a storyboard (.yaml) onto the page.'),
    whole = h('button', {type: 'button', class: 'primary', id: 'new-film', onclick: () => use('film.yaml', film())}),
    h('button', {type: 'button', id: 'new-flow', onclick: begin}, 'Film of what is on the stage'));
  files = h('select', {id: 'open-flow', 'aria-label': 'Open a storyboard', onchange: () => {
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
      fetching = h('button', {type: 'button', class: 'quiet', id: 'download-flow', onclick: () => download(state.work.flow.name, [editor.area.value])}, 'Download'),
      iconButton('close', 'Leave the film', () => state.change('flow', work => { delete work.flow; }))),
    buildMusic(addSounds), screen.buildScreen(buildMotion()), editor.element);
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
    described = message.yaml;
    note.textContent = `${count(frames, 'frame')}, ${short(message.duration, 2)} s`;
    // Clears the errors only if the description belongs to the text in the editor, which may be newer.
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
      files.replaceChildren(h('option', {value: ''}, 'Open a storyboard…'), ...state.shelf.flows.map(name => h('option', {value: name}, name)));
      files.hidden = state.shelf.flows.length === 0;
      whole.textContent = `Film of all ${state.shelf.pictures.length} pictures`;
      whole.hidden = state.shelf.pictures.length < 3;
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
  fetching.hidden = !save.hidden;
  if (document.activeElement !== editor.area) editor.set(flow.text);
}

/** Starts a flow from the job on the stage. */
function begin() {
  const {source} = state.work;
  if (source && !state.shelf.shaders.includes(source.name)) {
    return say(`A film reads shaders from files: download ${source.name} and give its folder to the studio with --shader-path`, true);
  }
  use('film.yaml', yaml);
}

/**
 * Returns a storyboard of all pictures, with motion and the newest sound. Its transitions are the favorites
 * in turn; without favorites, the transition on the stage.
 */
function film() {
  const names = state.shelf.pictures.map(picture => picture.name);
  const stem = name => name.replace(/\.[^.]*$/, '');
  const screens = names.map(name => written(names.filter(other => stem(other) === stem(name)).length > 1 ? name : stem(name)));
  const favorites = favoriteTransitions();
  const transitions = favorites.length ? favorites : [state.item()?.name ?? 'cross-dissolve'];
  const {width, height} = stage.fullSize();
  return [
    '# All pictures of the studio. The names of files are those in the folder of this file.',
    `size: ${width >= height ? '1280x720' : '720x1280'}`, 'fps: 30', 'motion: auto', ...state.shelf.sounds.slice(-1).map(name => `audio: ${written(name)}`), 'screens:',
    ...names.map((name, index) => `  ${screens[index]}: ${written(name)}`),
    'steps:', '  - hold: 3',
    ...screens.slice(1).flatMap((screen, index) => [`  - {push: ${screen}, transition: ${transitions[index % transitions.length]}, duration: 1}`, '  - hold: 3']), '',
  ].join('\n');
}

/** Returns the step of the film at the current time; undefined without a film. */
const currentScene = () => state.work.flow && scenes.findLast(scene => scene.start <= Math.round(stage.now() * Math.max(1, frames - 1)));

/** Returns the name of the film's transition at the current time. */
export const filmTransition = () => currentScene()?.transition;

/** Replaces the film's transition at the current time; at a held screen, shows a hint. */
export function chooseTransition(name) {
  const {place} = currentScene() ?? {};
  const {flow} = state.work;
  if (!place) return say('Choose a transition on the timeline, then another one in the gallery');
  if (flow.text !== described) return;
  const text = described.slice(0, place.start) + place.before + name + place.after + described.slice(place.end);
  state.change('transition of the film', work => { work.flow = {...flow, text}; });
}

/** Loads a flow into the stage and the editor. */
export function use(name, text) {
  editor.set(text);
  state.change('flow', work => { work.flow = {name, text}; });
  document.getElementById('tab-flow').click();
}

/** Returns whether a step holds one screen, without a transition. */
const isStill = scene => !scene.action || scene.action === 'hold';

/** Returns the title of a step on the timeline. */
const title = scene => [scene.action, scene.screen].filter(Boolean).join(' ');

function draw() {
  // Keeps the elements if no step changed, so that the focus stays on its step.
  if (drawn === JSON.stringify([scenes, frames])) return mark(stage.now());
  drawn = JSON.stringify([scenes, frames]);
  timeline.replaceChildren(...scenes.map(scene => {
    const what = [title(scene), scene.transition, count(scene.count, 'frame')].filter(Boolean).join(', ');
    const block = h('button', {
      type: 'button', class: `step ${isStill(scene) ? 'still' : ''}`, title: what, 'aria-label': what,
      onclick: () => {
        stage.pause();
        stage.goTo(scene.start / Math.max(1, frames - 1));
        if (scene.line && document.body.dataset.tab === 'flow') editor.goTo(scene.line);
      },
    }, h('span', {class: 'what'}, isStill(scene) ? scene.screen : scene.action), !isStill(scene) && h('span', {class: 'where'}, scene.screen));
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
  screen.follow(scenes[index]?.screen ?? '');
  step.textContent = index >= 0 ? title(scenes[index]) : '';
}

// Assembles the page, and handles its files and keys.
import {connect, drop, on, send, upload} from './wire.js';
import * as state from './state.js';
import {h, icon, say, shortened} from './dom.js';
import * as stage from './stage.js';
import * as gallery from './gallery.js';
import * as inspector from './inspector.js';
import * as flow from './flow.js';
import * as music from './music.js';
import * as shader from './shader.js';
import * as titles from './titles.js';

const $ = id => document.getElementById(id);

for (const name of ['swap', 'add', 'undo', 'redo', 'help']) $(name).append(icon(name));

/** Whether the address contains no state; if so, the first flow of the studio is opened. */
const isFresh = !location.hash;
state.readFragment();
stage.build($('stage'));
titles.build();
gallery.build($('gallery'));
inspector.build($('panel'), $('gallery'), addSounds);

function showPictures() {
  for (const key of ['from', 'to']) {
    const select = $(key);
    select.replaceChildren(...state.shelf.pictures.map(({name}) => h('option', {value: name, title: name}, shortened(name))));
    // Offers `None` as the second picture of a chain, since a chain may have a single picture.
    if (key === 'to' && (state.isChain() || state.work.to === undefined)) select.append(h('option', {value: ''}, 'None'));
    const {picture, time} = state.momentOf(state.work[key]);
    select.value = picture?.name ?? state.work[key] ?? '';
    select.title = select.value;
    select.disabled = Boolean(state.work.flow);
    const slider = $(`${key}-moment`);
    slider.hidden = slider.parentElement.hidden = picture?.duration === undefined || select.disabled;
    if (slider.hidden) continue;
    showWaveform(slider.previousElementSibling, picture);
    slider.max = picture.duration;
    slider.value = time;
    slider.title = slider.ariaValueText = `${time} s of ${picture.name}`;
  }
}

/** The waveforms of clips as shapes of CSS, by name; null for a waveform that was requested. */
const waveforms = new Map();

function showWaveform(wave, {name, sound}) {
  const shape = waveforms.get(name);
  if (shape) wave.dataset.name = name; else delete wave.dataset.name;
  if (shape) wave.style.clipPath = shape;
  if (shape === undefined && sound && send('waveform', {name})) waveforms.set(name, null);
}

on('waveform', ({name, peaks}) => {
  const point = (sign, peak, index) => `${100 * index / (peaks.length - 1)}% ${50 + sign * Math.max(1, peak / 2)}%`;
  const [top, bottom] = [-1, 1].map(sign => peaks.map((peak, index) => point(sign, peak, index)));
  waveforms.set(name, `polygon(${[...top, ...bottom.reverse()].join(', ')})`);
  showPictures();
});

// Sliders for the moment of a clip. During a drag, the nearest keyframe is shown: it is decoded without
// other frames.
for (const key of ['from', 'to']) {
  const show = (seconds, tag) => state.change(tag, work => {
    const {picture} = state.momentOf(work[key]);
    work[key] = `${picture.name}[${Math.round(1000 * seconds) / 1000}s]`;
  });
  const slider = $(`${key}-moment`);
  slider.addEventListener('input', () => {
    const {keys} = state.momentOf(state.work[key]).picture;
    const near = keys.reduce((a, b) => Math.abs(b - slider.value) < Math.abs(a - slider.value) ? b : a, 0);
    const value = slider.value;
    show(near, `${key}-moment`);
    slider.value = value;
  });
  slider.addEventListener('change', () => show(Number(slider.value), `${key}-moment`));
}

for (const key of ['from', 'to']) {
  $(key).addEventListener('change', event => state.change(key, work => {
    work[key] = event.target.value || undefined;
    if (work.to !== undefined) return;
    work.filters = [...work.fromFilters ?? [], ...work.filters ?? []];
    for (const other of ['fromFilters', 'toFilters', 'blend']) delete work[other];
  }));
}
const swap = () => state.change('swap', work => { if (work.to !== undefined) [work.from, work.to] = [work.to, work.from]; });
$('swap').addEventListener('click', swap);
$('undo').addEventListener('click', state.undo);
$('redo').addEventListener('click', state.redo);
$('add').addEventListener('click', () => $('files').click());
$('files').addEventListener('change', event => { take(event.target.files); event.target.value = ''; });

// Added pictures are put on the stage, the first as From and the second as To. Lookup tables of colors and
// curves can be chosen for parameters. Shaders and storyboards are opened in their editors. The last sound
// becomes the music of the film.
let places = [];
/** The files that were sent and are not yet acknowledged, each as {file, sound}. */
const sending = [];
function deliver(added, name) { sending.push(added); upload(added, name); }

/** Returns whether files are small enough to be sent; otherwise shows an error. */
function fit(files) {
  const big = files.find(file => file.size > 60e6);
  if (big) say(`${big.name} is larger than 60 MB; give it to the command instead`, true);
  return !big;
}

function addSounds(files) {
  if (!fit([...files])) return;
  for (const file of files) { say(`Adding ${file.name}…`); deliver({file, sound: true}); }
}

async function take(files) {
  const isText = file => /\.(ya?ml|glsl|frag|fs|fsh|json)$/i.test(file.name);
  const text = [...files].find(isText);
  const isTable = file => /\.(cube|acv)$/i.test(file.name);
  const pictures = [...files].filter(file => file.type.startsWith('image/') || isTable(file) || /\.(qoi|ppm|pgm|pam|tiff?|heic|exr)$/i.test(file.name));
  const sounds = [...files].filter(file => file.type.startsWith('audio/') || /\.(flac|opus|aiff?)$/i.test(file.name));
  if (pictures.length === 0 && !text && sounds.length === 0) return say('This is not a picture, sound, shader or storyboard', true);
  if (!fit(pictures)) return;
  places = pictures.some(isTable) ? [] : pictures.length === 1 && !text ? ['to'] : ['from', 'to'].slice(0, pictures.length);
  if (pictures.length) say(pictures.length === 1 ? `Adding ${pictures[0].name || 'a picture'}…` : `Adding ${pictures.length} pictures…`);
  for (const file of pictures) deliver({file});
  addSounds(sounds);
  if (text && text.size > 5e5) return say(`${text.name} is larger than 500 kB; give it to the command instead`, true);
  if (text) takeText(text.name, await text.text());
}

/** Opens a text that was dropped or pasted. */
function takeText(name, text) {
  if (/\.ya?ml$/i.test(name)) return flow.use(name, text);
  if (state.work.flow) say(`The shader replaced ${state.work.flow.name}; undo restores it`);
  shader.use(name, text);
  $('tab-shader').click();
}

let hasShelf = false;
on('shelf', message => {
  const sent = message.added && sending.shift();
  const isNewSound = sent?.sound && !state.added.has(message.added);
  if (sent) state.added.set(message.added, sent);
  // Sends again the files of this page that a restarted studio lacks.
  const names = [...message.pictures.map(picture => picture.name), ...message.tables, ...message.sounds];
  if (!message.added) for (const [name, added] of state.added) if (!names.includes(name)) deliver(added, name);
  state.setShelf(message);
  const place = message.added && !sent?.sound && places.shift();
  if (place) state.change('add', work => { work[place] = message.added; });
  if (message.added) say(`Added ${message.added}${isNewSound && !state.work.flow ? ': a film of all pictures plays it' : ''}`);
  if (isNewSound && state.work.flow) music.choose(message.added);
  if (!hasShelf && isFresh && message.flows.length) send('open', {of: 'flow', name: message.flows[0]});
  if (!hasShelf && isFresh && !message.flows.length && !matchMedia('(prefers-reduced-motion: reduce)').matches) stage.play();
  hasShelf = true;
});
on('catalog', state.setCatalog);
on('problem', ({about, message}) => {
  if (about === 'picture' && !sending.shift()?.sound) places.shift();
  if (['picture', 'text', 'message'].includes(about)) say(message, true);
});

let wasOpen = false;
on('open', () => { if (wasOpen) say('Connected again'); wasOpen = true; document.body.classList.remove('away'); });
on('closed', () => {
  document.body.classList.add('away');
  say('The studio does not answer. A studio with --port is found again after a restart; otherwise open the address that a new studio prints.', true, 1e9);
});
on('stranger', () => say('Another studio answers at this address now: open the one that it printed. Your work is in the address, after #.', true, 1e9));

state.watch(what => {
  if (what === 'shelf' || what === 'work') showPictures();
  document.title = `${state.work.flow?.name ?? state.work.source?.name ?? (state.isChain() ? 'Chain' : state.work.transition?.name ?? 'pixellate-dissolve')} · Segue Studio`;
  $('undo').disabled = !state.canUndo();
  $('redo').disabled = !state.canRedo();
});
$('undo').disabled = $('redo').disabled = true;

let depth = 0;
const hasFiles = event => event.dataTransfer?.types.includes('Files');
addEventListener('dragenter', event => { if (hasFiles(event)) { depth++; $('drop').hidden = false; } });
addEventListener('dragleave', event => { if (hasFiles(event) && --depth <= 0) { depth = 0; $('drop').hidden = true; } });
addEventListener('dragover', event => { if (hasFiles(event)) event.preventDefault(); });
addEventListener('drop', event => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  depth = 0;
  $('drop').hidden = true;
  take(event.dataTransfer.files);
});
addEventListener('paste', event => {
  if (event.clipboardData?.files.length) { event.preventDefault(); return take(event.clipboardData.files); }
  if (event.target.matches('input, textarea')) return;
  const text = event.clipboardData?.getData('text') ?? '';
  if (/^screens:/m.test(text) && /^steps:/m.test(text)) takeText('pasted.yaml', text);
  else if (/\bvec4\s+\w+\s*\(|gl_FragColor/.test(text)) takeText('pasted.glsl', text);
});
addEventListener('hashchange', () => location.reload());

const keys = [
  ['Space', 'Play or pause', stage.toggle],
  ['←  →', 'One frame back or on'],
  ['Home  End', 'The first or the last frame'],
  ['[  ]', 'The transition before or after'],
  ['L', 'Once, loop, boomerang', stage.nextLoop],
  ['S', 'Slower', stage.nextSpeed],
  ['G', 'Drag to scrub, or as a gesture', stage.toggleGesture],
  ['Z', 'Fit, or pixel for pixel', stage.nextZoom],
  ['X', 'Swap the pictures', swap],
  ['T', 'Add a title', titles.add],
  ['Esc', 'Show the whole result, or the film'],
  ['/', 'Search', gallery.focusSearch],
  ['F', 'On a thumbnail: a favorite'],
  ['Ctrl Z', 'Undo; with Shift redo'],
  ['?', 'This list'],
];
const dialog = $('keys');
dialog.append(
  h('h2', {id: 'keys-title'}, 'Keys'),
  h('dl', {}, keys.map(([key, what]) => h('div', {}, h('dt', {}, key.split('  ').map(each => h('kbd', {}, each))), h('dd', {}, what)))),
  h('form', {method: 'dialog'}, h('button', {class: 'primary', autofocus: true}, 'Close')));
const showKeys = () => dialog.showModal();
$('help').addEventListener('click', showKeys);

// A press of the pointer begins a new step of undo, even directly after another change.
addEventListener('pointerdown', state.endStep, true);

addEventListener('keydown', event => {
  const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
  const isText = event.target.matches('textarea, input[type=text], input[type=search], input[type=number], input:not([type])');
  if (isUndo && !isText) {
    event.preventDefault();
    return event.shiftKey ? state.redo() : state.undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isText || dialog.open) return;
  const isControl = event.target.matches('select, input, button, [role=slider], [role=tab]');
  // The space key has no function on a slider, so it still starts and stops playback.
  const isFree = event.key === ' ' && event.target.matches('[type=range], [role=slider]');
  const act = {
    '?': showKeys, '/': gallery.focusSearch, '[': () => gallery.step(-1), ']': () => gallery.step(1),
    t: titles.add, l: stage.nextLoop, s: stage.nextSpeed, g: stage.toggleGesture, z: stage.nextZoom, x: swap,
  }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const move = {
    ' ': stage.toggle, ArrowLeft: () => stage.stepFrame(-1), ArrowRight: () => stage.stepFrame(1),
    Home: () => stage.goTo(0), End: () => stage.goTo(1), Escape: () => { if (!stage.endPick()) { state.endAt(null); state.adjust(null); } },
  }[event.key];
  // Does not handle the keys that the focused control uses.
  const chosen = act ?? (isControl && !isFree ? null : move);
  if (chosen) { event.preventDefault(); chosen(); }
});

// Removes the focus from a clicked button, so that the space key starts or stops playback again.
addEventListener('click', event => { if (event.detail > 0) event.target.closest?.('button')?.blur(); });

globalThis.studio = {state, stats: stage.stats, drop};
connect();

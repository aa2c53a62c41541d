// Puts the page together.
import {connect, drop, on, upload} from './wire.js';
import * as state from './state.js';
import {h, icon, say} from './dom.js';
import * as stage from './stage.js';
import * as gallery from './gallery.js';
import * as inspector from './inspector.js';

const $ = id => document.getElementById(id);

for (const name of ['swap', 'add', 'undo', 'redo', 'help']) $(name).append(icon(name));

state.readFragment();
stage.build($('stage'));
gallery.build($('gallery'));
inspector.build($('panel'), $('gallery'));

function showPictures() {
  for (const key of ['from', 'to']) {
    const select = $(key);
    select.replaceChildren(...state.shelf.pictures.map(({name}) => h('option', {value: name}, name)));
    select.value = state.work[key] ?? '';
  }
}

for (const key of ['from', 'to']) {
  $(key).addEventListener('change', event => state.change(key, work => { work[key] = event.target.value; }));
}
const swap = () => state.change('swap', work => { [work.from, work.to] = [work.to, work.from]; });
$('swap').addEventListener('click', swap);
$('undo').addEventListener('click', state.undo);
$('redo').addEventListener('click', state.redo);
$('add').addEventListener('click', () => $('files').click());
$('files').addEventListener('change', event => { take(event.target.files); event.target.value = ''; });

// Pictures that are added take the places of the stage, the first From and the second To.
let places = [];
async function take(files) {
  const pictures = [...files].filter(file => file.type.startsWith('image/') || /\.(qoi|ppm|pgm|pam|tiff?|heic|exr)$/i.test(file.name));
  if (pictures.length === 0) return say('That is no picture', true);
  const big = pictures.find(file => file.size > 60e6);
  if (big) return say(`${big.name} is larger than 60 MB; give it to the command instead`, true);
  places = pictures.length === 1 ? ['to'] : ['from', 'to'];
  say(pictures.length === 1 ? `Adding ${pictures[0].name || 'a picture'}…` : `Adding ${pictures.length} pictures…`);
  for (const file of pictures) await upload(file);
}
on('shelf', message => {
  state.setShelf(message);
  const place = message.added && places.shift();
  if (place) state.change('add', work => { work[place] = message.added; });
  if (message.added) say(`${message.added} is here`);
});
on('catalog', state.setCatalog);
on('problem', ({about, message}) => { if (['picture', 'shader', 'message'].includes(about)) say(message, true); });

let wasOpen = false;
on('open', () => { if (wasOpen) say('Connected again'); wasOpen = true; document.body.classList.remove('away'); });
on('closed', () => {
  document.body.classList.add('away');
  say('The studio does not answer. What you made stands in the address behind #: start it again and put that there.', true);
});

state.watch(what => {
  if (what === 'shelf' || what === 'work') showPictures();
  document.title = `${state.work.source?.name ?? (state.isChain() ? 'Chain' : state.work.transition?.name ?? 'pixellate-dissolve')} · Segue Studio`;
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
  if (event.clipboardData?.files.length) { event.preventDefault(); take(event.clipboardData.files); }
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
  ['/', 'Search', gallery.focusSearch],
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

addEventListener('keydown', event => {
  const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
  const isText = event.target.matches('textarea, input[type=text], input[type=search], input:not([type])');
  if (isUndo && !isText) {
    event.preventDefault();
    return event.shiftKey ? state.redo() : state.undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isText || dialog.open) return;
  const isControl = event.target.matches('select, input, button, [role=slider], [role=tab]');
  const act = {
    '?': showKeys, '/': gallery.focusSearch, '[': () => gallery.step(-1), ']': () => gallery.step(1),
    l: stage.nextLoop, s: stage.nextSpeed, g: stage.toggleGesture, z: stage.nextZoom, x: swap,
  }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const move = {
    ' ': stage.toggle, ArrowLeft: () => stage.stepFrame(-1), ArrowRight: () => stage.stepFrame(1),
    Home: () => stage.goTo(0), End: () => stage.goTo(1),
  }[event.key];
  // What a control does with a key itself stays its own.
  const chosen = act ?? (isControl ? null : move);
  if (chosen) { event.preventDefault(); chosen(); }
});

globalThis.studio = {state, stats: stage.stats, drop};
connect();

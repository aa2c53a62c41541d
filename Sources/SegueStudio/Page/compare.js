// The comparison on the stage: a divider, with a second frame to the left of the divider.
import {newId, on, send} from './wire.js';
import * as state from './state.js';
import {choice, h} from './dom.js';

const titles = {off: 'Compare', from: 'First picture', to: 'Second picture', plain: 'Without filters', pinned: 'As it is now'};
let canvas, context, handle, tag, select, sheet;
let mode = 'off';
let share = 0.5;
/** The job that was on the stage when the choice `pinned` ("As it is now") was made. */
let pinned = null;
/** The id of the pending request or 0; the request to send next or null; the last request as JSON text. */
let sent = 0;
let waiting = null;
let asked = '';

/** Adds the divider, and the canvas to the left of the divider, to the element `root` of the stage's picture. */
export function buildCompare(root) {
  sheet = root;
  canvas = h('canvas', {class: 'picture before', 'aria-hidden': 'true'});
  context = canvas.getContext('2d');
  tag = h('span', {class: 'tag'});
  handle = h('div', {
    class: 'divider', role: 'slider', tabindex: '0', 'aria-label': 'Divider between before and after', 'aria-valuemin': '0', 'aria-valuemax': '100',
    onkeydown: event => {
      const step = {ArrowLeft: -1, ArrowRight: 1, Home: -100, End: 100}[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      place(share + step * (event.shiftKey ? 0.1 : 0.01));
    },
    onpointerdown: event => { event.preventDefault(); event.stopPropagation(); handle.focus(); handle.setPointerCapture(event.pointerId); },
    onpointermove: event => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const box = sheet.getBoundingClientRect();
      place((event.clientX - box.left) / box.width);
    },
  });
  sheet.append(canvas, tag, handle);
  on('frame', async (message, bytes) => {
    if (!message.before) return;
    const picture = await createImageBitmap(new Blob([bytes], {type: message.type}));
    [canvas.width, canvas.height] = [picture.width, picture.height];
    context.drawImage(picture, 0, 0);
    picture.close();
    arrived(message.id);
  });
  on('problem', ({about, id}) => { if (about === 'before') arrived(id); });
  on('open', () => { sent = 0; asked = ''; });
  state.watch(what => { if (what === 'work') offer(); });
  mode = state.view.compare ?? 'off';
  place(share);
  show();
}

/** Makes the list of comparisons. `shown` returns the job on the stage; `onchange` requests a new frame. */
export function compareChoice(shown, onchange) {
  select = choice('Compare with', [['off', titles.off]], 'off', value => {
    mode = value;
    pinned = value === 'pinned' ? JSON.parse(JSON.stringify(shown())) : null;
    asked = '';
    // The page's URL does not contain the pinned job, so it does not contain the choice `pinned` either.
    state.look({compare: ['off', 'pinned'].includes(value) ? null : value});
    show();
    onchange();
  });
  select.id = 'compare';
  offer();
  return select;
}

/** Updates the list to the comparisons that the job allows. */
function offer() {
  const {work} = state;
  const modes = ['off', ...work.flow ? [] : ['from', ...work.to === undefined ? [] : ['to']], ...state.isChain() || state.hasFilters() ? ['plain'] : [], 'pinned'];
  if (!modes.includes(mode)) { mode = 'off'; show(); }
  select?.replaceChildren(...modes.map(each => h('option', {value: each}, titles[each])));
  select?.set(mode);
}

function show() {
  for (const each of [canvas, tag, handle]) each.hidden = mode === 'off';
  tag.textContent = mode === 'pinned' ? 'Before' : titles[mode];
}

function place(next) {
  share = Math.max(0, Math.min(1, next));
  sheet.style.setProperty('--share', `${100 * share}%`);
  handle.setAttribute('aria-valuenow', String(Math.round(100 * share)));
  handle.setAttribute('aria-valuetext', `${Math.round(100 * share)} % before`);
}

/** Requests the frame to the left of the divider: `at` is its time or progress, `room` its size in pixels. */
export function ask(at, room, exact) {
  if (mode === 'off') return;
  const {work} = state;
  const {from, to, size, fit, background, light} = work;
  const pictures = {from, to, size, fit, background, light, transition: {name: 'cross-dissolve'}};
  const plain = {...work, fromFilters: undefined, toFilters: undefined, filters: undefined, ...state.isChain() && {blend: work.blend ?? state.DISSOLVE}};
  const [what, moment] = {
    from: [pictures, {progress: 0}],
    to: [pictures, {progress: 1}],
    plain: to === undefined ? [pictures, {progress: 0}] : [plain, at],
    pinned: [pinned, at],
  }[mode];
  const request = {job: what, ...moment, ...room, exact, before: true};
  const text = JSON.stringify(request);
  if (text === asked) return;
  asked = text;
  if (sent) waiting = request; else put(request);
}

function put(request) {
  sent = newId();
  waiting = null;
  if (!send('view', {id: sent, ...request})) sent = 0;
}

function arrived(id) {
  if (id < sent) return;
  sent = 0;
  if (waiting) put(waiting);
}

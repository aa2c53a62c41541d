// The time tab: duration and easing, with an editable curve, springs and steps, and gestures.
import * as state from './state.js';
import {copy, h, iconButton, s, say, segmented, short} from './dom.js';
import * as stage from './stage.js';
import {newId, on, send} from './wire.js';

const W = 260, H = 200, TOP = 40, LEFT = 10;
const X = x => LEFT + x * (W - 2 * LEFT);
const Y = y => H - TOP - y * (H - 2 * TOP);

const presets = {linear: [0, 0, 1, 1], ease: [0.25, 0.1, 0.25, 1], 'ease-in': [0.42, 0, 1, 1], 'ease-out': [0, 0, 0.58, 1], 'ease-in-out': [0.42, 0, 0.58, 1]};
let path, dot, handles, arms, kinds, fields, slider, number, own, described, plot;
let kind = 'own';
let gestureYAML = '';

/** Parses the text of a curve to {kind, numbers}. */
function parse(text) {
  if (!text) return {kind: 'own', numbers: []};
  if (presets[text]) return {kind: 'bezier', numbers: presets[text], name: text};
  const numbers = (text.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
  if (text.startsWith('cubic-bezier')) return {kind: 'bezier', numbers};
  if (text.startsWith('steps')) return {kind: 'steps', numbers};
  if (text.startsWith('spring(duration')) return {kind: 'bounce', numbers};
  return {kind: 'spring', numbers};
}

const write = {
  bezier: n => `cubic-bezier(${n.map(each => short(each, 3)).join(',')})`,
  steps: n => `steps(${Math.round(n[0])})`,
  spring: n => `spring(${short(n[0], 3)},${short(n[1], 3)})`,
  bounce: n => `spring(duration:${short(n[0], 3)},bounce:${short(n[1], 3)})`,
};
const starts = {bezier: [0.42, 0, 0.58, 1], steps: [6], spring: [0.7, 0], bounce: [0.5, 0.3]};

function setEase(numbers) {
  const text = write[kind](numbers);
  const name = kind === 'bezier' && Object.keys(presets).find(each => presets[each].every((value, index) => Math.abs(value - numbers[index]) < 1e-6));
  state.change(`ease-${kind}`, work => { work.ease = name || text; });
}

export function buildTime(root) {
  number = h('input', {type: 'text', inputmode: 'decimal', class: 'number', id: 'duration-number', 'aria-label': 'Seconds', onchange: () => setDuration(Number(number.value.replace(',', '.')))});
  slider = h('input', {type: 'range', id: 'duration', min: '0.05', max: '4', step: '0.05', oninput: () => setDuration(Number(slider.value))});
  own = h('p', {class: 'hint'});
  kinds = segmented('Easing', [['own', 'Default'], ['bezier', 'Bézier'], ['spring', 'Spring'], ['bounce', 'Bounce'], ['steps', 'Steps']], 'own', value => {
    kind = value;
    if (value === 'own') state.change('ease', work => { delete work.ease; });
    else setEase(starts[value]);
    showFields();
  });
  path = s('path', {class: 'curve'});
  dot = s('circle', {class: 'now', r: 5});
  arms = [0, 1].map(() => s('line', {class: 'arm'}));
  handles = [0, 1].map(index => handle(index));
  plot = s('svg', {viewBox: `0 0 ${W} ${H}`, class: 'plot', role: 'group', 'aria-label': 'Progress over time'},
    s('rect', {x: X(0), y: Y(1), width: X(1) - X(0), height: Y(0) - Y(1), class: 'unit'}),
    ...[0.25, 0.5, 0.75].map(x => s('line', {x1: X(x), x2: X(x), y1: Y(0), y2: Y(1), class: 'grid-line'})),
    ...arms, path, dot, ...handles);
  fields = h('div', {class: 'ease-fields'});
  const gestureText = h('pre', {class: 'code', tabindex: '0', 'aria-label': 'The gesture as a step of a storyboard'});
  const gestureBox = h('div', {hidden: true}, h('div', {class: 'row'},
    h('button', {type: 'button', class: 'quiet', onclick: stage.replayGesture}, 'Play it again'),
    h('button', {type: 'button', class: 'quiet', onclick: () => copy(gestureYAML)}, 'Copy as a storyboard')), gestureText);
  const gestureNote = h('p', {class: 'hint'}, 'Choose Gesture (g) below the stage and drag the picture sideways: the transition follows, and finishes or goes back when you let go.');
  stage.watchGesture(message => {
    gestureYAML = message.yaml;
    gestureText.textContent = message.yaml;
    gestureBox.hidden = false;
    gestureNote.textContent = message.completed ? 'The last gesture finished.' : 'The last gesture was cancelled.';
  });
  const inFlow = h('p', {class: 'empty', hidden: true}, 'The times of a film are in its text.');
  const body = h('div', {},
    h('div', {class: 'field'},
      h('div', {class: 'label-row'}, h('label', {for: 'duration'}, 'Duration'), h('span', {class: 'unit'}, 'seconds'),
        iconButton('reset', 'Reset the duration', () => state.change('duration', work => { delete work.duration; }), {class: 'icon small reset'})),
      h('div', {class: 'pair'}, slider, number), own),
    h('h3', {}, 'Easing'), kinds, plot, fields,
    h('h3', {}, 'Gesture'), gestureNote, gestureBox);
  root.append(inFlow, body);
  state.watch(what => {
    if (what !== 'work') return;
    inFlow.hidden = !state.work.flow;
    body.hidden = Boolean(state.work.flow);
  });
  state.watch(what => { if (['work', 'catalog', 'output', 'shelf'].includes(what)) { ask(); show(); } });
  on('open', ask);
  on('description', message => {
    described = message;
    own.textContent = state.work.duration === undefined ? 'The default of this transition.' : '';
    show();
  });
  stage.watchTime(placeDot);
}

let asking;
function ask() {
  clearTimeout(asking);
  asking = setTimeout(() => { if (state.work.from) send('describe', {id: newId(), job: state.job(state.output)}); }, 30);
}

function setDuration(value) {
  if (value > 0 && value <= 3600) return state.change('duration', work => { work.duration = value; });
  say('A duration is above 0 and at most 3600 seconds', true);
  number.blur();
  show();
}

function show() {
  const seconds = state.work.duration ?? described?.duration ?? 1;
  if (document.activeElement !== number) number.value = short(seconds, 3);
  slider.value = String(seconds);
  slider.closest('.field').classList.toggle('changed', state.work.duration !== undefined);
  slider.style.setProperty('--at', `${100 * (Math.min(4, seconds) - 0.05) / 3.95}%`);
  const ease = parse(state.work.ease);
  if (ease.kind !== kind || fields.childElementCount === 0) { kind = ease.kind; kinds.set(kind); showFields(); }
  for (const input of fields.querySelectorAll('input[data-index]')) {
    if (document.activeElement !== input || input.type === 'range') input.value = short(ease.numbers[input.dataset.index] ?? 0, 3);
    if (input.type === 'range') input.style.setProperty('--at', `${100 * (input.value - input.min) / (input.max - input.min)}%`);
  }
  const isBezier = kind === 'bezier';
  for (const each of [...handles, ...arms]) each.style.display = isBezier ? '' : 'none';
  if (isBezier) {
    const [x1, y1, x2, y2] = ease.numbers;
    // Draws a Bézier curve at once while it is dragged; the studio computes other curves.
    path.setAttribute('d', `M${X(0)} ${Y(0)}C${X(x1)} ${Y(y1)} ${X(x2)} ${Y(y2)} ${X(1)} ${Y(1)}`);
    [[x1, y1, 0, 0], [x2, y2, 1, 1]].forEach(([x, y, fromX, fromY], index) => {
      handles[index].setAttribute('cx', X(x));
      handles[index].setAttribute('cy', Y(y));
      handles[index].setAttribute('aria-valuenow', short(x, 2));
      handles[index].setAttribute('aria-valuetext', `${short(x, 2)}, ${short(y, 2)}`);
      for (const [key, value] of [['x1', X(fromX)], ['y1', Y(fromY)], ['x2', X(x)], ['y2', Y(y)]]) arms[index].setAttribute(key, value);
    });
  } else if (described) {
    const last = described.curve.length - 1;
    path.setAttribute('d', 'M' + described.curve.map((y, index) => `${short(X(index / last), 1)} ${short(Y(y), 1)}`).join('L'));
  }
  placeDot(stage.now());
}

function placeDot(time) {
  const curve = described?.curve;
  if (!curve) return;
  const place = time * (curve.length - 1);
  const index = Math.min(curve.length - 2, Math.floor(place));
  const y = curve[index] + (curve[index + 1] - curve[index]) * (place - index);
  dot.setAttribute('cx', X(time));
  dot.setAttribute('cy', Y(y));
}

function showFields() {
  const names = {
    own: [], bezier: [['x1', 0, 1], ['y1', -0.75, 1.75], ['x2', 0, 1], ['y2', -0.75, 1.75]], steps: [['Steps', 1, 60]],
    spring: [['Damping', 0.05, 1], ['Velocity', 0, 20]], bounce: [['Seconds', 0.05, 3], ['Bounce', -0.9, 0.95]],
  }[kind];
  const presetRow = kind === 'bezier' && h('div', {class: 'chips'}, Object.keys(presets).map(name => h('button', {type: 'button', class: 'chip', onclick: () => state.change('ease', work => { work.ease = name; })}, name)));
  fields.replaceChildren(...[presetRow, ...names.map(([name, low, high], index) => {
    const id = `ease-${kind}-${index}`;
    const set = value => {
      const numbers = [...parse(state.work.ease).numbers];
      if (Number.isNaN(value)) return show();
      numbers[index] = Math.max(low, Math.min(high, value));
      setEase(numbers);
    };
    const text = h('input', {type: 'text', inputmode: 'decimal', class: 'number', id: kind === 'bezier' ? id : `${id}-number`, 'aria-label': name, 'data-index': String(index), onchange: () => set(Number(text.value))});
    if (kind === 'bezier') return h('div', {class: 'field mini'}, h('label', {for: id}, name), text);
    const range = h('input', {type: 'range', id, min: low, max: high, step: kind === 'steps' ? '1' : '0.01', 'data-index': String(index), oninput: () => set(Number(range.value))});
    return h('div', {class: 'field'}, h('label', {for: id}, name), h('div', {class: 'pair'}, range, text));
  })].filter(Boolean));
  fields.className = `ease-fields ${kind}`;
}

/** Makes a control point of the curve, which is moved by dragging or by arrow keys. */
function handle(index) {
  const circle = s('circle', {
    class: 'handle', r: 8, tabindex: 0, role: 'slider', 'aria-label': index ? 'Second control point' : 'First control point',
    'aria-valuemin': 0, 'aria-valuemax': 1,
  });
  const set = (x, y) => {
    const numbers = [...parse(state.work.ease).numbers];
    numbers[2 * index] = Math.max(0, Math.min(1, x));
    numbers[2 * index + 1] = Math.max(-0.75, Math.min(1.75, y));
    setEase(numbers);
  };
  circle.addEventListener('pointerdown', event => { circle.setPointerCapture(event.pointerId); event.preventDefault(); circle.focus(); });
  circle.addEventListener('pointermove', event => {
    if (!circle.hasPointerCapture(event.pointerId)) return;
    const box = plot.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * W;
    const y = (event.clientY - box.top) / box.height * H;
    set((x - LEFT) / (W - 2 * LEFT), (H - TOP - y) / (H - 2 * TOP));
  });
  circle.addEventListener('keydown', event => {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const numbers = parse(state.work.ease).numbers;
    const size = event.shiftKey ? 0.1 : 0.01;
    set(numbers[2 * index] + size * step[0], numbers[2 * index + 1] + size * step[1]);
  });
  return circle;
}

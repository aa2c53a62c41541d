// Motion of the screens of a flow: none, automatic, or from one part of the picture to another. The two parts
// are rectangles on the stage, over the whole picture.
import * as state from './state.js';
import {h, s, segmented, short} from './dom.js';
import * as screen from './screen.js';
import * as stage from './stage.js';
import {on} from './wire.js';

const ENDS = ['Start', 'End'];
const CORNERS = ['top left', 'top right', 'bottom left', 'bottom right'];
/** The initial motion for the choice "Start and end": a zoom toward the center. */
const CLOSER = '0,0,1,1-0.15,0.15,0.7,0.7';
/** The smallest size of a part, as a fraction of the largest part. */
const SMALLEST = 0.05;

let field, kinds, adjust, sheet, way, parts;
/** The motion of the screen: two rectangles [x, y, width, height], or a word such as `none`. */
let motion = 'none';
/** The largest part of the picture that a frame shows, as fractions of the picture's sides. */
let largest = [1, 1];

/** Makes the controls of a screen's motion, and the rectangles on the stage. */
export function buildMotion() {
  kinds = segmented('Motion', [['none', 'Still'], ['auto', 'Automatic'], ['parts', 'Start and end']], 'none', choose);
  adjust = h('button', {type: 'button', class: 'quiet', id: 'adjust-motion', onclick: () => open(state.view.motion ? null : screen.name)});
  field = h('div', {class: 'field motion', hidden: true}, h('div', {class: 'label-row'}, h('span', {class: 'label', 'aria-hidden': 'true'}, 'Motion'), adjust), kinds);
  way = s('line', {class: 'motion-way'});
  parts = ENDS.map((_, index) => part(index));
  sheet = stage.overlay(h('div', {class: 'motion-sheet', hidden: true, role: 'group', 'aria-label': 'Motion'}, s('svg', {'aria-hidden': 'true'}, way), parts));
  on('frame', message => { if (message.largestPart) { largest = message.largestPart; lay(); } });
  screen.watchScreen(read);
  state.watch(what => { if (what === 'work') show(); });
  return field;
}

const value = () => screen.current()?.motion;

/** Reads the motion of the current screen from the text of the flow. */
function read() {
  const text = value()?.text ?? 'none';
  const numbers = (text.match(/\d[\d.]*(?:e-?\d+)?/g) ?? []).map(Number);
  motion = numbers.length === 8 ? [numbers.slice(0, 4), numbers.slice(4)] : text;
  show();
}

const isParts = () => Array.isArray(motion);

function show() {
  // Continues with the current screen's motion, or shows the film if that motion has no editable rectangles.
  if (state.view.motion && screen.name && screen.isDescribed()) state.adjust(isParts() && value()?.place ? screen.name : null);
  const isOpen = Boolean(state.view.motion) && isParts();
  sheet.hidden = !isOpen;
  field.hidden = !value()?.place;
  kinds.set(isParts() ? 'parts' : motion);
  adjust.hidden = !isParts();
  adjust.textContent = isOpen ? 'Show the film' : 'Adjust on the stage';
  if (isOpen) lay();
}

function open(name) {
  if (name) stage.pause();
  state.adjust(name);
}

function choose(kind) {
  screen.write('motion', kind === 'parts' ? CLOSER : kind);
  if (kind === 'parts') open(screen.name);
}

/**
 * Returns the view of a part: the smallest rectangle with the frame's aspect ratio that contains the part,
 * moved into the picture. `share` is the size of the view as a fraction of the largest part.
 */
function view([x, y, width, height]) {
  const share = Math.min(1, Math.max(width / largest[0], height / largest[1]));
  return inside([x + width / 2 - share * largest[0] / 2, y + height / 2 - share * largest[1] / 2], share);
}

/** Moves a view into the picture; a view that is wider than the picture is centered. */
function inside(place, share) {
  const size = Math.max(SMALLEST, Math.min(1, share));
  const [x, y] = place.map((start, axis) => {
    const side = size * largest[axis];
    return side >= 1 ? (1 - side) / 2 : Math.max(0, Math.min(1 - side, start));
  });
  return {x, y, share: size, width: size * largest[0], height: size * largest[1]};
}

/** Changes the rectangle at the start or the end of the motion. */
function put(index, place, share) {
  const views = motion.map(view);
  views[index] = inside(place, share);
  const round = number => Math.round(1e4 * number) / 1e4;
  const rectangle = ({x, y, width, height}) => {
    const [left, top] = [x, y].map(start => round(Math.max(0, start)));
    return [left, top, Math.min(round(width), 1 - left), Math.min(round(height), 1 - top)].map(each => short(each, 4));
  };
  screen.write('motion', views.map(each => rectangle(each).join(',')).join('-'));
}

function lay() {
  if (sheet.hidden || !isParts()) return;
  const views = motion.map(view);
  views.forEach(({x, y, width, height, share}, index) => {
    const element = parts[index];
    for (const [key, value] of Object.entries({left: x, top: y, width, height})) element.style[key] = `${100 * value}%`;
    // Puts the smaller rectangle above the larger one, so that the pointer can reach both.
    element.classList.toggle('above', share < views[1 - index].share || index === 1 && share === views[0].share);
    const body = element.firstChild;
    body.setAttribute('aria-valuenow', String(Math.round(100 * share)));
    body.setAttribute('aria-valuetext', `${Math.round(100 * share)} % of the largest, ${Math.round(100 * x)} % from the left, ${Math.round(100 * y)} % from the top`);
  });
  views.forEach(({x, y, width, height}, index) => {
    way.setAttribute(`x${index + 1}`, `${100 * (x + width / 2)}%`);
    way.setAttribute(`y${index + 1}`, `${100 * (y + height / 2)}%`);
  });
}

/** Makes the rectangle at the start or end of the motion, for dragging, and for moving and sizing by keys. */
function part(index) {
  let grip = null;
  const at = event => {
    const box = sheet.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  };
  const body = h('div', {
    class: 'motion-body', role: 'slider', tabindex: '0', 'aria-label': `${ENDS[index]} of the motion`, 'aria-valuemin': String(100 * SMALLEST), 'aria-valuemax': '100',
    'aria-keyshortcuts': '+ -', title: 'Drag to move, or use the arrow keys; + and - resize',
    onkeydown: event => {
      if (event.key === 'Escape') return open(null);
      const step = {ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0], '+': [0, 0, 1], '=': [0, 0, 1], '-': [0, 0, -1], _: [0, 0, -1]}[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const {x, y, share, width, height} = view(motion[index]);
      const [right, down, larger] = step.map(each => each * (event.shiftKey && event.key !== '+' && event.key !== '_' ? 0.1 : 0.01));
      const next = Math.max(SMALLEST, Math.min(1, share + larger));
      // Keeps the center while the size changes.
      const [growthX, growthY] = [width, height].map(side => side * (next / share - 1) / 2);
      put(index, [x + right - growthX, y + down - growthY], next);
    },
  });
  return h('div', {
    class: `motion-part motion-${ENDS[index].toLowerCase()}`,
    onpointerdown: event => {
      if (event.button !== 0) return;
      event.preventDefault();
      body.focus({preventScroll: true});
      event.currentTarget.setPointerCapture(event.pointerId);
      grip = {at: at(event), corner: CORNERS.indexOf(event.target.dataset.corner), view: view(motion[index])};
    },
    onpointermove: event => {
      if (!grip || !isParts()) return;
      const {corner, view: {x, y, width, height, share}} = grip;
      const moved = at(event).map((value, axis) => value - grip.at[axis]);
      if (corner < 0) return put(index, [x + moved[0], y + moved[1]], share);
      // Keeps the opposite corner in place.
      const [isRight, isBottom] = [corner % 2 === 1, corner > 1];
      const grown = [[width, moved[0], isRight, 0], [height, moved[1], isBottom, 1]].map(([side, way, isEnd, axis]) => (side + (isEnd ? way : -way)) / largest[axis]);
      const next = Math.max(SMALLEST, Math.min(1, Math.max(...grown)));
      put(index, [isRight ? x : x + width - next * largest[0], isBottom ? y : y + height - next * largest[1]], next);
    },
    onpointerup: () => { grip = null; },
    onpointercancel: () => { grip = null; },
  }, body, h('span', {class: 'motion-label', 'aria-hidden': 'true'}, ENDS[index]), CORNERS.map(corner => h('span', {class: `motion-corner ${corner}`, 'data-corner': corner})));
}

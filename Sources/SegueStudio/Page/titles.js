// Titles: filters that write a text, each with a handle on the stage that moves it.
import * as state from './state.js';
import {h, short, shortened} from './dom.js';
import * as stage from './stage.js';

const SIDES = ['fromFilters', 'toFilters', 'filters'];
const NAMES = {
  'top-left': [0, 0], top: [0.5, 0], 'top-right': [1, 0], left: [0, 0.5], center: [0.5, 0.5], right: [1, 0.5],
  'bottom-left': [0, 1], bottom: [0.5, 1], 'bottom-right': [1, 1],
};
/** The handles on the stage, in the order of the filters that `texts` returns. */
let handles = [];

/** The names of the nine positions of a text. */
export const places = Object.keys(NAMES);

/** Returns the fractions of the free width and height that are to the left of a text and above it. */
function shares(place) {
  if (NAMES[place]) return NAMES[place];
  const numbers = place.split(/\s+/).map(word => parseFloat(word) / 100);
  return numbers.length === 2 && numbers.every(Number.isFinite) ? numbers : NAMES.bottom;
}

/** Formats a position: as the name of a nearby position, otherwise as two percentages. */
function written([x, y], snaps) {
  const near = snaps ? 0.03 : 0.0005;
  const name = places.find(each => NAMES[each].every((share, index) => Math.abs(share - [x, y][index]) < near));
  return name ?? `${short(100 * x, 1)}% ${short(100 * y, 1)}%`;
}

const clamp = share => Math.max(0, Math.min(1, share));

/** Adds a title to the result of the job, and moves the focus to the title's text field. */
export function add() {
  if (state.work.flow) return;
  state.change('title', work => {
    if (!work.source && !state.isChain() && work.to !== undefined) work.transition ??= {name: 'pixellate-dissolve'};
    work.filters = [...work.filters ?? [], {name: 'text', parameters: {text: 'Title'}}];
  });
  document.getElementById('tab-tune').click();
  const field = document.getElementById(`filters-${state.work.filters.length - 1}-text`);
  field?.focus();
  field?.select();
}

export function build() {
  state.watch(what => { if (['work', 'catalog', 'shelf'].includes(what)) show(); });
  stage.watchLayout(lay);
}

/** Returns the text filters of the job, each with its list and its index in this list. */
const texts = () => state.work.flow ? [] : SIDES.flatMap(side => (state.work[side] ?? []).flatMap((filter, index) => filter.name === 'text' && filter.parameters?.text ? [{side, index, ...filter.parameters}] : []));

function show() {
  const found = texts();
  while (handles.length > found.length) handles.pop().remove();
  while (handles.length < found.length) handles.push(stage.overlay(handle(handles.length)));
  lay();
}

/** Returns the distance of a text from the edges, in pixels of the frame. */
function marginOf(text) {
  const value = text.margin ?? '5%';
  return value.endsWith('%') ? parseFloat(value) / 100 * stage.fullSize().height : Number(value) || 0;
}

/**
 * Moves each handle over its text: a text with the fraction x of the free width to its left has the handle at
 * the fraction x of its own width. The height is treated likewise.
 */
function lay() {
  const {width, height} = stage.fullSize();
  texts().forEach((text, index) => {
    const [x, y] = shares(text.place ?? 'bottom');
    const margin = marginOf(text);
    const element = handles[index];
    if (!element) return;
    element.style.left = `${100 * (margin + x * (width - 2 * margin)) / width}%`;
    element.style.top = `${100 * (margin + y * (height - 2 * margin)) / height}%`;
    element.setAttribute('aria-label', `Position of the title ${shortened(text.text.replace(/\s+/g, ' '))}`);
    element.setAttribute('aria-valuetext', text.place ?? 'bottom');
    element.setAttribute('aria-valuenow', String(Math.round(100 * x)));
  });
}

function put(index, x, y, snaps) {
  const text = texts()[index];
  if (!text) return;
  const place = written([clamp(x), clamp(y)], snaps);
  state.change(`place-${text.side}-${text.index}`, work => {
    const filter = work[text.side][text.index];
    filter.parameters = {...filter.parameters, place};
    if (place === 'bottom') delete filter.parameters.place;
  });
}

/** Makes the handle of a title, which is moved by dragging or by arrow keys. */
function handle(index) {
  let grip = null;
  const element = h('div', {
    class: 'title-handle', role: 'slider', tabindex: '0', title: 'Drag to move the title', 'aria-valuemin': '0', 'aria-valuemax': '100',
    onpointerdown: event => {
      if (event.button !== 0) return;
      event.preventDefault();
      element.focus({preventScroll: true});
      element.setPointerCapture(event.pointerId);
      const box = element.getBoundingClientRect();
      // Keeps the grabbed point of the handle below the pointer.
      grip = {x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2};
    },
    onpointermove: event => {
      if (!grip || !texts()[index]) return;
      const {width, height} = stage.fullSize();
      const [sheet, margin] = [element.parentNode.getBoundingClientRect(), marginOf(texts()[index])];
      const share = (at, from, length, full) => ((at - from) / length * full - margin) / Math.max(1, full - 2 * margin);
      put(index, share(event.clientX - grip.x, sheet.left, sheet.width, width), share(event.clientY - grip.y, sheet.top, sheet.height, height), !event.altKey);
    },
    onpointerup: () => { grip = null; },
    onpointercancel: () => { grip = null; },
    ondblclick: () => {
      const {side, index: place} = texts()[index] ?? {};
      document.getElementById('tab-tune').click();
      document.getElementById(`${side}-${place}-text`)?.select();
    },
    onkeydown: event => {
      const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const [x, y] = shares(texts()[index]?.place ?? 'bottom');
      const size = event.shiftKey ? 0.1 : 0.01;
      put(index, x + size * step[0], y + size * step[1], false);
    },
  });
  return element;
}

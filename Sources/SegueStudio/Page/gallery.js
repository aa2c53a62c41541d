// The gallery: animated thumbnails of all transitions and filters.
import {newId, on, send} from './wire.js';
import * as state from './state.js';
import {chooseTransition, filmTransition} from './flow.js';
import {h, iconButton, icon, remember, remembered, say, segmented} from './dom.js';

const FRAMES = 12;
const favorites = new Set((remembered('favorites') ?? '').split('.').filter(Boolean));

/** Returns the names of the favorite transitions. */
export const favoriteTransitions = () => (state.catalog?.transitions ?? []).map(item => item.name).filter(name => favorites.has(name));

let isMoving = remembered('moving') !== 'no';
let kind = 'transitions';
let family = '';
let search, list, familyBox, empty, moveButton, target;
/** The list to which filters are added: `fromFilters`, `toFilters` or `filters`. */
let place = 'filters';
/** The thumbnails (strips of frames), by kind, name and pictures. */
const strips = new Map();
const asked = new Map();
const waiting = [];
let observer;

export function build(root) {
  search = h('input', {
    type: 'search', id: 'search', placeholder: 'Search', 'aria-label': 'Search', autocomplete: 'off', spellcheck: false,
    oninput: fill, onkeydown: event => {
      if (event.key === 'Enter') list.querySelector('.card button.face')?.click();
      if (event.key === 'Escape') { search.value = ''; fill(); search.blur(); }
    },
  });
  familyBox = h('select', {'aria-label': 'Family', onchange: () => { family = familyBox.value; fill(); }});
  list = h('div', {class: 'cards', role: 'list', tabindex: '-1'});
  empty = h('p', {class: 'empty'});
  moveButton = iconButton('motion', 'Animate the thumbnails', () => {
    isMoving = !isMoving;
    remember('moving', isMoving ? 'yes' : 'no');
    showMoving();
  });
  root.append(
    h('div', {class: 'gallery-head'},
      segmented('Gallery of', [['transitions', 'Transitions'], ['filters', 'Filters']], kind, value => { kind = value; family = ''; families(); fill(); showTarget(); }),
      h('label', {class: 'search'}, icon('search'), search),
      h('div', {class: 'row'}, familyBox, moveButton),
      target = h('div', {class: 'row target'}, h('span', {class: 'note'}, 'Add to'),
        segmented('Where filters are added', [['fromFilters', 'First'], ['toFilters', 'Second'], ['filters', 'Result']], place, value => { place = value; }))),
    list);
  showTarget();
  list.addEventListener('keydown', walk);
  observer = new IntersectionObserver(entries => {
    for (const entry of entries) {
      entry.target.classList.toggle('seen', entry.isIntersecting);
      if (entry.isIntersecting) need(entry.target);
    }
  }, {root: list, rootMargin: '80px'});
  showMoving();
  state.watch(what => {
    if (what === 'catalog') { families(); fill(); }
    if (what === 'work' || what === 'shelf') { choose(); refresh(); showTarget(); }
  });
  on('thumbnail', (message, bytes) => arrive(message.id, new Blob([bytes], {type: 'image/jpeg'}), message.frames));
  on('problem', ({about, id}) => { if (about === 'thumbnail') arrive(id, null); });
  on('open', () => { asked.clear(); refresh(); });
}

/** Shows the choice of the list to which filters are added, or hides it if there is no choice. */
function showTarget() { target.hidden = kind !== 'filters' || state.work.to === undefined || Boolean(state.work.flow); }

function showMoving() {
  list.classList.toggle('moving', isMoving);
  moveButton.setAttribute('aria-pressed', isMoving);
}

const items = () => state.catalog?.[kind] ?? [];

function families() {
  const names = [...new Set(items().map(item => item.family))];
  familyBox.replaceChildren(
    h('option', {value: ''}, 'All families'), h('option', {value: '★'}, 'Favorites'),
    ...names.map(name => h('option', {value: name}, name)));
  familyBox.value = family;
}

function matches(item) {
  if (family === '★' ? !favorites.has(item.name) : family && item.family !== family) return false;
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${item.name} ${item.family} ${item.summary}`.toLowerCase();
  return words.every(word => text.includes(word));
}

function fill() {
  observer.disconnect();
  const found = items().filter(matches);
  const groups = Map.groupBy ? Map.groupBy(found, item => item.family) : group(found);
  list.replaceChildren();
  for (const [name, members] of groups) {
    list.append(h('h3', {}, name));
    list.append(h('div', {class: 'grid'}, members.map(card)));
  }
  empty.textContent = family === '★' ? 'No favorites yet: the star on a thumbnail makes one.' : 'No name matches.';
  if (found.length === 0 && state.catalog) list.append(empty);
  choose();
  for (const each of list.querySelectorAll('.card')) observer.observe(each);
}

function group(found) {
  const groups = new Map();
  for (const item of found) groups.set(item.family, [...groups.get(item.family) ?? [], item]);
  return groups;
}

function card(item) {
  const star = h('button', {
    type: 'button', class: 'star', tabindex: '-1', 'aria-label': `Favorite ${item.name}`, 'aria-pressed': String(favorites.has(item.name)), onclick: () => {
      if (!favorites.delete(item.name)) favorites.add(item.name);
      remember('favorites', [...favorites].join('.'));
      star.setAttribute('aria-pressed', favorites.has(item.name));
      if (family === '★') fill();
    },
  }, icon('star'));
  return h('div', {class: 'card', role: 'listitem', 'data-name': item.name},
    h('button', {type: 'button', class: 'face', tabindex: '-1', title: item.summary, onclick: () => put(item)},
      h('span', {class: 'thumb'}), h('span', {class: 'name'}, item.name)),
    star);
}

/** Keyboard navigation in the grid: Tab reaches one card, and arrow keys move to the other cards. */
function walk(event) {
  const faces = [...list.querySelectorAll('.face')];
  const at = faces.indexOf(event.target);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const below = faces.findIndex((face, index) => index > at && face.offsetLeft === faces[at].offsetLeft && face.getBoundingClientRect().top > faces[at].getBoundingClientRect().top);
  const above = faces.findLastIndex((face, index) => index < at && face.offsetLeft === faces[at].offsetLeft);
  const to = {ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: below, ArrowUp: above, Home: 0, End: faces.length - 1}[event.key];
  if (event.key === 'f') faces[at].parentNode.querySelector('.star').click();
  else if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  reach(faces[to]);
}

/** Makes a card the only one that Tab reaches. */
function reach(face) {
  if (!face) return;
  for (const other of list.querySelectorAll('.face[tabindex="0"]')) other.tabIndex = -1;
  face.tabIndex = 0;
  if (list.contains(document.activeElement)) face.focus();
}

/**
 * Returns the example parameters of an item, with files that the studio has.
 */
function exampleOf(item) {
  const values = {...item.example};
  for (const {name, kind, form} of item.parameters) {
    if (!['picture', 'file'].includes(kind) || values[name] === undefined) continue;
    const {pictures, tables} = state.shelf;
    // Recognizes a lookup table by its extension or, if it is a picture, by its size.
    const names = [
      ...tables.filter(table => kind === 'file' && form.includes(/\.\w+$/.exec(table)?.[0])),
      ...pictures.filter(({width, height}) => kind === 'picture' || form.includes(`${width}x${height}`)).map(picture => picture.name)];
    if (names.includes(values[name])) continue;
    if (names[0] === undefined) delete values[name]; else values[name] = names[0];
  }
  return Object.keys(values).length ? values : undefined;
}

/** Puts a transition on the stage, or into the film. */
function putTransition(item) {
  if (state.work.flow) return chooseTransition(item.name);
  if (state.work.blend) say(`${item.name} replaced ${state.work.blend.name}; undo restores it`);
  state.change(`choose ${item.name}`, work => state.join(work, {transition: {name: item.name}}));
}

/** Puts a transition on the stage, or adds a filter to the job on the stage. */
function put(item) {
  if (kind === 'transitions') {
    putTransition(item);
  } else {
    const example = exampleOf(item);
    const needed = item.parameters.find(parameter => parameter.required && example?.[parameter.name] === undefined);
    if (needed) return say(`${item.name} needs ${needed.form}: drop it onto the page first`, true);
    if (state.work.flow) say(`${item.name} replaced ${state.work.flow.name}; undo restores it`);
    state.change(`choose ${item.name}`, work => {
      delete work.flow;
      // Names the default transition in the job; otherwise the filter would replace the transition.
      if (!work.source && !state.isChain() && work.to !== undefined) work.transition ??= {name: 'pixellate-dissolve'};
      const filter = {name: item.name};
      if (example) filter.parameters = example;
      const where = target.hidden ? 'filters' : place;
      work[where] = [...work[where] ?? [], filter];
    });
  }
}

/** Selects the next (`count` 1) or previous (`count` -1) transition. */
export function step(count) {
  const all = state.catalog?.transitions ?? [];
  const found = kind === 'transitions' ? all.filter(matches) : all;
  if (found.length === 0) return;
  const index = found.findIndex(item => item.name === (filmTransition() ?? state.item()?.name));
  const next = found[(index + count + found.length) % found.length];
  putTransition(next);
  list.querySelector(`.card[data-name="${CSS.escape(next.name)}"]`)?.scrollIntoView({block: 'nearest'});
}

export function focusSearch() {
  const tab = document.getElementById('tab-gallery');
  if (tab.offsetParent) tab.click();
  search.focus();
  search.select();
}

function choose() {
  const filters = ['fromFilters', 'toFilters', 'filters'].flatMap(key => (state.work[key] ?? []).map(filter => filter.name));
  const names = [...filters, state.item()?.name];
  for (const each of list.querySelectorAll('.card')) {
    const on = names.includes(each.dataset.name);
    each.classList.toggle('chosen', on);
    each.querySelector('.face').setAttribute('aria-pressed', on);
  }
  reach(list.querySelector('.chosen .face') ?? list.querySelector('.face'));
}

// Thumbnails are requested when they become visible, at most three at a time. The studio renders them while
// the stage is idle.

const keyOf = name => `${kind}/${name}/${state.work.from}/${state.work.to ?? state.work.from}`;

function refresh() {
  for (const each of list.querySelectorAll('.card.seen')) need(each);
}

function need(element) {
  const {name} = element.dataset;
  const key = keyOf(name);
  if (element.dataset.shown === key) return;
  if (strips.has(key)) return showStrip(element, key);
  if (!waiting.includes(key) && ![...asked.values()].includes(key)) waiting.push(key);
  pump();
}

function pump() {
  while (asked.size < 3 && waiting.length) {
    // Requests first the thumbnail that became visible last.
    const key = waiting.pop();
    const [itsKind, name, from, to] = key.split('/');
    if (itsKind !== kind || from !== state.work.from || to !== (state.work.to ?? from)) continue;
    const item = items().find(each => each.name === name);
    if (!item || item.parameters.some(parameter => parameter.required && exampleOf(item)?.[parameter.name] === undefined)) continue;
    const id = newId();
    const work = kind === 'transitions'
      ? {from, to, transition: {name}}
      : {from, to, filters: [{name, parameters: exampleOf(item)}]};
    asked.set(id, key);
    if (!send('thumbnail', {id, job: work, frames: FRAMES, width: 176, height: 99})) asked.clear();
  }
}

function arrive(id, blob, frames = 1) {
  const key = asked.get(id);
  asked.delete(id);
  if (key && blob) {
    strips.set(key, {address: URL.createObjectURL(blob), frames});
    if (strips.size > 800) {
      const [oldest, strip] = strips.entries().next().value;
      URL.revokeObjectURL(strip.address);
      strips.delete(oldest);
    }
    const element = list.querySelector(`.card[data-name="${CSS.escape(key.split('/')[1])}"]`);
    if (element && keyOf(element.dataset.name) === key) showStrip(element, key);
  }
  pump();
}

function showStrip(element, key) {
  const strip = strips.get(key);
  element.dataset.shown = key;
  const image = h('img', {src: strip.address, alt: '', class: strip.frames > 1 ? 'strip' : 'still', draggable: false});
  element.querySelector('.thumb').replaceChildren(image);
}

// The state of the page: the job on the stage (`work`), the output and the view, all stored in the fragment
// of the address.

const listeners = new Set();

/** The job that the server renders, without its output. */
export let work = {from: '', to: ''};
/** The frames to export, and the output file. */
export let output = {file: 'segue.mp4'};
/**
 * The view: time, zoom, tab and comparison; `motion`, the screen of a flow whose motion is adjusted; and
 * `end`, the last step of the chain to show: {place, index} for a filter, or {place: 'blend'}. Without `end`,
 * the whole chain is shown.
 */
export let view = {};
/** The catalog; null until it is received. */
export let catalog = null;
/** The pictures, lookup tables, sounds, shaders and flows of the studio. */
export let shelf = {pictures: [], tables: [], sounds: [], shaders: [], flows: []};

/** The files that this page added, by name, each as {file, sound}; they are sent again to a restarted studio. */
export const added = new Map();

const past = [];
const future = [];
let last = {label: '', time: 0};

const snapshot = () => JSON.stringify(work);

/** Returns the job that the server exports: the job on the stage, the order of its frames, and the output. */
export const job = ({file, format, options, fps, hold, reverse, boomerang, still}) =>
  ({...work, fps, hold, reverse, boomerang, still, output: {file, format, options}});

/** Adds a function that is called after each change, with the kind of change: work, output, catalog or shelf. */
export function watch(listener) { listeners.add(listener); }
function tell(what) { for (const listener of listeners) listener(what); }

/** Changes the job. Quick changes with the same label are one step of undo. */
export function change(label, body) {
  const before = snapshot();
  body(work);
  for (const key of Object.keys(work)) if (work[key] === undefined || work[key] === null) delete work[key];
  for (const key of ['fromFilters', 'toFilters', 'filters']) if (work[key]?.length === 0) delete work[key];
  tidy();
  if (snapshot() === before) return;
  const now = performance.now();
  if (label !== last.label || now - last.time > 700) past.push(before);
  last = {label, time: now};
  future.length = 0;
  if (past.length > 500) past.shift();
  keep();
  tell('work');
}

/** Ends a step of undo: the next change begins another step, even if it has the same label. */
export function endStep() { last = {label: '', time: 0}; }

/** Changes values of the view; a value of null removes its key. */
export function look(changes) {
  if (Object.entries(changes).every(([key, value]) => (view[key] ?? null) === value)) return;
  Object.assign(view, changes);
  for (const key of Object.keys(view)) if (view[key] === null) delete view[key];
  keep();
}

/** Changes the output. */
export function changeOutput(body) {
  body(output);
  for (const key of Object.keys(output)) if (output[key] === undefined || output[key] === null) delete output[key];
  keep();
  tell('output');
}

function restore(text) {
  work = JSON.parse(text);
  tidy();
  endStep();
  keep();
  tell('work');
}

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;
export function undo() { if (past.length) { future.push(snapshot()); restore(past.pop()); } }
export function redo() { if (future.length) { past.push(snapshot()); restore(future.pop()); } }

/** Returns the picture with a name, or the clip and the seconds of a moment such as `trip.mp4[3.5s]`. */
export function momentOf(name) {
  const [, base, time] = /^(.*)\[([\d.]+)s\]$/.exec(name ?? '') ?? [];
  const clip = shelf.pictures.find(each => each.name === base && each.duration !== undefined);
  if (clip) return {picture: clip, time: Number(time)};
  return {picture: shelf.pictures.find(each => each.name === name), time: 0};
}

export function setCatalog(next) { catalog = next; tell('catalog'); }
export function setShelf(next) {
  shelf = next;
  const names = [...shelf.pictures.map(picture => picture.name), ...added.keys()];
  const isKnown = name => names.includes(name) || momentOf(name).picture !== undefined;
  if (!isKnown(work.from)) work.from = names[0] ?? '';
  if (work.to !== undefined && !isKnown(work.to)) work.to = names[1] ?? names[0] ?? '';
  tell('shelf');
}

/** Returns the transition of the catalog that is on the stage; null for a chain or a flow. */
export function item() {
  if (work.flow || isChain() || !catalog) return null;
  return catalog.transitions.find(each => each.name === (work.transition?.name ?? 'pixellate-dissolve')) ?? null;
}

/** Whether there are filters around a transition or a blend. */
export const hasFilters = () => !work.flow && Boolean(work.fromFilters || work.toFilters || work.filters);

/** Whether filters and a blend are used in place of a transition. */
export const isChain = () => !work.flow && !work.source && !work.transition && (hasFilters() || Boolean(work.blend));

/** Removes the effects and the flow of a job, and adds a missing second picture. */
export function clear(work) {
  for (const key of ['flow', 'source', 'transition', 'fromFilters', 'toFilters', 'filters', 'blend']) delete work[key];
  work.to ??= (shelf.pictures.find(picture => picture.name !== work.from) ?? shelf.pictures[0])?.name;
}

const isThere = place => Boolean(place) && (place.place === 'blend' ? isChain() || hasFilters() : hasFilters() && place.index < (work[place.place]?.length ?? 0));

/** Replaces the transition, shader or blend between the pictures; keeps the filters. */
export function join(work, between) {
  for (const key of ['flow', 'source', 'transition', 'blend']) delete work[key];
  Object.assign(work, between);
  work.to ??= (shelf.pictures.find(picture => picture.name !== work.from) ?? shelf.pictures[0])?.name;
}

/** Removes from the view all references to missing parts of the job. */
function tidy() {
  if (!isThere(view.end)) delete view.end;
  if (!work.flow) delete view.motion;
}

/** Shows the whole picture of a screen of the flow, with its motion; null shows the film. */
export function adjust(screen) {
  if ((view.motion ?? null) === screen) return;
  look({motion: screen});
  tell('work');
}

/** Shows the chain only up to a filter or to the blend; null shows the whole chain. */
export function endAt(place) {
  look({end: isThere(place) ? place : null});
  tell('work');
}

/** The default blend of a chain: a dissolve that follows the progress. */
export const DISSOLVE = {name: 'dissolve', parameters: {mix: 'progress'}};

/** Returns the job up to a filter, or up to the transition or blend; `size` is the frame size as text. */
export function upTo({place, index}, size) {
  if (place === 'filters') return {...work, filters: work.filters.slice(0, index + 1)};
  if (place === 'blend') return {...work, filters: undefined, ...isChain() && {blend: work.blend ?? DISSOLVE}};
  const {fit, background, light, duration, ease} = work;
  return {
    from: place === 'fromFilters' ? work.from : work.to, filters: work[place].slice(0, index + 1),
    size: work.size ?? size, fit, background, light, duration, ease,
  };
}

/** Returns the job that the stage shows: the whole job, or the part up to `view.end`. */
export const shown = size => view.end ? upTo(view.end, size) : work;

let writing;
function keep() {
  clearTimeout(writing);
  writing = setTimeout(() => history.replaceState(null, '', `#${encodeURIComponent(JSON.stringify({work, output, view}))}`), 120);
}

/** Returns whether a value has the form of a job; the studio checks its content. */
function isWork(value) {
  const isItem = item => typeof item?.name === 'string' && (item.parameters === undefined || Object.values(item.parameters).every(each => typeof each === 'string'));
  const isText = each => typeof each?.name === 'string' && typeof each.text === 'string';
  const forms = {
    transition: isItem, blend: isItem, source: isText, flow: isText, duration: Number.isFinite,
    fromFilters: list => Array.isArray(list) && list.every(isItem), toFilters: list => Array.isArray(list) && list.every(isItem),
    filters: list => Array.isArray(list) && list.every(isItem),
  };
  const texts = ['from', 'to', 'operation', 'ease', 'size', 'fit', 'background', 'light'];
  const fits = ([key, each]) => forms[key] ? forms[key](each) : texts.includes(key) && typeof each === 'string';
  return typeof value?.from === 'string' && Object.entries(value).every(fits);
}

/** Reads the state from the address, if it is valid. */
export function readFragment() {
  try {
    const value = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    if (isWork(value.work)) work = value.work;
    if (typeof value.output?.file === 'string') output = value.output;
    const {time, zoom, tab, compare, motion, end: place} = value.view ?? {};
    if (time > 0 && time <= 1) view.time = time;
    if (['1', '4'].includes(zoom)) view.zoom = zoom;
    if (typeof tab === 'string') view.tab = tab;
    if (['from', 'to', 'plain'].includes(compare)) view.compare = compare;
    if (typeof motion === 'string' && work.flow) view.motion = motion;
    if (isThere(place)) view.end = place;
  } catch { /* no state, or an invalid one */ }
}

// The stage: scrubbing, playback, steps by frames, and gestures.
import {isOpen, newId, on, paintOn, send} from './wire.js';
import * as state from './state.js';
import * as compare from './compare.js';
import {atMost, choice, h, icon, iconButton, remember, remembered, say, segmented, short, shortened} from './dom.js';

/** Measurements, which tests and scripts/studio-speed read. */
export const stats = {frames: 0, dropped: 0, latencies: [], stages: [], renderMs: [], played: 0, moving: 0, id: 0, time: 0, progress: 0, exact: false, gesture: null};

let canvas, viewport, scrubber, counter, speedNote, notice, ending, marquee, playButton, loopButtons, speedButtons, dragButtons, zoomButton;
let time = 0;
let duration = 1;
let frameCount = 61;
let full = {width: 16, height: 9};
let isPlaying = false;
let started = 0;
let base = 0;
let direction = 1;
let loop = ['once', 'loop', 'boomerang'].find(each => each === remembered('loop')) ?? 'loop';
let speed = 1;
let dragMode = 'scrub';
let zoom = 'fit';
let sent = new Map();
let wanted = null;
let drawn = 0;
let resting;
let lastRest = 0;
/** The milliseconds from request to display of the last frame, without rendering; sent with the next request. */
let delay = null;
let replay = null;
/** The name of the screen whose whole picture is requested or shown; undefined if frames are shown. */
let whole;
/** The times at which frames were drawn during playback, in milliseconds. */
let shownAt = [];
const listeners = new Set();

/** Adds a function that is called after changes of the stage's time, at most ten times a second. */
export function watchTime(listener) { listeners.add(listener); }
const tell = atMost(100, () => { for (const listener of listeners) listener(time); });
export const now = () => time;

const layouts = new Set();
/** Adds a function that is called after each change of the frame's size. */
export function watchLayout(listener) { layouts.add(listener); }

export function build(root) {
  canvas = h('canvas', {class: 'picture', role: 'img', 'aria-label': 'The frame'});
  paintOn(canvas);
  notice = h('p', {class: 'notice', hidden: true, role: 'alert'});
  marquee = h('div', {class: 'marquee', hidden: true});
  const sheet = h('div', {class: 'sheet'}, canvas, marquee);
  ending = h('button', {type: 'button', class: 'ending', hidden: true, onclick: () => { state.endAt(null); state.adjust(null); }});
  viewport = h('div', {class: 'viewport'}, h('div', {class: 'canvas-box'}, sheet), ending, notice);
  compare.buildCompare(sheet);
  scrubber = h('input', {
    id: 'scrubber', type: 'range', min: '0', max: '60', step: '1', value: '0', class: 'scrubber',
    'aria-label': 'Time', oninput: () => { pause(); goTo(Number(scrubber.value) / Math.max(1, frameCount - 1)); },
  });
  counter = h('output', {class: 'counter', 'aria-label': 'Frame', 'aria-live': 'off', for: 'scrubber'});
  speedNote = h('span', {class: 'note', 'aria-label': 'Milliseconds a frame'});
  playButton = iconButton('play', 'Play', toggle, {class: 'icon play', id: 'play'});
  loopButtons = choice('Repeat', [['once', 'Once'], ['loop', 'Loop'], ['boomerang', 'Boomerang']], loop, setLoop);
  speedButtons = choice('Speed', [['1', '1×'], ['0.5', '1/2×'], ['0.25', '1/4×'], ['0.1', '1/10×']], '1', value => { rebase(); speed = Number(value); });
  dragButtons = segmented('Dragging', [['scrub', 'Scrub'], ['gesture', 'Gesture']], dragMode, setDrag);
  zoomButton = h('button', {type: 'button', class: 'quiet', onclick: nextZoom, title: 'Zoom (z)'}, icon('zoom'), h('span', {}, 'Fit'));
  root.append(
    viewport,
    h('div', {class: 'transport'},
      h('div', {class: 'line'}, scrubber),
      h('div', {class: 'line controls'},
        h('div', {class: 'group'},
          iconButton('first', 'First frame', () => { pause(); goTo(0); }),
          iconButton('previous', 'Previous frame', () => stepFrame(-1)),
          playButton,
          iconButton('next', 'Next frame', () => stepFrame(1)),
          iconButton('last', 'Last frame', () => { pause(); goTo(1); }),
          counter),
        h('div', {class: 'group end'}, speedNote, compare.compareChoice(() => state.shown(sizeText()), () => { stats.exact = false; request(); }), loopButtons, speedButtons, zoomButton, dragButtons))));
  dragging();
  new ResizeObserver(() => { layout(); request(); }).observe(viewport);
  state.watch(what => {
    if (what !== 'work' && what !== 'shelf') return;
    measure();
    showEnding();
    // Ends the mode for gestures, since the text of a flow contains its gestures.
    if (state.work.flow && dragMode === 'gesture') toggleGesture();
    dragButtons.lastChild.disabled = Boolean(state.work.flow);
    // Keeps the whole picture of the screen on the stage while its motion changes.
    if (what === 'work' && whole && whole === state.view.motion) return;
    stats.exact = false;
    request();
  });
  on('open', () => { sent.clear(); drawn = 0; measure(); request(); });
  on('frame', show);
  on('problem', problem);
  on('description', message => {
    duration = message.duration;
    frameCount = message.frames;
    scrubber.max = String(Math.max(1, frameCount - 1));
    mark();
  });
  on('panned', panned);
  time = state.view.time ?? 0;
  zoom = state.view.zoom ?? 'fit';
  showZoom();
  showEnding();
  mark();
}

const showZoom = () => { zoomButton.lastChild.textContent = {fit: 'Fit', 1: '1 : 1', 4: '4 : 1'}[zoom]; };

/** Displays the last filter that is shown, or the screen whose motion is adjusted. */
function showEnding() {
  const {view: {end, motion}, work} = state;
  ending.hidden = !end && !motion;
  viewport.classList.toggle('adjusting', Boolean(motion));
  if (motion) ending.replaceChildren(`Motion of ${shortened(motion)}`, icon('close'), h('span', {class: 'unseen'}, 'Show the film'));
  if (end) ending.replaceChildren(end.place === 'blend' ? 'Up to the blend' : `Up to ${work[end.place][end.index].name}`, icon('close'), h('span', {class: 'unseen'}, 'Show the whole result'));
}

/** Returns the size of the frame as text. */
export const sizeText = () => `${full.width}x${full.height}`;

/** Estimates the size of the frame until the first frame arrives. */
function measure() {
  const size = /^(\d+)x(\d+)$/.exec(state.work.size ?? '');
  const {picture} = state.momentOf(state.work.from);
  if (state.work.flow) return layout();
  if (size) full = {width: Number(size[1]), height: Number(size[2])};
  else if (picture?.width) full = {width: picture.width, height: picture.height};
  layout();
}

function layout() {
  const box = {width: viewport.clientWidth - 32, height: viewport.clientHeight - 32};
  const ratio = devicePixelRatio || 1;
  let scale = Math.min(box.width / full.width, box.height / full.height);
  if (zoom !== 'fit') scale = Number(zoom) / ratio;
  canvas.style.width = `${Math.max(1, full.width * scale)}px`;
  canvas.style.height = `${Math.max(1, full.height * scale)}px`;
  canvas.parentNode.classList.toggle('pixels', scale * ratio > 1.5);
  viewport.classList.toggle('zoomed', zoom !== 'fit');
  for (const listener of layouts) listener();
}

const room = () => {
  const ratio = devicePixelRatio || 1;
  if (zoom !== 'fit') return {width: Math.min(16384, full.width), height: Math.min(16384, full.height)};
  return {
    width: Math.max(16, Math.min(16384, Math.round((viewport.clientWidth - 32) * ratio))),
    height: Math.max(16, Math.min(16384, Math.round((viewport.clientHeight - 32) * ratio))),
  };
};

/**
 * Requests the frame at the current time. While two are pending, only the newest other request waits.
 */
export function request(progress = null) {
  clearTimeout(resting);
  if (!isOpen() || !state.work.from) return;
  // Adds only a missing class, since adding costs time.
  if (!document.body.classList.contains('busy')) document.body.classList.add('busy');
  // Forgets the last request for a lossless frame, since its frame is now out of date.
  lastRest = 0;
  wanted = {progress, since: wanted?.since ?? performance.now()};
  if (sent.size < 2) ask();
  resting = setTimeout(rest, 160);
}

function ask(exact = false) {
  const {progress, since} = wanted ?? {progress: null, since: performance.now()};
  wanted = null;
  const id = newId();
  // Stores both times, since the latency includes the wait for earlier requests.
  sent.set(id, {since, asked: performance.now()});
  const at = progress === null ? {time} : {progress};
  if (exact) lastRest = id;
  whole = state.view.motion;
  send('view', {id, job: state.shown(sizeText()), ...at, ...room(), exact, delay, screen: whole});
  delay = null;
  compare.ask(at, room(), exact);
}

/** Requests the lossless frame in full size after all movement has ended. */
function rest() {
  if (isPlaying || panning || replay || stats.exact) return;
  if (sent.size > 0) { resting = setTimeout(rest, 80); return; }
  state.look({time: time > 0 ? time : null});
  ask(true);
}

/** Handles a frame that was drawn, or that arrived too late to be drawn. */
function show(message) {
  if (message.before) return;
  const began = sent.get(message.id);
  stats.dropped += message.dropped;
  for (const id of sent.keys()) if (id <= message.id) sent.delete(id);
  if (wanted && sent.size < 2) ask();
  if (message.isLate || message.id < drawn) return;
  drawn = message.id;
  notice.hidden = true;
  const {width, height, fullWidth, fullHeight} = message;
  if (fullWidth !== full.width || fullHeight !== full.height || width !== stats.width || height !== stats.height) {
    full = {width: fullWidth, height: fullHeight};
    layout();
  }
  if (began) measureFrame(began, message);
  stats.frames++;
  if (isPlaying) {
    stats.played++;
    shownAt = [...shownAt.filter(each => performance.now() - each < 1000), performance.now()];
  }
  // Ignores the gesture of a frame that arrives after the end of the gesture was reported.
  const isUnderWay = message.gesture && message.id !== endedGesture;
  Object.assign(stats, {id: message.id, time: message.time, progress: message.progress, exact: message.exact && message.id === lastRest, gesture: isUnderWay ? message.gesture : stats.gesture, width: message.width, height: message.height});
  stats.renderMs.push(message.renderMs);
  if (stats.renderMs.length > 60) stats.renderMs.shift();
  if (isUnderWay) {
    time = Math.max(0, Math.min(1, message.progress));
    mark();
    tell();
  }
  if (message.exact || message.id === lastRest) document.body.classList.remove('busy');
  else showSpeed(message);
}

const showSpeed = atMost(150, ({renderMs, encodeMs, width, height}) => {
  speedNote.textContent = `${short(median(stats.renderMs), 1)} ms${isPlaying && shownAt.length > 9 ? ` · ${rate()}/s` : ''}`;
  speedNote.title = `Rendered in ${renderMs} ms, encoded in ${encodeMs} ms, ${width}×${height}`;
});

/**
 * Records the latency of a frame and its parts: waiting, transfer, rendering, encoding, decoding, and drawing
 * (including the worker's report).
 */
function measureFrame({since, asked}, {renderMs, encodeMs, decodeMs, arrived, exact, width}) {
  const [now, came] = [performance.now(), arrived - performance.timeOrigin];
  if (!exact) [delay, stats.moving] = [now - asked - renderMs, width];
  stats.latencies.push(now - since);
  stats.stages.push([asked - since, came - asked - renderMs - encodeMs, renderMs, encodeMs, decodeMs, now - came - decodeMs]);
  for (const list of [stats.latencies, stats.stages]) if (list.length > 5000) list.shift();
}

/** Returns the number of frames per second during playback. */
const rate = () => Math.round(1000 * (shownAt.length - 1) / (shownAt.at(-1) - shownAt[0]));

const median = list => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;

function problem({about, id, message}) {
  if (about !== 'view') return;
  for (const each of sent.keys()) if (each <= id) sent.delete(each);
  drawn = Math.max(drawn, id);
  whole = undefined;
  notice.textContent = message.charAt(0).toUpperCase() + message.slice(1);
  notice.hidden = false;
  if (wanted && sent.size < 2) ask();
}

const mark = atMost(40, () => {
  const frame = Math.round(time * Math.max(1, frameCount - 1));
  scrubber.value = String(frame);
  scrubber.style.setProperty('--at', `${100 * time}%`);
  scrubber.setAttribute('aria-valuetext', `Frame ${frame + 1} of ${frameCount}, ${short(time * duration, 2)} seconds`);
  counter.replaceChildren(h('b', {}, String(frame + 1)), ` / ${frameCount}`, h('span', {}, `${(time * duration).toFixed(2)} s`));
});

/** Moves to a time, 0 to 1. */
export function goTo(next) {
  time = Math.max(0, Math.min(1, next));
  stats.exact = false;
  mark();
  tell();
  request();
}

export function stepFrame(count) {
  pause();
  goTo((Math.round(time * (frameCount - 1)) + count) / Math.max(1, frameCount - 1));
}

export function toggle() { if (isPlaying) pause(); else play(); }

export function pause() {
  if (!isPlaying && !replay) return;
  isPlaying = false;
  replay = null;
  showPlaying();
  stats.exact = false;
  request();
}

export function play() {
  state.adjust(null);
  replay = null;
  isPlaying = true;
  stats.exact = false;
  if (time >= 1) time = 0;
  direction = 1;
  shownAt = [];
  rebase();
  showPlaying();
  requestAnimationFrame(tick);
}

function showPlaying() {
  playButton.replaceChildren(icon(isPlaying ? 'pause' : 'play'));
  playButton.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
  playButton.title = isPlaying ? 'Pause (space)' : 'Play (space)';
}

function rebase() { base = time; started = performance.now(); }

function tick(stamp) {
  if (!isPlaying) return;
  let next = base + direction * speed * (Math.max(stamp, started) - started) / 1000 / duration;
  const pauseTime = 0.35 / duration;
  if (next > 1 || next < 0) {
    const beyond = next > 1 ? next - 1 : -next;
    if (loop === 'once') { time = next > 1 ? 1 : 0; mark(); pause(); return goTo(time); }
    next = next > 1 ? 1 : 0;
    // Pauses at each end, so that the first and the last frame are visible.
    if (beyond > pauseTime * speed) {
      if (loop === 'boomerang') direction = -direction;
      else next = 0;
      time = next;
      rebase();
    }
  }
  time = next;
  mark();
  tell();
  request();
  requestAnimationFrame(tick);
}

function setLoop(value) { loop = value; remember('loop', value); rebase(); direction = 1; }
export function nextLoop() {
  const order = ['once', 'loop', 'boomerang'];
  setLoop(order[(order.indexOf(loop) + 1) % 3]);
  loopButtons.set(loop);
}
export function nextSpeed() {
  const order = [1, 0.5, 0.25, 0.1];
  rebase();
  speed = order[(order.indexOf(speed) + 1) % 4];
  speedButtons.set(String(speed));
}
function setDrag(value) {
  if (value === 'gesture' && state.work.flow) return;
  dragMode = value;
  viewport.classList.toggle('gesturing', value === 'gesture');
  if (value === 'gesture') say('Drag across the picture, from the right half to the left or from the left half to the right, and let go');
}
export function toggleGesture() {
  setDrag(dragMode === 'scrub' ? 'gesture' : 'scrub');
  dragButtons.set(dragMode);
}
export function nextZoom() {
  const order = ['fit', '1', '4'];
  zoom = order[(order.indexOf(zoom) + 1) % 3];
  showZoom();
  state.look({zoom: zoom === 'fit' ? null : zoom});
  const middle = [viewport.scrollLeft + viewport.clientWidth / 2, viewport.scrollTop + viewport.clientHeight / 2];
  const before = [viewport.scrollWidth, viewport.scrollHeight];
  layout();
  // Keeps the center of the view after zooming.
  viewport.scrollTo(
    middle[0] * viewport.scrollWidth / before[0] - viewport.clientWidth / 2,
    middle[1] * viewport.scrollHeight / before[1] - viewport.clientHeight / 2);
  stats.exact = false;
  request();
}

// Drags on the picture: scrubbing, picking positions and gestures.

let panning = null;
/**
 * The function that receives clicks and drags on the picture, with positions as fractions; if null, dragging
 * scrubs.
 */
let picker = null;

let pickButton = null;

/**
 * Passes clicks and drags on the picture to a function instead of scrubbing; null restores scrubbing. With a button,
 * this lasts until the button is pressed again, else until the end of the first drag.
 */
export function pick(callback, button = null) {
  const isOver = callback && button && button === pickButton;
  pickButton?.setAttribute('aria-pressed', false);
  picker = isOver ? null : callback;
  pickButton = picker && button;
  pickButton?.setAttribute('aria-pressed', true);
  outline(null);
  viewport.classList.toggle('picking', Boolean(picker));
}

/** Ends picking of positions; returns whether picking was active. */
export function endPick() {
  const was = Boolean(picker);
  if (was) pick(null);
  return was;
}

/**
 * Outlines a rectangle or marks a point, in fractions of the picture's sides; null removes the mark.
 */
export function outline(rectangle) {
  marquee.hidden = !rectangle;
  marquee.classList.toggle('dot', rectangle?.length === 2);
  if (!rectangle) return;
  ['left', 'top', 'width', 'height'].forEach((key, index) => { marquee.style[key] = index < rectangle.length ? `${100 * rectangle[index]}%` : ''; });
}

/** Returns the full size of the frame in pixels. */
export const fullSize = () => full;

/** Adds an element over the picture, and returns the element. */
export function overlay(element) {
  canvas.parentNode.append(element);
  return element;
}

function dragging() {
  const place = event => {
    const box = canvas.getBoundingClientRect();
    return {x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height};
  };
  let origin = null;
  canvas.addEventListener('pointerdown', event => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
    const at = place(event);
    if (picker) {
      origin = {...at, picks: true};
      picker(origin, at, 'begin');
      return;
    }
    pause();
    if (dragMode === 'gesture') {
      panning = {id: newId(), start: event.timeStamp};
      sent.clear();
      stats.exact = false;
      pan('begin', at, event.timeStamp);
      return;
    }
    origin = {x: event.clientX, time, moved: false};
  });
  canvas.addEventListener('pointermove', event => {
    if (panning) return pan('move', place(event), event.timeStamp);
    if (origin?.picks) return picker?.(origin, place(event), 'move');
    if (!origin) return;
    // Maps the whole width of the picture to the whole time.
    const way = (event.clientX - origin.x) / canvas.getBoundingClientRect().width;
    if (Math.abs(way) > 0.004) origin.moved = true;
    if (origin.moved) goTo(origin.time + way);
  });
  const end = event => {
    if (panning) { pan('end', place(event), event.timeStamp); panning = null; }
    if (origin?.picks) {
      const done = picker;
      if (!pickButton) pick(null);
      done?.(origin, place(event), 'end');
    }
    else if (origin && !origin.moved && event.type === 'pointerup') toggle();
    origin = null;
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
}

/**
 * Sends a position of a gesture. `stamp` is the time of the event in milliseconds, not the current time,
 * since a busy page may handle the event later.
 */
function pan(phase, {x}, stamp) {
  clearTimeout(resting);
  send('pan', {
    id: panning.id, phase, x: Math.max(-2, Math.min(3, x)), time: Math.max(0, stamp - panning.start) / 1000,
    job: state.work, ...room(),
  });
}

let recorded = null;
let endedGesture = 0;
/** The function that receives the recording of each gesture. */
export let onRecorded = () => {};
export function watchGesture(listener) { onRecorded = listener; }

function panned(message) {
  recorded = message;
  time = message.completed ? 1 : 0;
  mark();
  say(message.completed ? 'Finished' : 'Cancelled');
  endedGesture = message.id;
  stats.outcome = message.completed;
  stats.gesture = message.completed ? 'completed' : 'cancelled';
  onRecorded(message);
  stats.exact = false;
  resting = setTimeout(rest, 160);
}

/** Replays the last gesture. */
export function replayGesture() {
  if (!recorded) return;
  pause();
  const mine = replay = {start: performance.now(), frames: recorded.frames};
  stats.exact = false;
  const step = stamp => {
    if (replay !== mine) return;
    const frame = Math.floor(Math.max(0, stamp - mine.start) * 60 / 1000);
    const progress = mine.frames[Math.min(frame, mine.frames.length - 1)];
    time = Math.max(0, Math.min(1, progress));
    mark();
    request(progress);
    if (frame < mine.frames.length) requestAnimationFrame(step);
    else replay = null;
  };
  requestAnimationFrame(step);
}

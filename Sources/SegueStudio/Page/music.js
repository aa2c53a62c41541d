// The music of a film: the sound in the text of its storyboard.
import * as state from './state.js';
import {h, iconButton, shortened} from './dom.js';
import {on} from './wire.js';

let box, files, fade;
/** The last text that the studio described, and the sound in it. */
let described = {};
/** The sound file to set as music once the text is described; empty to remove the music, null for no change. */
let wanted = null;

/** Returns a name as YAML; a string of JSON is also a string of YAML. */
export const written = name => /^[A-Za-z][\w.-]*$/.test(name) ? name : JSON.stringify(name);

/** Makes the controls of the music; `add` receives chosen files. */
export function buildMusic(add) {
  const chooser = h('input', {type: 'file', id: 'music-file', accept: 'audio/*', hidden: true, 'aria-label': 'A sound file', onchange: () => { add(chooser.files); chooser.value = ''; }});
  files = h('select', {id: 'music', onchange: () => choose(files.value)});
  fade = h('input', {type: 'number', id: 'music-fade', min: 0, step: 'any', onchange: () => write(described.audio.fade.place, String(Math.max(0, Number(fade.value))))});
  box = h('div', {class: 'fields', hidden: true},
    h('div', {class: 'field'}, h('label', {for: 'music'}, 'Music'), h('div', {class: 'row music'}, files, iconButton('add', 'Add a sound file', () => chooser.click()), chooser)),
    h('div', {class: 'field'}, h('label', {for: 'music-fade'}, 'Fade-out of the music, in s'), fade));
  on('description', message => {
    described = {text: message.yaml, audio: message.audio};
    show();
  });
  state.watch(what => {
    if (!state.work.flow) wanted = null;
    if (what === 'shelf') show();
  });
  return box;
}

/** Makes a sound of the studio the music of the film; an empty name removes the music. */
export function choose(name) {
  wanted = name;
  show();
}

function show() {
  const {audio, text} = described;
  if (!audio || state.work.flow?.text !== text) return;
  const {file, lines} = audio;
  if (wanted !== null) {
    const name = wanted;
    wanted = null;
    if (name !== file.text) return write(name ? file.place ?? lines : lines && {...lines, before: '', after: ''}, name && written(name));
  }
  box.hidden = !file.place && !lines;
  const names = new Set([...state.shelf.sounds, ...file.text ? [file.text] : []]);
  files.replaceChildren(h('option', {value: ''}, 'None'), ...[...names].map(name => h('option', {value: name}, shortened(name))));
  files.value = file.text;
  fade.parentNode.hidden = !audio.fade.place;
  if (document.activeElement !== fade) fade.value = Number(audio.fade.text);
}

/** Replaces a range of the flow's text by a value, if the studio has described the current text. */
function write(place, value) {
  const {flow} = state.work;
  const {text} = described;
  if (!place || flow?.text !== text) return;
  state.change(`music ${value}`, work => { work.flow = {...flow, text: text.slice(0, place.start) + place.before + value + place.after + text.slice(place.end)}; });
}

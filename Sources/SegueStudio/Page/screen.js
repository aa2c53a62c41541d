// The screen of a flow at the current time: its title and its motion, which are values in the text of the flow.
import * as state from './state.js';
import {h, shortened} from './dom.js';
import {on} from './wire.js';

/** The name of the screen at the current time. */
export let name = '';
/** The last text that the studio described, and its screens. */
let described = {text: '', screens: []};
/** The last change of the described text: the key, the screen, and the changed text. */
let written = {};
const listeners = new Set();

/** Adds a function that is called after each change of the screen or of its values. */
export function watchScreen(listener) { listeners.add(listener); }
function tell() { for (const listener of listeners) listener(); }

/** The screen at the current time, with its values; undefined before the first description. */
export const current = () => described.screens.find(each => each.name === name);

/** Whether the studio has described the text of a flow. */
export const isDescribed = () => described.text !== '';

/** Sets the name of the screen at the current time, and calls the listeners if it is another screen. */
export function follow(next) {
  if (next === name) return;
  name = next;
  tell();
}

/** Writes a value of the screen into the text of the flow. */
export function write(key, text) {
  const value = current()?.[key];
  const {flow} = state.work;
  if (!value?.place || value.text === text) return;
  // Does nothing until the studio has described the text, except for further changes of the same value.
  const isKnown = flow.text === described.text || flow.text === written.text && written.key === key && written.name === name;
  if (!isKnown) return;
  const {start, end, before, after} = value.place;
  // Quotes the value as in JSON, since a string of JSON is also a string of YAML.
  const scalar = /^[a-z]+$/.test(text) && key !== 'title' ? text : JSON.stringify(text);
  value.text = text;
  written = {key, name, text: described.text.slice(0, start) + before + scalar + after + described.text.slice(end)};
  state.change(`${key}-${name}`, work => { work.flow = {...flow, text: written.text}; });
  tell();
}

/** Makes the controls of the screen: its name, its title, and the given controls. */
export function buildScreen(...controls) {
  const heading = h('h3', {id: 'screen-name'});
  const title = h('input', {type: 'text', id: 'screen-title', placeholder: 'None', oninput: () => write('title', title.value)});
  const field = h('div', {class: 'field'}, h('label', {for: 'screen-title'}, 'Title'), title);
  const hint = h('p', {class: 'hint'}, 'The text of this screen is elsewhere: change it there.');
  const box = h('div', {class: 'screen-box', hidden: true, role: 'group', 'aria-labelledby': heading.id}, heading, field, hint, controls);
  watchScreen(() => {
    const screen = current();
    box.hidden = !screen;
    if (!screen) return;
    heading.textContent = shortened(name);
    heading.title = name;
    title.disabled = !screen.title.place;
    hint.hidden = Boolean(screen.title.place);
    if (document.activeElement !== title) title.value = screen.title.text;
  });
  on('description', message => {
    if (!message.screens || message.yaml !== state.work.flow?.text) return;
    described = {text: message.yaml, screens: message.screens};
    tell();
  });
  return box;
}

// Functions that make and update elements of the page.

/** Makes an HTML element, such as h('button', {class: 'x', onclick: f}, 'text', child). */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== 'list' && key !== 'form' && typeof value !== 'string') element[key] = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an SVG element. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const paths = {
  swap: 'M7 7h13l-3.5-3.5M17 17H4l3.5 3.5',
  add: 'M12 5v14M5 12h14',
  undo: 'M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm16 5 4 4-4 4M20 9H10a6 6 0 0 0 0 12h3',
  help: 'M9.2 9a3 3 0 1 1 4.3 2.7c-1 .5-1.5 1.1-1.5 2.3M12 17.5v.2',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  first: 'M6 6v12M18 6l-8.5 6L18 18z',
  last: 'M18 6v12M6 6l8.5 6L6 18z',
  previous: 'm14.5 6-6 6 6 6',
  next: 'm9.5 6 6 6-6 6',
  star: 'm12 4.2 2.4 5 5.4.7-4 3.8 1 5.4-4.8-2.6-4.8 2.6 1-5.4-4-3.8 5.4-.7z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  reset: 'M5 12a7 7 0 1 0 2.2-5.1L5 9M5 4.5V9h4.5',
  close: 'm6.5 6.5 11 11M17.5 6.5l-11 11',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  hand: 'M8 12V6.5a1.5 1.5 0 0 1 3 0V11m0-5.5a1.5 1.5 0 0 1 3 0V11m0-3.5a1.5 1.5 0 0 1 3 0V15a6 6 0 0 1-6 6c-3 0-4-1.5-6-5.5-.8-1.6.9-2.6 2-1.2l1 1.2',
  zoom: 'M4 9V4h5M20 15v5h-5M4 4l6 6M20 20l-6-6',
  motion: 'M4 12c2.7-8 5.3-8 8 0s5.3 8 8 0',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  download: 'M12 4v11m-4.5-4L12 15.5 16.5 11M5 20h14',
  up: 'm6 14.5 6-6 6 6',
  text: 'M5 6.5V5h14v1.5M12 5v14M9.5 19h5',
};

/** Makes an icon by name, hidden from screen readers. */
export function icon(name) {
  return s('svg', {viewBox: '0 0 24 24', 'aria-hidden': 'true', class: `i i-${name}`}, s('path', {d: paths[name]}));
}

/** Makes a button with an icon, and a label for screen readers. */
export function iconButton(name, label, onclick, extra = {}) {
  return h('button', {class: 'icon', 'aria-label': label, title: label, type: 'button', onclick, ...extra}, icon(name));
}

/** Makes a row of buttons, one of which is selected. */
export function segmented(label, choices, value, onchange) {
  const group = h('div', {class: 'segmented', role: 'radiogroup', 'aria-label': label});
  const set = next => {
    for (const button of group.children) {
      const on = button.dataset.value === next;
      button.setAttribute('aria-checked', on);
      button.tabIndex = on ? 0 : -1;
    }
  };
  for (const [key, text] of choices) {
    group.append(h('button', {
      type: 'button', role: 'radio', 'data-value': key,
      onclick: () => { set(key); onchange(key); },
      onkeydown: event => {
        const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const buttons = [...group.children];
        const next = buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length];
        next.focus();
        next.click();
      },
    }, text));
  }
  set(value);
  group.set = set;
  return group;
}

/** Makes a small drop-down list. */
export function choice(label, choices, value, onchange) {
  const select = h('select', {class: 'small', 'aria-label': label, title: label, onchange: () => onchange(select.value)},
    choices.map(([key, text]) => h('option', {value: key}, text)));
  select.set = next => { select.value = next; };
  select.set(value);
  return select;
}

/** Shortens a name in the middle, since names of files usually differ at their ends. */
export function shortened(name, most = 30) {
  const letters = [...name];
  if (letters.length <= most) return name;
  const end = Math.floor(most / 2);
  return `${letters.slice(0, most - end - 1).join('')}…${letters.slice(-end).join('')}`;
}

/** Formats a number without trailing zeros. */
export function short(value, digits = 4) {
  return String(Number(Number(value).toFixed(digits)));
}

/**
 * Throttles a function, to avoid needless layout: the first call is immediate; later calls are delayed until
 * `milliseconds` after the previous one, and only the newest of them is made.
 */
export function atMost(milliseconds, body) {
  let resting = 0;
  let next = null;
  const run = args => {
    next = null;
    resting = setTimeout(() => { resting = 0; if (next) run(next); }, milliseconds);
    body(...args);
  };
  return (...args) => { if (resting) next = args; else run(args); };
}

/** Returns a setting from a cookie, or null; cookies ignore ports, so the studios of a machine share settings. */
export const remembered = key => document.cookie.split('; ').find(each => each.startsWith(`segue-${key}=`))?.split('=')[1] ?? null;
export function remember(key, text) { document.cookie = `segue-${key}=${text}; path=/; max-age=31536000; SameSite=Strict`; }

/** Formats a number with its noun, such as 1 frame or 2 frames. */
export const count = (number, name) => `${number} ${name}${number === 1 ? '' : 's'}`;

let timer;
/** Shows a message at the top of the page; an error is shown longer. */
export function say(text, isError = false, time = isError ? 8000 : 2500) {
  const status = document.getElementById('status');
  status.textContent = text;
  status.classList.toggle('error', isError);
  status.hidden = !text;
  clearTimeout(timer);
  if (text) timer = setTimeout(() => { status.hidden = true; }, Math.min(time, 2 ** 31 - 1));
}

/**
 * Copies text to the clipboard. Without a clipboard API, as without TLS, copies from a selected text area.
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h('textarea', {class: 'hidden-copy', 'aria-hidden': 'true'});
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say('Copied');
}

/** Saves a file to the browser's downloads. */
export function download(name, parts) {
  const address = URL.createObjectURL(new Blob(parts));
  const link = h('a', {href: address, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

// The dialog of one item: its picture with sliders, and its code.

const dialog = document.getElementById('item'), stage = document.getElementById('stage');
const time = document.getElementById('time'), play = document.getElementById('play');
/** The item in the dialog; the parameter whose frames are on the stage, and its value; whether the stage plays. */
let shown = null, changed = null, isPlaying = false, since = 0;

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

function openItem(item) {
  shown = item;
  changed = null;
  document.getElementById('item-name').textContent = item.name;
  document.getElementById('item-family').textContent = item.family;
  document.getElementById('summary').textContent = sentence(item.summary);
  const names = [...item.aliases ?? [], ...item.variants ?? []];
  document.getElementById('names').textContent = names.length ? `Also: ${names.join(', ')}` : '';
  stage.setAttribute('aria-label', `${item.name}, moving`);
  time.max = item.picture.count - 1;
  const sliders = item.parameters.filter(one => one.values), others = item.parameters.filter(one => !one.values);
  document.getElementById('parameters').replaceChildren(
    ...sliders.length ? [make('h3', {textContent: 'Parameters'})] : [],
    ...sliders.map(parameterRow),
    ...others.length ? [make('details', {open: !sliders.length}, make('summary', {textContent: `${sliders.length ? 'More parameters' : 'Parameters'} (${others.length})`}), make('dl', {}, ...others.flatMap(one => [
      make('dt', {}, make('code', {textContent: one.name}), ` ${one.unit ?? ''}`), make('dd', {textContent: `${one.summary} ${range(one)}`})])))] : []);
  showCurve(item);
  fillCode();
  setPlaying(isMoving());
  since = performance.now();
  showTime(isPlaying ? 0 : restingFrame(item));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);
const range = one => [one.maximum !== undefined ? `${one.minimum ?? 0} to ${one.maximum};` : '', `default ${one.default}`].filter(Boolean).join(' ');
const initial = one => shown.base[one.name] ?? one.default;

/** A slider or a choice of one parameter, over frames that were rendered for its values. */
function parameterRow(one) {
  const id = `parameter-${one.name}`, first = one.values.indexOf(initial(one));
  const value = make('output', {textContent: withUnit(one, initial(one))});
  const control = one.words
    ? make('select', {id}, ...one.values.map(word => make('option', {value: word, textContent: word})))
    : make('input', {id, type: 'range', min: 0, max: one.values.length - 1, value: first});
  if (one.words) control.value = initial(one);
  control.addEventListener('input', () => {
    const at = one.words ? control.selectedIndex : Number(control.value);
    reset(one);
    changed = {parameter: one, at};
    value.textContent = withUnit(one, one.values[at]);
    setPlaying(false);
    showFrame(stage, one.picture, at);
    fillCode();
  });
  control.dataset.parameter = one.name;
  control.undo = () => {
    if (one.words) control.value = initial(one); else control.value = first;
    value.textContent = withUnit(one, initial(one));
  };
  return make('div', {className: 'parameter'},
    make('label', {htmlFor: id, title: range(one)}, make('code', {textContent: one.name}), ' ', make('span', {className: 'soft', textContent: one.summary})),
    make('div', {className: 'slide'}, control, ...one.words ? [] : [value]));
}

const withUnit = (one, value) => `${value} ${one.unit ?? ''}`.trim();

/** Sets all parameters back but one: frames show the change of one parameter. */
function reset(kept) {
  for (const control of document.querySelectorAll('[data-parameter]')) {
    if (control.dataset.parameter !== kept?.name) control.undo();
  }
}

/** The parameters that the code names. */
function pairs() {
  if (changed && changed.parameter.values[changed.at] !== initial(changed.parameter)) {
    return Object.entries({...shown.base, [changed.parameter.name]: changed.parameter.values[changed.at]});
  }
  return shown.text === shown.name ? [] : Object.entries(shown.base);
}

function fillCode() {
  document.getElementById('code').replaceChildren(...Object.entries(codeOf(shown, shown.base ? pairs() : [])).map(([language, text]) => {
    const button = make('button', {type: 'button', textContent: 'Copy', ariaLabel: `Copy ${language}`});
    button.addEventListener('click', () => copy(text, button));
    return make('figure', {}, make('figcaption', {}, language, button), make('pre', {}, make('code', {textContent: text})));
  }));
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page of a folder may have no clipboard: an old way remains.
    const field = make('textarea', {value: text});
    dialog.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
    button.focus();
  }
  button.textContent = 'Copied';
  document.getElementById('said').textContent = 'Copied';
  setTimeout(() => { button.textContent = 'Copy'; }, 1500);
}

/** Draws the curve of an easing over the stage. */
function showCurve(item) {
  stage.replaceChildren(...item.curve ? [curve(item)] : []);
}

function curve(item) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  element.setAttribute('viewBox', '-5 -40 110 180');
  element.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(element.namespaceURI, 'path');
  const points = item.curve.map((value, at) => value === null ? null : `${(at / (item.curve.length - 1) * 100).toFixed(1)} ${(100 - 100 * value).toFixed(1)}`);
  line.setAttribute('d', `M${points.filter(Boolean).join('L')}`);
  const box = document.createElementNS(element.namespaceURI, 'path');
  box.setAttribute('class', 'box');
  box.setAttribute('d', 'M0 0V100H100V0Z');
  element.append(box, line);
  return element;
}

function showTime(frame) {
  showFrame(stage, shown.picture, frame);
  time.value = frame;
  document.getElementById('time-text').textContent = `${Math.round(frame / (shown.picture.count - 1) * 100)} %`;
}

function setPlaying(plays) {
  isPlaying = plays;
  play.textContent = plays ? '❚❚' : '▶';
  play.setAttribute('aria-label', plays ? 'Pause' : 'Play');
}

time.addEventListener('input', () => {
  setPlaying(false);
  changed = null;
  reset();
  fillCode();
  showTime(Number(time.value));
});
play.addEventListener('click', () => {
  changed = null;
  reset();
  fillCode();
  setPlaying(!isPlaying);
  since = performance.now();
});
document.getElementById('close').addEventListener('click', () => dialog.close());
document.getElementById('former').addEventListener('click', () => step(-1));
document.getElementById('next').addEventListener('click', () => step(1));
// A click beside the dialog closes it.
dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
dialog.addEventListener('keydown', event => {
  if (event.target.matches('input, select') || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowLeft') step(-1);
  if (event.key === 'ArrowRight') step(1);
});
dialog.addEventListener('close', () => {
  const former = shown;
  shown = null;
  history.replaceState(null, '', location.pathname + location.search);
  linkOf(former)?.focus();
});

/** Opens the next item of the list, or the former one. */
function step(way) {
  const items = listed(), at = items.indexOf(shown);
  const next = items[(at + way + items.length) % items.length];
  if (next) location.replace(address(next));
}

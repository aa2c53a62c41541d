// The inspector: tabs for the gallery, parameters, time, shader, flow and export.
import * as state from './state.js';
import {h, icon, iconButton, say, short, shortened} from './dom.js';
import * as stage from './stage.js';
import * as titles from './titles.js';
import {buildTime} from './time.js';
import {buildHome} from './export.js';
import {buildShader, openText} from './shader.js';
import {buildFlow} from './flow.js';
import {newId, on, send} from './wire.js';

const tabs = [['gallery', 'Gallery'], ['tune', 'Tune'], ['time', 'Time'], ['shader', 'Shader'], ['flow', 'Film'], ['home', 'Export']];
let tune;
/** The description of the shader in the editor, with its parameters. */
let shaderParameters = null;

/** Builds the tabs; `addSounds` receives chosen files. */
export function build(root, gallery, addSounds) {
  const bar = h('div', {class: 'tabs', role: 'tablist', 'aria-label': 'Inspector'});
  const panes = {gallery};
  for (const [name, title] of tabs) {
    bar.append(h('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': name === 'gallery' ? 'gallery' : `pane-${name}`, class: `tab tab-${name}`,
      onclick: () => choose(name), onkeydown: event => {
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const shown = [...bar.children].filter(each => each.offsetParent);
        const next = shown[(shown.indexOf(event.target) + step + shown.length) % shown.length];
        next.focus();
        next.click();
      },
    }, title));
    if (name !== 'gallery') panes[name] = h('div', {class: 'pane', role: 'tabpanel', id: `pane-${name}`, 'aria-labelledby': `tab-${name}`});
  }
  function choose(name) {
    stage.endPick();
    state.look({tab: name === 'tune' ? null : name});
    document.body.dataset.tab = name;
    for (const [each] of tabs) {
      const tab = bar.querySelector(`.tab-${each}`);
      tab.setAttribute('aria-selected', each === name);
      tab.tabIndex = each === name ? 0 : -1;
      if (each !== 'gallery') panes[each].hidden = each !== name;
    }
  }
  root.append(bar, panes.tune, panes.time, panes.shader, panes.flow, panes.home);
  tune = panes.tune;
  buildTime(panes.time);
  buildShader(panes.shader);
  buildFlow(panes.flow, document.querySelector('.transport'), addSounds);
  buildHome(panes.home);
  const kept = bar.querySelector(`.tab-${CSS.escape(state.view.tab ?? '')}`);
  choose(kept?.offsetParent ? state.view.tab : 'tune');
  state.watch(what => { if (what === 'catalog' || what === 'work' || what === 'shelf') fill(); });
  on('thumbnail', arrive);
  stage.watchTime(askStages);
  on('frame', ({shader}) => { if (shader) { shaderParameters = shader; fill(); } });
}

let shown = '';

/** Rebuilds the controls if the job has other parameters; otherwise updates their values. */
function fill() {
  if (!state.catalog) return;
  const {work} = state;
  const key = JSON.stringify([
    work.flow ? work.flow.name : work.source ? [work.source.name, shaderParameters?.parameters] : state.isChain() ? [work.blend?.name] : work.transition?.name,
    ['fromFilters', 'toFilters', 'filters'].map(each => (work[each] ?? []).map(filter => filter.name)), state.shelf.pictures.length, state.shelf.tables.length, work.to === undefined]);
  if (key !== shown) {
    shown = key;
    setters.length = 0;
    stages.clear();
    tune.replaceChildren(...(work.flow ? flowControls() : state.isChain() ? chainControls() : [...work.source ? shaderControls() : transitionControls(), ...filterControls()]));
  }
  for (const set of setters) set();
  askStages();
}

const setters = [];

function head(title, summary, onreset) {
  return h('div', {class: 'head'},
    h('div', {}, h('h2', {}, title), h('p', {}, summary)),
    onreset && iconButton('reset', `Reset ${title}`, onreset));
}

/** Makes the control of the direction, for transitions that look different backward. */
function directionControl() {
  const isBack = () => ['dismiss', 'pop'].includes(state.work.operation);
  const select = h('select', {id: 'operation', onchange: () => state.change('operation', work => { work.operation = select.value === 'back' ? 'dismiss' : undefined; })},
    [['forward', 'Forward, to a new screen'], ['back', 'Back, from that screen']].map(([value, text]) => h('option', {value}, text)));
  setters.push(() => { select.value = isBack() ? 'back' : 'forward'; });
  return h('div', {class: 'field'}, h('label', {for: 'operation'}, 'Direction'), select);
}

function transitionControls() {
  const item = state.item();
  if (!item) return [h('p', {class: 'empty'}, 'There is no such transition.')];
  return [
    head(item.name, item.summary, () => state.change('reset', work => { work.transition = {name: item.name}; delete work.operation; })),
    item.glsl && h('button', {type: 'button', class: 'quiet edit', id: 'edit-glsl', onclick: () => { openText('transition', item.name); document.getElementById('tab-shader').click(); }}, 'Edit the shader'),
    item.returns && directionControl(),
    ...item.parameters.filter(isForUs).map(parameter => field(parameter, `t-${parameter.name}`, () => state.work.transition?.parameters ?? {}, (values, work) => {
      work.transition = {name: item.name, parameters: values};
    }, false)),
    item.parameters.length === 0 && h('p', {class: 'empty'}, 'This transition has no parameters. Its duration and easing are under Time.'),
  ].filter(Boolean);
}

function flowControls() {
  return [
    head(state.work.flow.name, 'The pictures, transitions and times of a film are in its text.'),
    h('button', {type: 'button', onclick: () => document.getElementById('tab-flow').click()}, 'Edit the film'),
  ];
}

function shaderControls() {
  const name = state.work.source.name;
  return [
    head(name, 'The shader in the editor.', () => state.change('reset', work => { work.transition = {name}; })),
    ...(shaderParameters?.parameters ?? []).filter(isForUs).map(parameter => field(parameter, `s-${parameter.name}`, () => state.work.transition?.parameters ?? {}, (values, work) => {
      work.transition = {name, parameters: values};
    }, false)),
  ];
}

const places = [['fromFilters', 'On the first picture', 'First'], ['toFilters', 'On the second picture', 'Second'], ['filters', 'On the result', 'Result']];

function chainControls() {
  const nodes = [head('Chain', 'Filters on each picture, a blend of both, and filters on the result. A number may be a formula, such as 2*progress.')];
  for (const place of places) {
    if (place[0] === 'filters' && state.work.to !== undefined) nodes.push(...blendControls());
    nodes.push(...cards(place));
  }
  return [...nodes, invitation()];
}

/** Makes the controls of the filters around a transition. */
function filterControls() {
  return [...state.hasFilters() ? [h('div', {class: 'card-head'}, stageButton({place: 'blend'}, 'the transition'), h('h3', {class: 'place'}, 'Filters'))] : [], ...places.flatMap(cards), invitation()];
}

const invitation = () => h('div', {class: 'invitation'},
  h('button', {type: 'button', id: 'add-title', onclick: titles.add, title: 'Add a title (t)'}, icon('text'), 'Add a title'),
  h('p', {class: 'empty'}, 'Click a filter in the gallery to add it.'));

function cards([place, title]) {
  const filters = state.work[place] ?? [];
  return [filters.length > 0 && h('h3', {class: 'place'}, title), ...filters.map((filter, index) => filterCard(place, index, filter))].filter(Boolean);
}

function blendControls() {
  const {blends} = state.catalog;
  const name = () => state.work.blend?.name ?? 'dissolve';
  const select = h('select', {id: 'blend', onchange: () => state.change('blend', work => {
    work.blend = select.value === 'dissolve' ? undefined : {name: select.value};
  })}, blends.map(item => h('option', {value: item.name}, item.name)));
  setters.push(() => { select.value = name(); });
  const item = blends.find(each => each.name === name());
  const fields = state.work.blend ? (item?.parameters ?? []).map(parameter => field(
    parameter, `b-${parameter.name}`, () => state.work.blend?.parameters ?? {},
    (values, work) => { work.blend = {name: item.name, parameters: values}; }, true)) : [];
  return [h('h3', {class: 'place'}, 'Blend'), h('div', {class: 'card-box'},
    h('div', {class: 'card-head'}, stageButton({place: 'blend'}, 'the blend'), h('h4', {}, h('label', {for: 'blend'}, 'Blend mode'))),
    h('div', {class: 'field'}, select), ...fields)];
}

// Thumbnails of the result of each step of the chain; a click shows the result on the stage.

/** The thumbnail of each step, keyed by {place, index} of a filter or {place: 'blend'}. */
const stages = new Map();
let asking;

function stageButton(place, name) {
  const image = h('img', {alt: '', draggable: false});
  const isOn = () => state.view.end?.place === place.place && state.view.end.index === place.index;
  const button = h('button', {type: 'button', class: 'stage-thumb', 'aria-label': `Show the picture up to ${name}`, title: `Show the picture up to ${name}`, onclick: () => state.endAt(isOn() ? null : place)}, image);
  stages.set(place, {image, id: 0, key: ''});
  setters.push(() => button.setAttribute('aria-pressed', isOn()));
  return button;
}

/** Requests the thumbnails of changed steps, after 250 ms without a change. */
function askStages() {
  clearTimeout(asking);
  if (stages.size) asking = setTimeout(() => {
    for (const [place, stageOf] of stages) {
      const work = state.upTo(place, stage.sizeText());
      const request = {job: {...work, size: undefined}, frames: 1, time: stage.now(), width: 128, height: 72};
      const key = JSON.stringify(request);
      if (key === stageOf.key) continue;
      Object.assign(stageOf, {key, id: newId()});
      send('thumbnail', {id: stageOf.id, ...request});
    }
  }, 250);
}

function arrive({id}, bytes) {
  for (const stageOf of stages.values()) {
    if (stageOf.id !== id) continue;
    const old = stageOf.image.src;
    stageOf.image.src = URL.createObjectURL(new Blob([bytes], {type: 'image/jpeg'}));
    if (old) URL.revokeObjectURL(old);
  }
}

function filterCard(place, index, filter) {
  const item = state.catalog.filters.find(each => each.name === filter.name);
  const move = h('select', {class: 'small', 'aria-label': `Position of ${filter.name}`, onchange: () => state.change('move', work => {
    const [moved] = work[place].splice(index, 1);
    work[move.value] = [...work[move.value] ?? [], moved];
  })}, places.filter(([key]) => key === 'filters' || state.work.to !== undefined).map(([key, , name]) => h('option', {value: key, selected: key === place}, name)));
  const shift = index > 0 && iconButton('up', `${filter.name} earlier`, () => state.change('move', work => {
    const [moved] = work[place].splice(index, 1);
    work[place].splice(index - 1, 0, moved);
  }));
  const remove = iconButton('close', `Remove ${filter.name}`, () => state.change('remove', work => {
    work[place].splice(index, 1);
    if (!work.filters?.length && !work.fromFilters?.length && !work.toFilters?.length && !work.blend && !work.transition && !work.source) { state.clear(work); work.transition = {name: 'cross-dissolve'}; }
  }));
  return h('div', {class: 'card-box'},
    h('div', {class: 'card-head'}, stageButton({place, index}, filter.name), h('div', {class: 'card-title'}, h('h4', {}, filter.name), move), shift, remove),
    (item?.parameters ?? []).map(parameter => field(parameter, `${place}-${index}-${parameter.name}`,
      () => state.work[place]?.[index]?.parameters ?? {},
      (values, work) => { if (work[place]?.[index]) work[place][index] = {name: filter.name, parameters: values}; }, true)));
}

/** Makes a control for a parameter: `get` returns the parameters that are set, and `put` replaces them. */
function field(parameter, id, get, put, isAnimated) {
  const value = () => get()[parameter.name] ?? parameter.value;
  const set = text => state.change(id, work => {
    const values = {...get()};
    if (text === parameter.value || text === null || text === '') delete values[parameter.name];
    else values[parameter.name] = text;
    put(Object.keys(values).length ? values : undefined, work);
  });
  const control = (makers[parameter.kind] ?? makers.text)(parameter, id, value, set, isAnimated);
  const reset = iconButton('reset', `Reset ${parameter.name}`, () => set(null), {class: 'icon small reset'});
  const box = h('div', {class: 'field'},
    h('div', {class: 'label-row'},
      h('label', {for: id, title: parameter.summary}, words(parameter.name)),
      parameter.unit && h('span', {class: 'unit'}, parameter.unit), reset),
    control,
    parameter.summary && h('p', {class: 'hint', id: `${id}-hint`}, parameter.summary));
  box.querySelector(`#${CSS.escape(id)}`)?.setAttribute('aria-describedby', `${id}-hint`);
  setters.push(() => box.classList.toggle('changed', get()[parameter.name] !== undefined));
  return box;
}

/**
 * Returns whether the user can set a parameter. The host sets others, such as the time; their default is a
 * phrase.
 */
const isForUs = ({kind, value}) => !(['number', 'numbers', 'whole'].includes(kind) && /^(the|a) /.test(value));

/** Converts an identifier to words, such as fromRect to "from rect". */
const words = name => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('-', ' ').toLowerCase();

/** Returns the step of the arrow keys on a slider whose values span `span`. */
function stepOf(span) {
  if (span <= 0) return 1;
  return 10 ** Math.floor(Math.log10(span / 100));
}

const makers = {
  number(parameter, id, value, set, isAnimated) {
    const span = parameter.maximum - parameter.minimum;
    const step = parameter.kind === 'whole' ? 1 : stepOf(span);
    const text = h('input', {
      type: 'text', inputmode: isAnimated ? 'text' : 'decimal', id: span <= 1e5 ? `${id}-number` : id, class: 'number',
      'aria-label': parameter.name, title: isAnimated ? 'A number, or a formula such as 2*progress' : parameter.form, onchange: () => set(text.value.trim()),
      onkeydown: event => {
        const sign = {ArrowUp: 1, ArrowDown: -1}[event.key];
        if (!sign || Number.isNaN(Number(text.value))) return;
        event.preventDefault();
        const next = Math.max(parameter.minimum, Math.min(parameter.maximum, Number(text.value) + sign * step * (event.shiftKey ? 10 : 1)));
        text.value = short(next, 6);
        set(text.value);
      },
    });
    setters.push(() => { if (document.activeElement !== text || !Number.isNaN(Number(text.value))) text.value = value(); });
    if (span > 1e5) return h('div', {class: 'pair'}, text);
    const slider = h('input', {type: 'range', id, min: parameter.minimum, max: parameter.maximum, step: String(step), oninput: () => set(short(slider.value, 6)), ondblclick: () => set(null)});
    setters.push(() => {
      const number = Number(value());
      slider.disabled = slider.hidden = Number.isNaN(number);
      text.classList.toggle('formula', slider.disabled);
      if (!slider.disabled) slider.value = String(number);
      slider.style.setProperty('--at', `${100 * (number - parameter.minimum) / span}%`);
    });
    return h('div', {class: 'pair'}, slider, text);
  },
  /** Makes a control for a length: a slider for percent of the height, and a text field for any unit. */
  length(parameter, id, value, set) {
    const text = h('input', {type: 'text', id: `${id}-number`, class: 'number', 'aria-label': parameter.name, title: parameter.form, onchange: () => set(text.value.trim())});
    const most = Math.min(40, parameter.maximum);
    const slider = h('input', {type: 'range', id, min: '0', max: String(most), step: '0.1', oninput: () => set(`${short(slider.value, 1)}%`), ondblclick: () => set(null)});
    setters.push(() => {
      if (document.activeElement !== text) text.value = value();
      const share = /^[\d.]+%$/.test(value()) ? parseFloat(value()) : NaN;
      slider.disabled = slider.hidden = Number.isNaN(share);
      text.classList.toggle('formula', slider.disabled);
      if (!slider.disabled) slider.value = String(share);
      slider.style.setProperty('--at', `${100 * Math.min(most, share) / most}%`);
    });
    return h('div', {class: 'pair'}, slider, text);
  },
  /** Makes a list of named positions in the frame; the handle on the stage sets other positions. */
  place(parameter, id, value, set) {
    const own = h('option', {hidden: true});
    const select = h('select', {id, onchange: () => set(select.value)}, titles.places.map(name => h('option', {value: name}, words(name))), own);
    setters.push(() => {
      own.value = titles.places.includes(value()) ? '' : value();
      own.textContent = own.value;
      select.value = value();
    });
    return select;
  },
  word(parameter, id, value, set) {
    const select = h('select', {id, onchange: () => set(select.value)}, parameter.words.map(word => h('option', {value: word}, word)));
    setters.push(() => { select.value = value(); });
    return select;
  },
  color(parameter, id, value, set) {
    const text = h('input', {type: 'text', id, onchange: () => set(text.value.trim())});
    // Keeps the alpha of the old color for a newly chosen color.
    const alpha = () => /^#[0-9a-f]{6}([0-9a-f]{2})$/i.exec(value())?.[1] ?? '';
    const swatch = h('input', {type: 'color', 'aria-label': `${parameter.name} as a color`, oninput: () => set(swatch.value + alpha())});
    setters.push(() => {
      text.value = value();
      swatch.value = hexOf(value());
    });
    return h('div', {class: 'pair color'}, swatch, text);
  },
  numbers(parameter, id, value, set) {
    const parts = () => value().split(',').map(part => part.trim());
    const inputs = Array.from({length: parameter.count}, (_, index) => h('input', {
      type: 'text', id: index ? `${id}-${index}` : id, class: 'number', 'aria-label': `${parameter.name}, number ${index + 1}`, onchange: () => {
        set(inputs.map(input => input.value.trim()).join(','));
      },
    }));
    setters.push(() => parts().forEach((part, index) => { if (inputs[index]) inputs[index].value = part; }));
    const isPlace = parameter.count === 2 && /cent|point|place|position/i.test(`${parameter.name} ${parameter.summary}`);
    const button = isPlace && iconButton('hand', `Show ${parameter.name} on the picture`, () => {
      // Finds, by `below` in the summary, shaders that measure positions from the bottom.
      const isUp = /below/.test(parameter.summary);
      const show = () => {
        const [x, y] = parts().map(Number);
        stage.outline([x, isUp ? 1 - y : y]);
      };
      stage.pick((origin, at) => { set(`${short(clamp(at.x), 3)},${short(clamp(isUp ? 1 - at.y : at.y), 3)}`); show(); }, button);
      if (button.getAttribute('aria-pressed') === 'true') show();
    }, {class: 'icon small', 'aria-pressed': 'false'});
    const isColor = [3, 4].includes(parameter.count) && /colou?r|background|tint/i.test(parameter.name);
    return h('div', {class: `numbers n${parameter.count}`}, inputs, button, isColor && swatchOf(parameter, parts, set));
  },
  rectangle(parameter, id, value, set) {
    const text = h('input', {type: 'text', id, onchange: () => set(text.value.trim())});
    setters.push(() => { text.value = value(); });
    return h('div', {class: 'pair'}, text, h('button', {type: 'button', class: 'quiet', 'aria-label': `Draw ${parameter.name} on the picture`, onclick: () => drawRectangle(sideOf(parameter.name), set)}, 'Draw'));
  },
  /** Makes a control for groups of numbers, such as rectangles or points. */
  groups(parameter, id, value, set) {
    const text = h('input', {type: 'text', id, title: parameter.form, onchange: () => set(text.value.trim())});
    setters.push(() => { text.value = value(); });
    const add = (...more) => set([...['none', ''].includes(value()) ? [] : [value()], ...more].join(','));
    let button;
    if (/width/.test(parameter.form)) {
      button = h('button', {
        type: 'button', class: 'quiet', 'aria-label': `Draw one of ${parameter.name} on the pictures`,
        onclick: () => drawRectangle('from', first => drawRectangle('to', second => add(first, second))),
      }, 'Add');
    } else if (parameter.form.startsWith('x,y,')) {
      button = h('button', {type: 'button', class: 'quiet', 'aria-pressed': 'false', 'aria-label': `Show one of ${parameter.name} on the picture`, onclick: () => {
        stage.pick((origin, at, phase) => { if (phase === 'end') add(short(clamp(at.x), 3), short(clamp(at.y), 3)); }, button);
      }}, 'Add');
    }
    return h('div', {class: 'pair'}, text, button);
  },
  fileOrName(parameter, id, value, set) {
    const select = h('select', {id, onchange: () => set(select.value)},
      h('optgroup', {label: 'Maps'}, state.catalog.maps.map(name => h('option', {value: name}, name))),
      h('optgroup', {label: 'Pictures'}, state.shelf.pictures.map(({name}) => h('option', {value: name, title: name}, shortened(name)))));
    setters.push(() => { select.value = value(); });
    return select;
  },
  picture(parameter, id, value, set) {
    const names = [...state.shelf.pictures.map(({name}) => name), ...parameter.kind === 'file' ? state.shelf.tables : []];
    const select = h('select', {id, onchange: () => set(select.value)}, h('option', {value: ''}, ['none', ''].includes(parameter.value) ? 'None' : parameter.value), names.map(name => h('option', {value: name, title: name}, shortened(name))));
    setters.push(() => { select.value = names.includes(value()) ? value() : ''; });
    return select;
  },
  text(parameter, id, value, set) {
    if (parameter.name === 'text') {
      const area = h('textarea', {id, rows: 2, spellcheck: true, oninput: () => set(area.value)});
      setters.push(() => { if (area.value !== value()) area.value = value(); });
      return area;
    }
    const text = h('input', {type: 'text', id, title: parameter.form, onchange: () => set(text.value.trim())});
    setters.push(() => { text.value = value(); });
    return text;
  },
};
makers.whole = (parameter, ...rest) => (parameter.count === 1 && parameter.maximum !== undefined ? makers.number : makers.numbers)(parameter, ...rest);
makers.file = makers.picture;

const probe = document.createElement('canvas').getContext('2d');

/** Converts a color to #rrggbb; black if it is invalid. */
function hexOf(text) {
  probe.fillStyle = '#000';
  probe.fillStyle = /^#[0-9a-f]{8}$/i.test(text) ? text.slice(0, 7) : text;
  return probe.fillStyle.startsWith('#') ? probe.fillStyle : '#000000';
}

/** Makes a color input for three or four numbers between 0 and 1. */
function swatchOf(parameter, parts, set) {
  const swatch = h('input', {type: 'color', 'aria-label': `${parameter.name} as a color`, oninput: () => {
    const rgb = [1, 3, 5].map(at => short(parseInt(swatch.value.slice(at, at + 2), 16) / 255, 4));
    set([...rgb, ...parts().slice(3)].join(','));
  }});
  setters.push(() => {
    swatch.value = '#' + parts().slice(0, 3).map(part => Math.round(255 * clamp(Number(part) || 0)).toString(16).padStart(2, '0')).join('');
  });
  return swatch;
}

/** Returns the picture to which a rectangle belongs, by the parameter's name; null if unknown. */
const sideOf = name => /^from/.test(name) ? 'from' : /^to/.test(name) ? 'to' : null;

/** Lets the user draw a rectangle on a picture, and calls `done` with x, y, width and height in pixels. */
function drawRectangle(side, done) {
  const before = stage.now();
  stage.pause();
  if (side) stage.goTo(side === 'from' ? 0 : 1);
  say(`Draw a rectangle on ${side === 'to' ? 'the second picture' : side ? 'the first picture' : 'the picture'}`);
  stage.pick((origin, at, phase) => {
    const {width, height} = stage.fullSize();
    const [x, y] = [Math.min(origin.x, at.x), Math.min(origin.y, at.y)].map(clamp);
    const [right, bottom] = [Math.max(origin.x, at.x), Math.max(origin.y, at.y)].map(clamp);
    stage.outline(phase === 'end' ? null : [x, y, right - x, bottom - y]);
    if (phase !== 'end') return;
    if (side) stage.goTo(before);
    if (right - x > 0.005 && bottom - y > 0.005) {
      // Waits for the handlers of the drag, since `done` may start another drag.
      setTimeout(() => done([x * width, y * height, (right - x) * width, (bottom - y) * height].map(Math.round).join(',')));
    }
  });
}

const clamp = share => Math.max(0, Math.min(1, share));

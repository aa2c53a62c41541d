// The export tab: the command line, the Swift code and the storyboard of the job, and exported files.
import * as state from './state.js';
import {copy, download, h, icon, say} from './dom.js';
import * as stage from './stage.js';
import {newId, on, send} from './wire.js';

let running = null;
let format, fps, hold, button, cancel, bar, barText, progress;
const blocks = {};

export function buildHome(root) {
  const block = (key, title) => {
    blocks[key] = h('pre', {class: 'code', tabindex: '0', 'aria-label': title, id: `code-${key}`});
    return h('div', {class: 'field'},
      h('div', {class: 'label-row'}, h('h3', {}, title), h('button', {type: 'button', class: 'quiet', 'aria-label': `Copy: ${title}`, id: `copy-${key}`, onclick: () => copy(blocks[key].textContent)}, icon('copy'), 'Copy')),
      blocks[key]);
  };
  format = h('select', {id: 'format', onchange: () => state.changeOutput(output => {
    output.file = format.value;
    output.format = chosen()?.format;
    delete output.options;
  })});
  const options = h('div', {class: 'fields', id: 'options'});
  let optionsOf = null;
  fps = h('select', {id: 'fps', onchange: () => state.changeOutput(output => { output.fps = fps.value === '60' ? undefined : fps.value; })},
    ['24', '25', '30', '50', '60', '120'].map(value => h('option', {value}, `${value} a second`)));
  hold = h('input', {type: 'text', inputmode: 'decimal', class: 'number', id: 'hold', onchange: () => {
    const seconds = Math.max(0, Math.min(60, Number(hold.value) || 0));
    state.changeOutput(output => { output.hold = seconds || undefined; });
  }});
  const check = (key, title) => {
    const box = h('input', {type: 'checkbox', id: key, onchange: () => state.changeOutput(output => { output[key] = box.checked || undefined; })});
    setters.push(() => { box.checked = Boolean(state.output[key]); });
    return h('label', {class: 'check', for: key}, box, title);
  };
  const setters = [];
  const size = h('input', {type: 'text', id: 'size', placeholder: 'as the first picture', onchange: () => state.change('size', work => { work.size = size.value.trim() || undefined; })});
  const fit = h('select', {id: 'fit', onchange: () => state.change('fit', work => { work.fit = fit.value === 'cover' ? undefined : fit.value; })},
    ['cover', 'contain', 'stretch', 'blur'].map(value => h('option', {value}, value)));
  const background = h('input', {type: 'text', id: 'background', placeholder: 'transparent', onchange: () => state.change('background', work => { work.background = background.value.trim() || undefined; })});
  setters.push(
    () => { format.value = state.output.file; }, () => { fps.value = state.output.fps ?? '60'; },
    () => { hold.value = String(state.output.hold ?? 0); }, () => { size.value = state.work.size ?? ''; },
    () => { fit.value = state.work.fit ?? 'cover'; }, () => { background.value = state.work.background ?? ''; });
  bar = h('progress', {max: 1, value: 0, 'aria-label': 'Export'});
  barText = h('span', {class: 'note'});
  cancel = h('button', {type: 'button', class: 'quiet', id: 'cancel', onclick: () => send('cancel', {id: running?.id})}, 'Cancel');
  progress = h('div', {class: 'progress', hidden: true}, bar, barText, cancel);
  button = h('button', {type: 'button', class: 'primary', id: 'export', onclick: () => begin(state.output)}, icon('download'), 'Export');
  const still = h('button', {type: 'button', id: 'still', onclick: () => begin({file: 'segue.png', still: stage.now()})}, 'This frame as PNG');
  /** Shows the options of the chosen format, such as quality. */
  const showOptions = () => {
    if (optionsOf !== chosen()) {
      optionsOf = chosen();
      options.replaceChildren(...(optionsOf?.parameters ?? []).map(option));
    }
    for (const each of options.querySelectorAll('input, select')) each.value = state.output.options?.[each.name] ?? each.dataset.own;
  };
  setters.push(showOptions);
  // Makes a field that is hidden for flows, since the text of a flow contains the setting of this field.
  const own = (id, title, control) => {
    const field = h('div', {class: 'field'}, h('label', {for: id}, title), control);
    setters.push(() => { field.hidden = Boolean(state.work.flow); });
    return field;
  };
  const checks = h('div', {class: 'row checks'}, check('boomerang', 'Boomerang'), check('reverse', 'Reverse'));
  setters.push(() => { checks.hidden = Boolean(state.work.flow); });
  root.append(
    h('div', {class: 'fields'},
      h('div', {class: 'field'}, h('label', {for: 'format'}, 'Format'), format),
      own('fps', 'Frame rate', fps),
      own('size', 'Size', size), own('fit', 'Fit', fit), own('background', 'Background', background),
      own('hold', 'Hold at both ends, seconds', hold)),
    options, checks,
    h('div', {class: 'row'}, button, still), progress,
    block('command', 'Command'), block('swift', 'Swift'), block('yaml', 'Storyboard'));
  state.watch(what => {
    if (what === 'catalog') format.replaceChildren(...state.catalog.formats.map(({file, title}) => h('option', {value: file}, title)));
    if (what !== 'shelf') for (const set of setters) set();
  });
  on('description', message => { 
    for (const key of ['swift', 'yaml']) blocks[key].textContent = message[key].trimEnd();
    // Breaks lines only at spaces, not within words such as --shader.
    blocks.command.replaceChildren(...message.command.split(/(?<= )/).map(word => h('span', {}, word)));
  });
  on('progress', message => {
    if (message.id !== running?.id) return;
    bar.max = message.count;
    bar.value = message.done;
    barText.textContent = `${message.done} of ${message.count}`;
  });
  on('part', (message, bytes) => {
    if (message.id !== running?.id) return;
    running.parts.push(bytes);
    running.size += bytes.length;
    if (running.size < message.size) return;
    download(message.file, running.parts);
    say(`${message.file} is in your downloads`);
    finish();
  });
  on('cancelled', ({id}) => { if (id === running?.id) { say('Cancelled'); finish(); } });
  on('problem', ({about, id, message}) => { if (about === 'export' && id === running?.id) { say(message, true); finish(); } });
  on('closed', () => { if (running) { say('The connection was lost during the export; export again', true); finish(); } });
}

const chosen = () => state.catalog?.formats.find(each => each.file === state.output.file);

/** Makes a control for an option of the format. */
function option({name, words, value, summary, minimum, maximum}) {
  const id = `option-${name}`;
  const properties = {id, name, title: summary, 'data-own': value, onchange: () => state.changeOutput(output => {
    const text = words || control.value === '' ? control.value : String(Math.max(minimum, Math.min(maximum, Math.round(control.value))));
    const options = {...output.options, [name]: text};
    if (text === value || text === '') delete options[name];
    output.options = Object.keys(options).length ? options : undefined;
  })};
  const control = words ? h('select', properties, words.map(word => h('option', {value: word}, {true: 'yes', false: 'no'}[word] ?? word)))
    : h('input', {type: 'number', min: minimum, max: maximum, ...properties});
  return h('div', {class: 'field'}, h('label', {for: id, title: summary}, name.replaceAll('-', ' ').replace(/^./, first => first.toUpperCase())), control);
}

function begin(output) {
  if (running) return;
  running = {id: newId(), parts: [], size: 0};
  if (!send('export', {id: running.id, job: state.job(output)})) { running = null; return; }
  button.disabled = true;
  bar.removeAttribute('value');
  barText.textContent = 'Rendering';
  progress.hidden = false;
}

function finish() {
  running = null;
  button.disabled = false;
  progress.hidden = true;
}

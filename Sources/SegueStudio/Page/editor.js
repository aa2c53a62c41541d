// A text editor with line numbers. Errors are listed above the text, and their lines are underlined.
import {h} from './dom.js';

/** Makes an editor; `onchange` receives the text after a pause in typing. */
export function makeEditor(id, label, onchange) {
  let typing;
  /** The errors that are shown, as JSON text. */
  let shown = '';
  /** The highlighted line; null if there is none. */
  let pointed = null;
  const area = h('textarea', {
    class: 'source', id, spellcheck: false, autocomplete: 'off', autocapitalize: 'off', 'aria-label': label, wrap: 'off',
    oninput: () => { number(); clear(); clearTimeout(typing); typing = setTimeout(() => onchange(area.value), 120); },
    onscroll: align, onkeydown: indent,
  });
  const lines = h('pre', {class: 'lines', 'aria-hidden': 'true'});
  const marks = h('div', {class: 'marks', 'aria-hidden': 'true'});
  const errors = h('div', {class: 'errors', role: 'log', 'aria-label': 'Errors'});
  const here = h('div', {class: 'here', hidden: true});
  const element = h('div', {class: 'editor'}, errors, lines, h('div', {class: 'writing'}, here, area, marks));

  function number() {
    const count = area.value.split('\n').length;
    lines.textContent = Array.from({length: count}, (_, index) => index + 1).join('\n');
    area.rows = Math.max(12, count + 1);
  }
  function clear() { shown = ''; marks.replaceChildren(); errors.replaceChildren(); }
  function align() { lines.scrollTop = area.scrollTop; }
  /** Returns the lower edge of a line, in pixels from the top of the text. */
  function below(line) {
    const style = getComputedStyle(area);
    return parseFloat(style.paddingTop) + line * parseFloat(style.lineHeight);
  }
  function bringIntoSight(line) {
    const pane = element.closest('.pane');
    if (!pane.clientHeight) return;
    const place = element.getBoundingClientRect().top - pane.getBoundingClientRect().top + below(line);
    if (place < 40 || place > pane.clientHeight - 20) pane.scrollTop += place - pane.clientHeight / 2;
  }
  /** Inserts two spaces on Tab; on Escape, removes the focus, so that Tab then moves to the next control. */
  function indent(event) {
    if (event.key === 'Escape') return area.blur();
    if (event.key !== 'Tab' || event.shiftKey) return;
    event.preventDefault();
    area.setRangeText('  ', area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new Event('input'));
  }

  return {
    element, area, clear,
    /** Replaces the text of the editor if the new text is different. */
    set(text) {
      if (area.value === text) return;
      clearTimeout(typing);
      area.value = text;
      number();
      clear();
    },
    /** Shows errors and warnings: lists their messages above the text, and underlines their lines. */
    show(diagnostics) {
      // Skips errors that are shown already, since each failed frame reports them.
      if (JSON.stringify(diagnostics) === shown) return;
      clear();
      shown = JSON.stringify(diagnostics);
      const seen = new Set();
      for (const {line, severity, message} of diagnostics) {
        if (seen.has(line)) continue;
        seen.add(line);
        const mark = h('div', {class: `mark ${severity}`, 'data-line': String(line)});
        mark.style.top = `${below(line)}px`;
        marks.append(mark);
        errors.append(h('button', {type: 'button', class: `message ${severity}`, 'data-line': String(line), onclick: () => { this.goTo(line); area.focus({preventScroll: true}); }}, h('b', {}, `Line ${line}`), ` ${message}`));
      }
      align();
    },
    /** Highlights the line of the film's current step; null removes the highlight. */
    point(line) {
      const isNew = line !== pointed;
      pointed = line;
      here.hidden = !line;
      if (!line) return;
      here.style.top = `${below(line - 1)}px`;
      here.style.height = `${below(line) - below(line - 1)}px`;
      // Does not scroll away from the text or the controls that the user is changing.
      if (isNew && !element.closest('.pane').contains(document.activeElement)) bringIntoSight(line);
    },
    /** Moves the cursor to the start of a line. */
    goTo(line) {
      const start = area.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
      area.setSelectionRange(start, start);
      bringIntoSight(line);
    },
  };
}

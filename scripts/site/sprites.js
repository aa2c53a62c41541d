// Pictures of which one frame is shown at a time.

/** Shows a frame of a picture as the background of an element. */
function showFrame(element, picture, frame) {
  const columns = picture.columns, rows = Math.ceil(picture.count / columns);
  const place = (at, count) => count > 1 ? `${at / (count - 1) * 100}%` : '0%';
  if (element.dataset.file !== picture.file) {
    element.dataset.file = picture.file;
    element.style.backgroundImage = `url("${picture.file}")`;
    element.style.backgroundSize = `${columns * 100}% ${rows * 100}%`;
  }
  element.style.backgroundPosition = `${place(frame % columns, columns)} ${place(Math.floor(frame / columns), rows)}`;
  element.dataset.frame = frame;
}

/** The frame of a picture without motion: transitions in their middle, others at their end. */
const restingFrame = item => item.kind === 'transitions' || item.kind === 'maps' ? Math.floor(item.picture.count * 0.45) : item.picture.count - 1;

/** The frame at a time in seconds. Transitions start again after a rest; filters and blends go back as they came. */
function frameAt(item, seconds) {
  const last = item.picture.count - 1, rest = 0.6, length = item.kind === 'easings' ? 1.2 : 1.6;
  const goesBack = item.kind === 'filters' || item.kind === 'blends';
  const round = goesBack ? 2 * (length + rest) : length + 2 * rest;
  const now = seconds % round;
  const there = Math.min(1, Math.max(0, (now - rest / 2) / length));
  const back = goesBack ? Math.min(1, Math.max(0, (now - length - rest * 1.5) / length)) : 0;
  return Math.round((there - back) * last);
}

// The list of all items: kinds, families, search, and motion.

const KINDS = [['transitions', 'Transitions'], ['filters', 'Filters'], ['blends', 'Blends'], ['easings', 'Easings'], ['maps', 'Maps']];
const list = document.getElementById('list'), search = document.getElementById('search'), family = document.getElementById('family');
const said = document.getElementById('said'), moving = document.getElementById('moving'), theme = document.getElementById('theme');
const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)'), prefersDark = matchMedia('(prefers-color-scheme: dark)');
let kind = 'transitions';
/** The cards in view, by their elements; the card under the pointer or with the focus. */
const seen = new Map();
let pointed = null;

// A page of a folder may have no storage.
const remembered = key => { try { return localStorage.getItem(`segue-${key}`); } catch { return null; } };
const remember = (key, value) => { try { localStorage.setItem(`segue-${key}`, value); } catch { /* Not kept. */ } };

const address = item => `#${item.kind}/${encodeURIComponent(item.name)}`;
const byAddress = new Map(catalog.items.map(item => [address(item), item]));
const textOf = new Map(catalog.items.map(item => [item, [item.name, item.family, item.summary, item.source, ...item.aliases ?? [], ...item.variants ?? []].join(' ').toLowerCase()]));
const cards = new Map(), byElement = new Map();
const isMoving = () => moving.getAttribute('aria-pressed') === 'true';
const linkOf = item => cards.get(item)?.querySelector('a');

function matching(items) {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(item => words.every(word => textOf.get(item).includes(word)));
}

/** The items in the list, in its order: those whose name is searched first. */
function listed() {
  const items = matching(catalog.items).filter(item => item.kind === kind && (!family.value || item.family === family.value));
  const name = search.value.trim().toLowerCase();
  return name ? [...items.filter(item => item.name.includes(name)), ...items.filter(item => !item.name.includes(name))] : items;
}

function card(item) {
  if (!cards.has(item)) {
    const picture = make('span', {className: 'picture'});
    if (item.curve) picture.append(curve(item));
    const link = make('a', {href: address(item)}, picture, make('span', {className: 'name', textContent: item.name}));
    const element = make('li', {title: sentence(item.summary)}, link);
    element.addEventListener('pointerenter', () => { pointed = item; });
    element.addEventListener('pointerleave', () => { pointed = null; still(item); });
    link.addEventListener('focus', () => { pointed = item; });
    link.addEventListener('blur', () => { pointed = null; still(item); });
    cards.set(item, element);
    byElement.set(element, item);
    observer.observe(element);
  }
  return cards.get(item);
}

const observer = new IntersectionObserver(entries => {
  for (const {target, isIntersecting} of entries) {
    const item = byElement.get(target);
    if (isIntersecting) {
      // Cards begin at different times, or all would rest at once.
      seen.set(item, performance.now() - catalog.items.indexOf(item) * 370);
      showFrame(target.querySelector('.picture'), item.picture, restingFrame(item));
    } else {
      // Pictures out of view are let go: a decoded one takes 4 MB.
      seen.delete(item);
      const picture = target.querySelector('.picture');
      picture.style.backgroundImage = '';
      delete picture.dataset.file;
    }
  }
}, {rootMargin: '200px'});

function still(item) {
  if (seen.has(item) && !isMoving()) showFrame(cards.get(item).querySelector('.picture'), item.picture, restingFrame(item));
}

function fill() {
  const all = matching(catalog.items);
  document.getElementById('kinds').replaceChildren(...KINDS.map(([name, label]) => {
    const button = make('button', {type: 'button'}, label, ' ', make('span', {className: 'count', textContent: all.filter(item => item.kind === name).length}));
    button.setAttribute('aria-pressed', name === kind);
    button.addEventListener('click', () => {
      choose(name);
      document.querySelector('#kinds [aria-pressed=true]').focus();
    });
    return button;
  }));
  const items = listed(), groups = new Map();
  for (const item of items) groups.set(item.family, [...groups.get(item.family) ?? [], item]);
  const isSearch = search.value.trim() !== '';
  const sections = isSearch ? [[`${items.length} found`, items]] : [...groups];
  list.replaceChildren(...items.length ? sections.map(([name, members]) => {
    const title = make('h2', {textContent: name});
    return make('section', {}, title, make('ul', {}, ...members.map(card)));
  }) : [make('p', {className: 'empty', textContent: all.length ? 'Nothing of this kind; see the numbers above.' : 'Nothing has this name or description.'})]);
  said.textContent = isSearch ? `${items.length} of ${kind}` : '';
}

function choose(name) {
  kind = name;
  const families = [...new Set(catalog.items.filter(item => item.kind === kind).map(item => item.family))];
  family.replaceChildren(make('option', {value: '', textContent: 'All families'}), ...families.map(one => make('option', {value: one, textContent: one})));
  family.hidden = families.length < 2;
  fill();
}

/** Opens the item of the address. */
function follow() {
  const item = byAddress.get(location.hash);
  if (!item) {
    if (dialog.open) dialog.close();
    return;
  }
  if (item.kind !== kind) choose(item.kind);
  openItem(item);
}

function setMoving(moves) {
  moving.setAttribute('aria-pressed', moves);
  if (!moves) for (const item of seen.keys()) still(item);
}

function setTheme(isDark) {
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  theme.textContent = isDark ? 'Light' : 'Dark';
}

/** Shows the frames of this moment, 20 times a second. */
function tick(now) {
  requestAnimationFrame(tick);
  if (now - (tick.last ?? 0) < 48) return;
  tick.last = now;
  if (dialog.open && shown) {
    if (isPlaying) showTime(frameAt(shown, (now - since) / 1000));
    return;
  }
  for (const [item, start] of seen) {
    if (isMoving() || item === pointed) showFrame(cards.get(item).querySelector('.picture'), item.picture, frameAt(item, (now - start) / 1000));
  }
}

search.addEventListener('input', fill);
search.addEventListener('keydown', event => {
  if (event.key === 'Enter') list.querySelector('li a')?.click();
  if (event.key === 'Escape') { search.value = ''; fill(); }
});
family.addEventListener('change', fill);
moving.addEventListener('click', () => { setMoving(!isMoving()); remember('moving', isMoving()); });
theme.addEventListener('click', () => {
  setTheme(document.documentElement.dataset.theme !== 'dark');
  remember('theme', document.documentElement.dataset.theme);
});
document.addEventListener('keydown', event => {
  if (dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/' && event.target !== search) {
    event.preventDefault();
    search.focus();
  }
  // Arrows go from card to card.
  const ways = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  if (!ways[event.key] || !event.target.closest?.('li')) return;
  event.preventDefault();
  neighbor(event.target, ...ways[event.key])?.focus();
});

/** The card beside a card, or the nearest one in the row above or below. */
function neighbor(link, across, down) {
  const links = [...list.querySelectorAll('li a')];
  if (across) return links[links.indexOf(link) + across];
  const box = link.getBoundingClientRect();
  const rows = links.map(one => [one, one.getBoundingClientRect()]).filter(([, other]) => (other.top - box.top) * down > 1);
  const distance = other => Math.abs(other.top - box.top) * 1000 + Math.abs(other.left - box.left);
  return rows.sort((one, two) => distance(one[1]) - distance(two[1]))[0]?.[0];
}

addEventListener('hashchange', follow);
search.value = '';
setTheme(remembered('theme') ? remembered('theme') === 'dark' : prefersDark.matches);
setMoving(remembered('moving') ? remembered('moving') === 'true' : !reducesMotion.matches);
choose('transitions');
follow();
requestAnimationFrame(tick);

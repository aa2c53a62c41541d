// The connection to the studio, by a WebSocket in a worker. Messages are JSON, or JSON followed by bytes.

const handlers = new Map();
const line = new Worker('line.js', {type: 'module'});
let isThere = false;
let delay = 250;
let nextId = 1;

/** Returns a new number for a request. */
export const newId = () => nextId++;

/** Adds a handler for messages of one kind: handler(message, bytes). */
export function on(kind, handler) { handlers.set(kind, [...handlers.get(kind) ?? [], handler]); }

function emit({bytes, ...message}) { for (const handler of handlers.get(message.kind) ?? []) handler(message, bytes); }
line.onmessage = ({data}) => emit(data);

/** Whether the connection is open. */
export const isOpen = () => isThere;

/** Sends a request; without a connection, drops it. */
export function send(kind, message = {}) {
  if (isThere) line.postMessage(['send', JSON.stringify({kind, ...message})]);
  return isThere;
}

/** Sends a file and its name; `sound` is true for a sound. */
export function upload({file, sound}, name = file.name || 'pasted.png') {
  const head = new TextEncoder().encode(JSON.stringify({name, sound}));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length);
  if (isThere) line.postMessage(['send', new Blob([length, head, file])]);
}

/** Gives the worker the canvas of the stage; the message about a frame arrives after the frame was drawn. */
export function paintOn(canvas) {
  const offscreen = canvas.transferControlToOffscreen();
  line.postMessage(['paintOn', offscreen], [offscreen]);
}

/** Opens the connection to the studio; a lost connection is opened again. */
export function connect() {
  line.postMessage(['open', `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${location.pathname}socket`]);
}
on('open', () => { isThere = true; delay = 250; });
on('closed', () => { isThere = false; setTimeout(again, delay); });

const hex = bytes => [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('');

/**
 * Returns whether the server proves that it knows this page's token, since another program may have taken the
 * port.
 */
async function isOurs() {
  const challenge = hex(crypto.getRandomValues(new Uint8Array(16)));
  const proof = await (await fetch(`/proof/${challenge}`)).text();
  const token = location.pathname.split('/')[1];
  return proof === hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${token}/${challenge}`)));
}

/** Reconnects as soon as the studio of this page answers. */
async function again() {
  delay = Math.min(4000, delay * 1.6);
  try {
    if (await isOurs()) return connect();
    emit({kind: 'stranger'});
  } catch { /* no server */ }
  setTimeout(again, delay);
}

/** Closes the connection, like a network failure; for tests. */
export function drop() { line.postMessage(['drop']); }

// The socket, which a worker holds: JSON both ways, and bytes behind JSON.

const handlers = new Map();
const line = new Worker('line.js', {type: 'module'});
let isThere = false;
let delay = 250;
let nextId = 1;

/** A number that no request had. */
export const newId = () => nextId++;

/** Calls a function for every message of a kind: (message, bytes). */
export function on(kind, handler) { handlers.set(kind, [...handlers.get(kind) ?? [], handler]); }

function emit({bytes, ...message}) { for (const handler of handlers.get(message.kind) ?? []) handler(message, bytes); }
line.onmessage = ({data}) => emit(data);

/** Whether messages go through. */
export const isOpen = () => isThere;

/** Sends a request; it is lost where there is no connection. */
export function send(kind, message = {}) {
  if (isThere) line.postMessage(['send', JSON.stringify({kind, ...message})]);
  return isThere;
}

/** Sends a picture's file. */
export function upload(file, name = file.name || 'pasted.png') {
  const head = new TextEncoder().encode(JSON.stringify({name}));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length);
  if (isThere) line.postMessage(['send', new Blob([length, head, file])]);
}

/** Frames of the stage go onto this canvas; the message of each comes when it is there. */
export function paintOn(canvas) {
  const offscreen = canvas.transferControlToOffscreen();
  line.postMessage(['paintOn', offscreen], [offscreen]);
}

/** Connects; whenever the connection is lost, it is made again. */
export function connect() {
  line.postMessage(['open', `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${location.pathname}socket`]);
}
on('open', () => { isThere = true; delay = 250; });
on('closed', () => { isThere = false; setTimeout(again, delay); });

const hex = bytes => [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('');

/** Whether who listens now has this page's token. It is not sent: another program may have taken the port. */
async function isOurs() {
  const challenge = hex(crypto.getRandomValues(new Uint8Array(16)));
  const proof = await (await fetch(`/proof/${challenge}`)).text();
  const token = location.pathname.split('/')[1];
  return proof === hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${token}/${challenge}`)));
}

/** Connects again, as soon as this page's studio is there. */
async function again() {
  delay = Math.min(4000, delay * 1.6);
  try {
    if (await isOurs()) return connect();
    emit({kind: 'stranger'});
  } catch { /* nobody listens */ }
  setTimeout(again, delay);
}

/** Cuts the connection, as a network does; for tests. */
export function drop() { line.postMessage(['drop']); }

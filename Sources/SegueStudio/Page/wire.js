// The socket: JSON both ways, and bytes behind JSON.

const handlers = new Map();
let socket;
let delay = 250;
let nextId = 1;

/** A number that no request had. */
export const newId = () => nextId++;

/** Calls a function for every message of a kind: (message, bytes). */
export function on(kind, handler) { handlers.set(kind, [...handlers.get(kind) ?? [], handler]); }

function emit(kind, message, bytes) { for (const handler of handlers.get(kind) ?? []) handler(message, bytes); }

/** Whether messages go through. */
export const isOpen = () => socket?.readyState === WebSocket.OPEN;

/** Sends a request; it is lost where there is no connection. */
export function send(kind, message = {}) {
  if (isOpen()) socket.send(JSON.stringify({kind, ...message}));
  return isOpen();
}

/** Sends a picture's file. */
export function upload(file, name = file.name || 'pasted.png') {
  const head = new TextEncoder().encode(JSON.stringify({name}));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length);
  if (isOpen()) socket.send(new Blob([length, head, file]));
}

/** Connects; whenever the connection is lost, it is made again. */
export function connect() {
  socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${location.pathname}socket`);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => { delay = 250; emit('open', {}); };
  socket.onclose = () => {
    emit('closed', {});
    setTimeout(again, delay);
  };
  socket.onmessage = event => {
    if (typeof event.data === 'string') {
      const message = JSON.parse(event.data);
      emit(message.kind, message);
      return;
    }
    const length = new DataView(event.data).getUint32(0);
    const message = JSON.parse(new TextDecoder().decode(new Uint8Array(event.data, 4, length)));
    emit(message.kind, message, new Uint8Array(event.data, 4 + length));
  };
}

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
    emit('stranger', {});
  } catch { /* nobody listens */ }
  setTimeout(again, delay);
}

/** Cuts the connection, as a network does; for tests. */
export function drop() { socket?.close(); }

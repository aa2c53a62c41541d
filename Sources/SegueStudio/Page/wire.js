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
export async function upload(file) {
  const head = new TextEncoder().encode(JSON.stringify({name: file.name || 'pasted.png'}));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length);
  if (isOpen()) socket.send(new Blob([length, head, file]));
}

/** Connects, and again whenever the connection is lost. */
export function connect() {
  socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${location.pathname}socket`);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => { delay = 250; emit('open', {}); };
  socket.onclose = () => {
    emit('closed', {});
    setTimeout(connect, delay);
    delay = Math.min(4000, delay * 1.6);
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

/** Cuts the connection, as a network does; for tests. */
export function drop() { socket?.close(); }

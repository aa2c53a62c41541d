// A web worker that has the WebSocket and draws the stage, so that frames and page layout do not delay each
// other.

let socket, canvas, context;
let drawn = 0;

const orders = {
  open(address) {
    socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => postMessage({kind: 'open'});
    socket.onclose = () => postMessage({kind: 'closed'});
    socket.onmessage = ({data}) => { if (typeof data === 'string') postMessage(JSON.parse(data)); else take(data); };
  },
  send(data) { if (socket?.readyState === WebSocket.OPEN) socket.send(data); },
  paintOn(offscreen) { canvas = offscreen; context = canvas.getContext('bitmaprenderer'); },
  drop() { socket?.close(); },
};
onmessage = ({data: [order, value]}) => orders[order](value);

/** Splits a binary message: the length of the JSON in 4 bytes, the JSON, and the bytes after it. */
function take(data) {
  const length = new DataView(data).getUint32(0);
  const message = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  const bytes = new Uint8Array(data, 4 + length);
  if (message.kind === 'frame' && !message.before) paint(message, bytes);
  else postMessage({...message, bytes}, [data]);
}

/**
 * Draws a frame on the stage, unless a newer frame was drawn already; in both cases, reports the frame to the
 * page.
 */
async function paint(message, bytes) {
  const arrived = performance.now();
  const picture = await createImageBitmap(new Blob([bytes], {type: message.type}));
  const decoded = performance.now();
  const isLate = message.id < drawn;
  if (isLate) {
    picture.close();
  } else {
    drawn = message.id;
    if (canvas.width !== picture.width || canvas.height !== picture.height) [canvas.width, canvas.height] = [picture.width, picture.height];
    context.transferFromImageBitmap(picture);
  }
  postMessage({...message, isLate, arrived: performance.timeOrigin + arrived, decodeMs: decoded - arrived});
}

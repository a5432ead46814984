import * as net from 'node:net';
import * as tls from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * For tests: a service in a thread of its own that answers the moment it has the last byte; over TLS where it is given a key,
 * and over TLS within TLS, as behind a proxy that is spoken to over TLS, where it is told so.
 */

const receipt = JSON.stringify({ submission_id: 'b1946ac9-2492-4d23-8e5b-0f3a5c3c1a11' });
const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${receipt.length}\r\n\r\n${receipt}`;

function serve(socket: net.Socket): void {
  let head = '';
  let left: number | null = null;
  socket.setNoDelay(true).on('error', () => undefined);
  socket.on('data', (piece: Buffer) => {
    if (left === null) {
      head += piece.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      left = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (head.length - end - 4);
    } else left -= piece.length;
    if (left > 0) return;
    head = '';
    left = null;
    socket.write(answer);
  });
}

const { key, cert, isTwice } = workerData;
const server =
  key === undefined
    ? net.createServer(serve)
    : tls.createServer({ key, cert }, (socket) =>
        serve(isTwice ? new tls.TLSSocket(socket, { isServer: true, key, cert }) : socket),
      );
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));

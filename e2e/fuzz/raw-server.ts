import { once } from 'node:events';
import * as net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The answer of a bare server to one request: pieces to send, and the end of the connection. */
export type Script = {
  readonly pieces: readonly Buffer[];
  /** The part of the request that is read before the first piece is sent. */
  readonly after: 'nothing' | 'head' | 'body';
  readonly end: 'end' | 'reset' | 'stay';
};

export type RawServer = {
  readonly baseUrl: string;
  /** Assigns a path to a script. `wholeBodies` returns the number of complete bodies received there. */
  readonly play: (script: Script) => {
    readonly path: string;
    readonly wholeBodies: () => number;
    readonly forget: () => void;
  };
};

/** Milliseconds before a connection with `stay` is closed; shorter than every timeout. */
const STAY_MS = 60;

/** A loopback server that parses just enough HTTP to separate requests, and sends the bytes of a script. */
export async function startRawServer(): Promise<RawServer> {
  const scripts = new Map<string, { readonly script: Script; bodies: number }>();
  let made = 0;

  const server = net.createServer({ noDelay: true }, (socket) => {
    const received: Buffer[] = [];
    let [bytes, headEnd, length, begun, counted] = [0, -1, 0, false, false];
    let known: { readonly script: Script; bodies: number } | undefined;
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      bytes += piece.length;
      if (headEnd < 0) {
        received.push(piece);
        const head = Buffer.concat(received).toString('latin1');
        headEnd = head.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
        known = scripts.get(/^\w+ \/(\d+)[/?]/.exec(head)?.[1] ?? '');
      }
      const whole = bytes >= headEnd + 4 + length;
      if (whole && !counted && known !== undefined) {
        counted = true;
        known.bodies += 1;
      }
      if (known === undefined || begun || (known.script.after === 'body' && !whole)) return;
      begun = true;
      void speak(socket, known.script);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Does not keep the process alive.
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    play(script) {
      made += 1;
      const name = String(made);
      const entry = { script, bodies: 0 };
      scripts.set(name, entry);
      return { path: `/${name}`, wholeBodies: () => entry.bodies, forget: () => scripts.delete(name) };
    },
  };
}

async function speak(socket: net.Socket, { pieces, end }: Script): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    await nextTurn();
  }
  if (end === 'end') socket.end();
  else if (end === 'reset') socket.resetAndDestroy();
  else setTimeout(() => socket.end(), STAY_MS).unref();
}

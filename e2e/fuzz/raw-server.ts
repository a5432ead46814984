import { once } from 'node:events';
import * as net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What a bare server says to one request, in pieces as they go out, and what it does then. */
export type Script = {
  readonly pieces: readonly Buffer[];
  /** How much of the request is read before the first piece. */
  readonly after: 'nothing' | 'head' | 'body';
  readonly end: 'end' | 'reset' | 'stay';
};

export type RawServer = {
  readonly baseUrl: string;
  /** Gives a script an address of its own; `wholeBodies` counts the bodies that arrived whole under it. */
  readonly play: (script: Script) => {
    readonly path: string;
    readonly wholeBodies: () => number;
    readonly forget: () => void;
  };
};

/** How long a connection that "stays" does: shorter than anybody waits. */
const STAY_MS = 60;

/** A server on loopback that knows just enough of HTTP to tell requests apart, and answers with whatever it is told to. */
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
  // What is fuzzed decides how long the process lives.
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

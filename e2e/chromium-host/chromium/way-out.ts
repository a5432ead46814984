import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** How Chromium leaves this machine: directly, or through an HTTP proxy, past which `bypass` leads. */
export type Route =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'proxy';
      readonly host: string;
      readonly port: number;
      readonly isBypassed: (host: string) => boolean;
    };

const VERSION = 5;
const NO_PASSWORD = 0;
const NAME = 3;
const IPV6 = 4;
const REFUSED = 1;

/**
 * The one way out of Chromium: a SOCKS proxy (RFC 1928) of the host's own, for the proxy of a running Chromium cannot be
 * changed, and that of an app's session can. Gives its port.
 */
export async function openWayOut(routeNow: () => Route): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    serve(socket, routeNow).catch(() => socket.destroy());
  });
  server.unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The way out has no port.');
  return address.port;
}

async function serve(socket: Socket, routeNow: () => Route): Promise<void> {
  const [, methods = 0] = await read(socket, 2);
  await read(socket, methods);
  socket.write(Buffer.from([VERSION, NO_PASSWORD]));
  const [, , , kind = 0] = await read(socket, 4);
  const length = kind === NAME ? ((await read(socket, 1))[0] ?? 0) : kind === IPV6 ? 16 : 4;
  const host = hostOf(kind, await read(socket, length));
  const port = (await read(socket, 2)).readUInt16BE();
  const answer = (code: number): boolean => socket.write(Buffer.from([VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]));
  try {
    const onward = await reach(host, port, routeNow());
    answer(0);
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    onward.pipe(socket).pipe(onward);
  } catch {
    answer(REFUSED);
    socket.end();
  }
}

async function reach(host: string, port: number, route: Route): Promise<Socket> {
  if (route.kind === 'direct' || route.isBypassed(host)) return connected(connect({ host, port }));
  const proxy = await connected(connect({ host: route.host, port: route.port }));
  proxy.write(`CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`);
  let head = '';
  while (!head.endsWith('\r\n\r\n')) head += (await read(proxy, 1)).toString('latin1');
  if (!/^HTTP\/1\.[01] 200 /.test(head)) throw new Error('The proxy refuses.');
  return proxy;
}

async function connected(socket: Socket): Promise<Socket> {
  await once(socket, 'connect');
  return socket;
}

function hostOf(kind: number, bytes: Buffer): string {
  if (kind === NAME) return bytes.toString('latin1');
  if (kind !== IPV6) return bytes.join('.');
  return Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(group * 2).toString(16)).join(':');
}

/** Exactly so many bytes. Rejects when the other side hangs up before. */
async function read(socket: Socket, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0);
  for (;;) {
    const bytes: Buffer | null = socket.read(length);
    if (bytes !== null && bytes.length === length) return bytes;
    if (socket.readableEnded || socket.destroyed) throw new Error('The other side has hung up.');
    await Promise.race([once(socket, 'readable'), once(socket, 'end')]);
  }
}

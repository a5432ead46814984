import { fork, spawn } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ShownRoute } from '../../shared/bridge/accounts.ts';
import { closeConnections } from './agents.ts';
import { getTokenMap } from './endpoints/get-token-map.ts';
import type { ServiceError } from './errors.ts';
import { connectionTo } from './scripted-server.fixture.ts';
import { makeAuthority, type TestAuthority } from './test-authority.fixture.ts';

// Each request is made by a process of its own: what a process trusts and which proxy its environment names is read at
// its start. Host names end in `.test`: nobody but the proxy can resolve them, so what arrives went through it.

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listen(server: http.Server | https.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

type Seen = { readonly method: string; readonly url: string; readonly bytes: number; readonly connection: number };

/** A service: a token map, and a receipt for whatever is submitted. */
function serviceHandler(seen: Seen[]): http.RequestListener {
  const connections = new Map<unknown, number>();
  return (request, response) => {
    const connection = connections.get(request.socket) ?? connections.size;
    connections.set(request.socket, connection);
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    request.on('end', () => {
      const { method = '', url = '' } = request;
      seen.push({ method, url, bytes, connection });
      response.setHeader('content-type', 'application/json');
      response.end(method === 'POST' ? '{"submission_id":"s-1"}' : '{"ethereum":"0x01"}');
    });
  };
}

type ProxyLog = {
  readonly tunnels: string[];
  readonly forwarded: string[];
  readonly credentials: (string | undefined)[];
};

/** A forward proxy that leads every `.test` host to `port` on this machine. `encrypted`: it is spoken to over TLS. */
async function startProxy(
  port: number,
  refuse = false,
  encrypted: TestAuthority | null = null,
): Promise<ProxyLog & { readonly port: number }> {
  const log: ProxyLog = { tunnels: [], forwarded: [], credentials: [] };
  const forward: http.RequestListener = (request, response) => {
    const { url = '', method, headers } = request;
    log.forwarded.push(url);
    const target = URL.parse(url);
    const onward = http.request(
      { host: '127.0.0.1', port, method, headers, path: `${target?.pathname}${target?.search}` },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  };
  const proxy =
    encrypted === null
      ? http.createServer(forward)
      : https.createServer({ key: encrypted.key, cert: encrypted.certificate }, forward);
  const tunnels = new Set<net.Socket>();
  proxy.on('connect', (request, socket) => {
    log.tunnels.push(request.url ?? '');
    log.credentials.push(request.headers['proxy-authorization']);
    if (refuse) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const onward = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    tunnels.add(onward);
    for (const end of [socket, onward]) end.on('error', () => onward.destroy());
  });
  const own = await listen(proxy);
  closing.push(async () => {
    for (const tunnel of tunnels) tunnel.destroy();
  });
  return { ...log, port: own };
}

type Told = {
  readonly route: ShownRoute;
  readonly names: { readonly ok: boolean; readonly error?: ServiceError };
  readonly submitted: readonly { readonly kind: string; readonly error?: ServiceError }[];
};

/** Reads the token map and submits two files, in a new process with this environment. */
async function ask(
  baseUrl: string,
  environment: Record<string, string>,
  options: { readonly systemProxy?: string; readonly fileBytes?: number } = {},
): Promise<Told> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = fork(new URL('./network-probe.fixture.ts', import.meta.url), {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...environment },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send({ baseUrl, fileBytes: 3 * 1024 * 1024, ...options });
  const [told] = (await once(child, 'message')) as [Told];
  await once(child, 'exit');
  return told;
}

describe('a service whose authority only this system knows', () => {
  let authority: TestAuthority;
  let seen: Seen[];
  let port: number;
  beforeEach(async () => {
    authority = await makeAuthority('service.test', '127.0.0.1');
    closing.push(authority.remove);
    seen = [];
    const server = https.createServer({ key: authority.key, cert: authority.certificate }, serviceHandler(seen));
    // It keeps idle connections for longer than a busy machine takes from one request to the next.
    server.keepAliveTimeout = 60_000;
    port = await listen(server);
  });

  test.runIf(process.platform === 'linux')('is trusted when the authority is in the system’s store', async () => {
    const told = await ask(`https://127.0.0.1:${port}`, { SSL_CERT_FILE: authority.certificateFile });
    expect(told).toMatchObject({
      route: { kind: 'direct' },
      names: { ok: true },
      submitted: [{ kind: 'accepted' }, { kind: 'accepted' }],
    });
  });

  test('is not trusted otherwise, and not a byte is submitted', async () => {
    const told = await ask(`https://127.0.0.1:${port}`, {});
    expect(told.names.error?.values).toEqual({ why: 'untrusted', host: `127.0.0.1:${port}` });
    expect(told.submitted[0]).toMatchObject({ kind: 'not-sent' });
    expect(seen).toEqual([]);
  });

  describe('and NODE_TLS_REJECT_UNAUTHORIZED, which switches Node’s checks of certificates off', () => {
    const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };

    test('it is not trusted, and not a byte is submitted', async () => {
      const told = await ask(`https://127.0.0.1:${port}`, unchecked);
      expect(told.names.error?.values).toEqual({ why: 'untrusted', host: `127.0.0.1:${port}` });
      expect(told.submitted[0]).toMatchObject({ kind: 'not-sent' });
      expect(seen).toEqual([]);
    });

    test('it is not trusted through a proxy either', async () => {
      const proxy = await startProxy(port);
      const told = await ask('https://service.test', {
        ...unchecked,
        HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      });
      expect(told.names.error?.values).toEqual({ why: 'untrusted', host: 'service.test' });
      expect(told.submitted[0]).toMatchObject({ kind: 'not-sent' });
      expect(proxy.tunnels[0]).toBe('service.test:443');
      expect(seen).toEqual([]);
    });

    test('a proxy whose certificate is not trusted gets nothing, not even its password', async () => {
      const proxy = await startProxy(port, false, authority);
      const told = await ask('https://service.test', {
        ...unchecked,
        HTTPS_PROXY: `https://me:secret@127.0.0.1:${proxy.port}`,
      });
      expect(told.submitted[0]).toMatchObject({ kind: 'not-sent' });
      expect(proxy.tunnels).toEqual([]);
      expect(seen).toEqual([]);
    });
  });

  test('is reached through a proxy’s tunnel: reads and uploads share one connection', async () => {
    const proxy = await startProxy(port);
    const told = await ask('https://service.test', {
      NODE_EXTRA_CA_CERTS: authority.certificateFile,
      HTTPS_PROXY: `http://me:secret@127.0.0.1:${proxy.port}`,
    });
    expect(told).toEqual({
      route: { kind: 'proxy', proxy: `http://127.0.0.1:${proxy.port}` },
      names: expect.objectContaining({ ok: true }),
      submitted: [expect.objectContaining({ kind: 'accepted' }), expect.objectContaining({ kind: 'accepted' })],
    });
    expect(proxy.tunnels).toEqual(['service.test:443']);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('me:secret').toString('base64')}`]);
    expect(seen).toEqual([
      { method: 'GET', url: '/token_map', bytes: 0, connection: 0 },
      { method: 'POST', url: '/v1/submit_raw_data', bytes: 3 * 1024 * 1024, connection: 0 },
      { method: 'POST', url: '/v1/submit_raw_data', bytes: 3 * 1024 * 1024, connection: 0 },
    ]);
  });

  test('is reached through the proxy that the system chooses', async () => {
    const proxy = await startProxy(port);
    const told = await ask(
      'https://service.test',
      { NODE_EXTRA_CA_CERTS: authority.certificateFile },
      { systemProxy: `SOCKS 127.0.0.1:1; PROXY 127.0.0.1:${proxy.port}; DIRECT` },
    );
    expect(told).toMatchObject({ names: { ok: true }, submitted: [{ kind: 'accepted' }, { kind: 'accepted' }] });
    expect(new Set(proxy.tunnels)).toEqual(new Set(['service.test:443']));
  });

  test('a proxy that lets nobody through is named, without its password', async () => {
    const proxy = await startProxy(port, true);
    const told = await ask('https://service.test', { HTTPS_PROXY: `http://me:secret@127.0.0.1:${proxy.port}` });
    expect(told.submitted[0]).toMatchObject({ kind: 'not-sent' });
    expect(told.names.error?.values).toEqual({
      why: 'proxy',
      proxy: `http://127.0.0.1:${proxy.port}`,
    });
    expect(JSON.stringify(told)).not.toContain('secret');
    expect(seen).toEqual([]);
  });

  test('a proxy that is not there is named', async () => {
    const told = await ask('https://service.test', { HTTPS_PROXY: 'http://127.0.0.1:9' });
    expect(told.names.error?.values).toEqual({ why: 'proxy', proxy: 'http://127.0.0.1:9' });
    expect(told.submitted[0]).toMatchObject({ kind: 'not-sent' });
  });

  test('this machine is reached past every proxy', async () => {
    const environment = { NODE_EXTRA_CA_CERTS: authority.certificateFile, HTTPS_PROXY: 'http://127.0.0.1:9' };
    const told = await ask(`https://127.0.0.1:${port}`, environment, { systemProxy: 'PROXY 127.0.0.1:9' });
    expect(told).toMatchObject({ route: { kind: 'direct' }, names: { ok: true } });
  });
});

test('a service without encryption is asked by its whole address through the proxy', async () => {
  const seen: Seen[] = [];
  const proxy = await startProxy(await listen(http.createServer(serviceHandler(seen))));
  const told = await ask('http://service.test/base', { http_proxy: `127.0.0.1:${proxy.port}` });
  expect(told).toMatchObject({ names: { ok: true }, submitted: [{ kind: 'accepted' }, { kind: 'accepted' }] });
  expect(proxy.forwarded).toEqual([
    'http://service.test/base/token_map',
    'http://service.test/base/v1/submit_raw_data',
    'http://service.test/base/v1/submit_raw_data',
  ]);
  expect(seen.map(({ bytes }) => bytes)).toEqual([0, 3 * 1024 * 1024, 3 * 1024 * 1024]);
});

test('a service is reached through a SOCKS 5 proxy, which is given its name', async () => {
  const seen: Seen[] = [];
  const port = await listen(http.createServer(serviceHandler(seen)));
  const names: string[] = [];
  const proxy = net.createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (asked) => {
        names.push(asked.subarray(5, 5 + (asked[4] ?? 0)).toString());
        const onward = net.connect(port, '127.0.0.1', () => {
          socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
          onward.pipe(socket).pipe(onward);
        });
        for (const end of [socket, onward]) end.on('error', () => onward.destroy());
      });
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  closing.push(async () => void proxy.close());
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const told = await ask('http://service.test', { ALL_PROXY: `socks5h://127.0.0.1:${address.port}` });
  expect(told).toMatchObject({ names: { ok: true }, submitted: [{ kind: 'accepted' }, { kind: 'accepted' }] });
  expect(new Set(names)).toEqual(new Set(['service.test']));
});

describe('a proxy that cannot be used', () => {
  let seen: Seen[];
  let service: string;
  let connections: number;
  let proxy: string;
  beforeEach(async () => {
    seen = [];
    service = `http://127.0.0.1:${await listen(http.createServer(serviceHandler(seen)))}`;
    connections = 0;
    const server = http.createServer().on('connection', () => {
      connections += 1;
    });
    proxy = `127.0.0.1:${await listen(server)}`;
  });

  test.each<[string, Record<string, string>, { readonly systemProxy?: string }]>([
    ['the environment', { ALL_PROXY: 'socks4://me:secret@proxy' }, {}],
    ['the system', {}, { systemProxy: 'SOCKS proxy; DIRECT' }],
  ])('is never passed by: SOCKS from %s', async (_where, environment, { systemProxy }) => {
    const set = Object.entries(environment).map(([name, value]) => [name, value.replace('proxy', proxy)]);
    const told = await ask(service, Object.fromEntries([...set, ['NO_PROXY', '<-loopback>']]), {
      ...(systemProxy === undefined ? {} : { systemProxy: systemProxy.replace('proxy', proxy) }),
    });
    expect(told.route).toEqual({ kind: 'unusable' });
    expect(told.names.error?.values).toEqual({ why: 'proxy-unusable' });
    expect(told.submitted[0]).toMatchObject({ kind: 'not-sent', error: { values: { why: 'proxy-unusable' } } });
    expect(JSON.stringify(told)).not.toContain('secret');
    expect([seen, connections]).toEqual([[], 0]);
  });

  test('is never passed by: a setting that cannot be read', async () => {
    const told = await ask(service, { HTTP_PROXY: ':::', NO_PROXY: '<-loopback>' });
    expect(told.route).toEqual({ kind: 'unusable' });
    expect(told.names.error?.values).toEqual({ why: 'proxy-unusable' });
    expect(told.submitted[0]).toMatchObject({ kind: 'not-sent', error: { values: { why: 'proxy-unusable' } } });
    expect([seen, connections]).toEqual([[], 0]);
  });
});

const slowService = `
  require('node:http')
    .createServer((_request, response) => response.end('{"ethereum":"0x01"}'))
    .listen({ host: '127.0.0.1', port: 0, backlog: 1 }, function () { process.send(this.address().port); });
`;

// Linux drops a connection's first packet while the server's queue is full, and repeats it after a second.
test.runIf(process.platform === 'linux')('a host of two addresses may take a second to connect', async () => {
  const server = spawn(process.execPath, ['-e', slowService], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [port] = (await once(server, 'message')) as [number];
  server.kill('SIGSTOP');
  const queue = [0, 1].map(() => net.connect(port, '127.0.0.1'));
  closing.push(async () => {
    closeConnections();
    for (const socket of queue) socket.destroy();
    server.kill('SIGKILL');
  });
  await Promise.all(queue.map((socket) => once(socket, 'connect')));
  vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, _options: object, callback: LookedUp) => {
    callback(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    server.kill('SIGCONT');
  }) as typeof dns.lookup);
  const read = await getTokenMap(connectionTo(`http://service.test:${port}`));
  expect(read).toMatchObject({ ok: true });
  expect(dns.lookup).toHaveBeenCalledOnce();
});

type LookedUp = (error: null, addresses: dns.LookupAddress[]) => void;

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { test as accountTest } from './accounts.ts';
import { expect } from './test.ts';

/** True if strace is available and may trace processes. */
export function canTrace(): boolean {
  return process.platform === 'linux' && spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;
}

/**
 * The command prefix that logs every connection and datagram of an app's processes and threads to `log`. The tracer is
 * a grandchild (`-D`), so that signals reach the app itself.
 */
export function traced(log: string): readonly string[] {
  const calls = 'trace=connect,sendto,sendmsg,sendmmsg';
  return ['strace', '-D', '-f', '--seccomp-bpf', '-q', '-s', '0', '-o', log, '-e', calls];
}

/**
 * The unique destinations of a traced app, including failed attempts, as `host:port`, and the sockets of this
 * machine's name service that answered it, as `names by PATH`. Call it after the app has ended.
 */
export async function destinationsOf(log: string): Promise<readonly string[]> {
  let lines: readonly string[] = [];
  const whole = async (): Promise<boolean> => {
    lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '');
    const ended = new Set(lines.filter((line) => line.includes(' +++ ')).map(taskOf));
    return lines.length > 0 && lines.every((line) => ended.has(taskOf(line)));
  };
  await expect.poll(whole, { message: 'each process and thread has ended, and the tracer has written so' }).toBe(true);
  return [...new Set(callsIn(lines).flatMap(destinations))].sort();
}

/** The process or thread of a line. */
function taskOf(line: string): string {
  return line.split(' ', 1)[0] ?? '';
}

/** Joins each call with its result. Lines of other threads may separate the two halves. */
function callsIn(lines: readonly string[]): readonly string[] {
  const begun = new Map<string, string>();
  return lines.flatMap((line) => {
    const whole = `${begun.get(taskOf(line)) ?? ''}${line}`;
    const isBegun = line.endsWith('<unfinished ...>');
    begun.set(taskOf(line), isBegun ? line : '');
    return isBegun ? [] : [whole];
  });
}

function destinations(call: string): readonly string[] {
  const v4 = call.matchAll(/sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]+)"\)/g);
  const v6 = call.matchAll(/sin6_port=htons\((\d+)\).*?inet_pton\(AF_INET6, "([^"]+)"/g);
  const names = call.includes('= -1 ') ? [] : call.matchAll(/sun_path=@?"([^"]*(?:nscd|resolve)[^"]*)"/g);
  return [
    ...[...v4].map(([, port, host]) => `${host}:${port}`),
    ...[...v6].map(([, port, host]) => `[${host}]:${port}`),
    ...[...names].map(([, path]) => `names by ${path}`),
  ];
}

/** A service at another address of this machine. Forwards all requests. */
type Relay = {
  readonly url: string;
  readonly destination: string;
  /** The names of all request headers, sorted. */
  readonly headers: () => readonly string[];
};

type Fixtures = { readonly relay: (url: string, host: string) => Promise<Relay> };

/** The app with services at separate addresses. They stop with the test. */
export const test = accountTest.extend<Fixtures>({
  relay: async ({ folder: _folder }, use) => {
    const servers: Server[] = [];
    await use(async (url, host) => {
      const { origin, pathname } = new URL(url);
      const headers = new Set<string>();
      const server = createServer((asked, answer) => {
        for (const name of Object.keys(asked.headers)) headers.add(name);
        pass(asked, answer, origin);
      });
      servers.push(server);
      server.listen(0, host);
      await once(server, 'listening');
      const bound = server.address();
      if (bound === null || typeof bound === 'string') throw new Error('The relay has no port.');
      const destination = `${host}:${bound.port}`;
      const path = pathname === '/' ? '' : pathname;
      return { url: `http://${destination}${path}`, destination, headers: () => [...headers].sort() };
    });
    for (const server of servers) server.close();
  },
});

function pass(asked: IncomingMessage, answer: ServerResponse, origin: string): void {
  const { method, headers } = asked;
  const onward = request(`${origin}${asked.url}`, { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

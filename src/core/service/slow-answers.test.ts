import type * as http from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { getPreImage } from './index.ts';
import { answering, cleanUp, connectionTo } from './scripted-server.fixture.ts';

afterEach(() => {
  vi.useRealTimers();
  return cleanUp();
});

const MINUTES_2_LESS_A_SECOND = 119_000;
const PIECES = 6;

test('a submitted part comes whole over a line on which it takes ten minutes, as long as something comes', async () => {
  const written = Promise.withResolvers<http.ServerResponse>();
  const server = await answering((_, response) => {
    response.writeHead(200, { 'content-length': PIECES }).flushHeaders();
    written.resolve(response);
  });
  let taken = Promise.withResolvers<void>();
  const receiver = { begin: () => undefined, take: () => taken.resolve() };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = getPreImage(connectionTo(server.baseUrl), 'a', { mostBytes: 1024 * 1024, receiver });
  const response = await written.promise;
  for (let piece = 0; piece < PIECES; piece += 1) {
    vi.advanceTimersByTime(MINUTES_2_LESS_A_SECOND);
    taken = Promise.withResolvers();
    response.write('x');
    await taken.promise;
  }
  expect(await asked).toMatchObject({ ok: true });
});

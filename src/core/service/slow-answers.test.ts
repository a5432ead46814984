import { afterEach, expect, test, vi } from 'vitest';
import { getPreImage } from './index.ts';
import { answering, cleanUp, connectionTo } from './scripted-server.fixture.ts';

afterEach(() => {
  vi.useRealTimers();
  return cleanUp();
});

const MINUTES_10 = 600_000;

test('a submitted part comes whole over a line on which it takes ten minutes, as long as something comes', async () => {
  const half = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const server = await answering((_, response) => {
    response.writeHead(200, { 'content-length': 8 }).write('half');
    void rest.promise.then(() => response.end('rest'));
  });
  const taken: string[] = [];
  const receiver = {
    begin: () => undefined,
    take: (piece: Uint8Array) => {
      taken.push(Buffer.from(piece).toString());
      half.resolve();
    },
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = getPreImage(connectionTo(server.baseUrl), 'a', { mostBytes: 1024 * 1024, receiver });
  await half.promise;
  vi.advanceTimersByTime(MINUTES_10);
  rest.resolve();
  expect(await asked).toMatchObject({ ok: true });
  expect(taken).toEqual(['half', 'rest']);
});

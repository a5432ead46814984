import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Ending } from './ending.ts';

/** Ends a real process in which something hangs. The log is what it did, line by line. */
async function ended(hanging: 'drive' | 'thread' | 'nothing') {
  const folder = await mkdtemp(join(tmpdir(), 'ending-'));
  const script = fileURLToPath(new URL('./ending.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [script, hanging, folder], { stdio: ['ignore', 'inherit', 'inherit'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const [code, signal] = await once(child, 'exit');
  return { code, signal, log: (await readFile(join(folder, 'log'), 'utf8')).trimEnd().split('\n') };
}

test.skipIf(process.platform === 'win32').each([
  ['drive', 'a call into the system does not return'],
  ['thread', 'a thread does not end'],
] as const)(
  'a %s that hangs for ever does not keep the process from ending, once all is written',
  async (what, why) => {
    expect(await ended(what)).toEqual({
      code: null,
      signal: 'SIGKILL',
      log: ['taken over', 'written', `killed: ${why}`],
    });
  },
);

test.skipIf(process.platform === 'win32')('where nothing hangs, the process ends in good order', async () => {
  expect(await ended('nothing')).toEqual({
    code: 0,
    signal: null,
    log: ['taken over', 'written', 'last', 'in good order'],
  });
});

const quiet = { preventDefault: () => undefined };
const quietly = {
  close: async () => undefined,
  isStuck: () => false,
  last: async () => undefined,
  exit: () => undefined,
  kill: () => undefined,
};

test('quitting again while the app ends begins nothing anew, and is not let through either', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const close = vi.fn(async () => undefined);
  const ending = new Ending({ ...quietly, close, exit: () => resolve() });
  expect(ending.hasBegun).toBe(false);
  const preventDefault = vi.fn();
  ending.quit(quiet);
  ending.quit({ preventDefault });
  expect([ending.hasBegun, preventDefault.mock.calls.length, close.mock.calls.length]).toEqual([true, 1, 1]);
  await promise;
});

test('what cannot be closed does not keep the app from ending', async () => {
  for (const close of [
    () => Promise.reject(new Error('no')),
    () => {
      throw new Error('no');
    },
  ]) {
    const { promise, resolve } = Promise.withResolvers<string>();
    new Ending({ ...quietly, close, exit: (code) => resolve(`exit ${code}`), kill: resolve }).quit(quiet);
    expect(await promise).toBe('exit 0');
  }
});

test('an app that ends over an error says so by its exit code, and no quitting meanwhile changes that', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const ending = new Ending({ ...quietly, exit: resolve });
  ending.begin(1);
  ending.quit(quiet);
  expect(await promise).toBe(1);
});

test('threads have their time to end after main was blocked, as by a message box', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const close = async () => {
    for (let turns = 0; turns < 5; turns++) await wait(1);
  };
  const patienceMs = 1_000;
  new Ending({ ...quietly, close, exit: (code) => resolve(`exit ${code}`), kill: resolve, patienceMs }).begin(1);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1.2 * patienceMs);
  expect(await promise).toBe('exit 1');
});

test.each([
  ['takes longer than anything may hang', () => wait(30)],
  ['fails', () => Promise.reject(new Error('no'))],
])('what is to be done last is waited for and the app ends in good order, also where it %s', async (_how, last) => {
  const { promise, resolve } = Promise.withResolvers<string>();
  new Ending({ ...quietly, last, exit: (code) => resolve(`exit ${code}`), kill: resolve, patienceMs: 1 }).begin(0);
  expect(await promise).toBe('exit 0');
});

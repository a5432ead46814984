import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SingleInstance } from './single-instance.ts';

const script = fileURLToPath(new URL('./single-instance.fixture.ts', import.meta.url));
const started: ChildProcess[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'single-instance-'));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A process that wants the lock of the test's folder. */
async function instance(patience = 10_000) {
  const child = spawn(process.execPath, [script, folder, `${patience}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => String((await lines.next()).value);
  const ask = async (order: string): Promise<string> => {
    child.stdin.write(`${order}\n`);
    return line();
  };
  await line();
  return {
    child,
    name: `pid ${child.pid}`,
    line,
    ask,
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test('who asks again and again while another has the lock is told so each time', async () => {
  const [first, second] = await Promise.all([instance(), instance()]);
  expect(await first.ask('request')).toBe('first');
  for (let round = 0; round < 40; round += 1) {
    expect(await second.ask('request')).toBe('second');
    expect(await first.line()).toBe(`heard ${second.name}`);
  }
}, 180_000);

test.skipIf(process.platform === 'win32')(
  'an owner that is too busy to answer keeps the lock, and hears later what it was told',
  async () => {
    const [first, second] = await Promise.all([instance(), instance(100)]);
    await first.ask('request');
    first.child.kill('SIGSTOP');
    expect(await second.ask('request')).toBe('second');
    first.child.kill('SIGCONT');
    expect(await first.line()).toBe(`heard ${second.name}`);
    expect(await second.ask('request')).toBe('second');
  },
);

test('after an owner that was killed, one of two that start at once has the lock and hears the other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [killed, ...pair] = await Promise.all([instance(), instance(), instance()]);
    await killed.ask('request');
    await killed.kill();
    const answers = await Promise.all(pair.map((one) => one.ask('request')));
    expect(answers.toSorted()).toEqual(['first', 'second']);
    const [owner, other] = answers[0] === 'first' ? pair : pair.toReversed();
    expect(await owner?.line()).toBe(`heard ${other?.name}`);
    for (const one of pair) await one.kill();
  }
}, 180_000);

test('a lock that was let go is the next one’s, and leaves no socket behind', async () => {
  const [first, second] = await Promise.all([instance(), instance()]);
  await first.ask('request');
  expect(existsSync(join(folder, 'instance.sock'))).toBe(process.platform !== 'win32');
  await first.ask('release');
  expect(readdirSync(folder)).toEqual(['instance.lock']);
  expect(await second.ask('request')).toBe('first');
});

test('where no lock can be made nobody has it, as with Electron', () => {
  writeFileSync(join(folder, 'file'), '');
  const lock = new SingleInstance();
  const request = () =>
    lock.request(join(folder, 'file'), { argv: [], workingDirectory: '', data: null }, () => undefined);
  expect([request(), lock.isHeld]).toEqual([false, false]);
});

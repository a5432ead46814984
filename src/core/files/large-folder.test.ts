import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { FileMessage } from './file-calls.ts';
import { FileHandler } from './file-handler.ts';

test('a thread that reads and sorts a large folder says that it is at work before it has anything to show', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'large-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (let start = 0; start < 6_000; start += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, at) => writeFile(join(folder, `${start + at}`), '')));
  }
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  new FileHandler(port2);
  const messages: FileMessage[] = [];
  const answered = new Promise<void>((resolve) => {
    port1.on('message', (message: FileMessage) => {
      messages.push(message);
      if ('answer' in message) resolve();
    });
  });
  port1.postMessage({ kind: 'list', path: folder });
  await answered;
  const parts = messages.flatMap((message) => ('part' in message ? [message.part] : []));
  const beforeNames = parts.findIndex((part) => part.length > 0);
  // One of the reading, and more of the sorting.
  expect(beforeNames).toBeGreaterThan(2);
  const names = parts.flat().map(({ name }) => name);
  expect(names).toEqual(Array.from({ length: 6_000 }, (_, at) => `${at}`));
});

test('a folder with more names than can be taken is refused, and nothing of it is shown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'large-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['a', 'b', 'c', 'd']) await writeFile(join(folder, name), '');
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  new FileHandler(port2, 3);
  const message = new Promise<FileMessage>((resolve) => port1.once('message', resolve));
  port1.postMessage({ kind: 'list', path: folder });
  expect(await message).toMatchObject({ answer: { kind: 'unreadable', code: 'E2BIG' } });
});

import { EventEmitter } from 'node:events';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const app = Object.assign(new EventEmitter(), { isPackaged: true });
vi.mock('electron', () => ({ app }));
const { isTooLongToHandOver, OpenedFiles } = await import('./opened-files.ts');

const folder = resolve('/home/ada');
const { argv } = process;
beforeEach(() => {
  vi.useFakeTimers();
  app.removeAllListeners();
  process.argv = ['dropslip', join(folder, 'first.txt')];
});
afterEach(() => {
  process.argv = argv;
});

function opened() {
  const batches: (readonly string[])[] = [];
  const files = new OpenedFiles();
  const listen = (): void => files.listen((paths) => batches.push(paths));
  return { batches, files, listen };
}

test('files of this start, of later ones and of the dock are one drop when they come together', () => {
  const { batches, files, listen } = opened();
  expect(files.hasPending).toBe(true);
  const preventDefault = vi.fn();
  app.emit('open-file', { preventDefault }, join(folder, 'dock.txt'));
  listen();
  app.emit('second-instance', {}, ['dropslip', 'later.txt'], folder);
  app.emit('second-instance', {}, ['dropslip'], folder);
  vi.advanceTimersByTime(700);
  expect(batches).toEqual([['first.txt', 'dock.txt', 'later.txt'].map((name) => join(folder, name))]);
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(files.hasPending).toBe(false);
});

test('more than Chromium’s lock carries whole is too long to hand over, in bytes', () => {
  const names = (count: number, name: string) => ['dropslip', ...Array.from({ length: count }, () => name)];
  expect(isTooLongToHandOver(names(200, 'x'.repeat(100)), folder)).toBe(false);
  expect(isTooLongToHandOver(names(200, '漢'.repeat(100)), folder)).toBe(true);
});

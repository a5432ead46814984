import { beforeEach, expect, test, vi } from 'vitest';
import { PathGathering } from './path-gathering.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

function opened() {
  const batches: (readonly string[])[] = [];
  const gathering = new PathGathering((paths) => batches.push(paths));
  return { batches, gathering };
}

test('what comes one by one is one batch, each file once, in its order', () => {
  const { batches, gathering } = opened();
  gathering.release();
  for (const path of ['/b', '/a', '/b', '/c']) {
    gathering.take([path]);
    vi.advanceTimersByTime(600);
  }
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(batches).toEqual([['/b', '/a', '/c']]);
});

test('what comes once it was quiet is another batch', () => {
  const { batches, gathering } = opened();
  gathering.release();
  gathering.take(['/a']);
  vi.advanceTimersByTime(700);
  gathering.take(['/a']);
  vi.advanceTimersByTime(700);
  expect(batches).toEqual([['/a'], ['/a']]);
});

test('what came before there was anybody to tell is told then, with what follows at once', () => {
  const { batches, gathering } = opened();
  gathering.take(['/a']);
  vi.advanceTimersByTime(60_000);
  expect(gathering.pending).toEqual(['/a']);
  gathering.release();
  gathering.take(['/b']);
  vi.advanceTimersByTime(700);
  expect(batches).toEqual([['/a', '/b']]);
});

test('an app that ends opens nothing any more', () => {
  const { batches, gathering } = opened();
  gathering.release();
  gathering.take(['/a']);
  gathering.close();
  gathering.take(['/b']);
  vi.advanceTimersByTime(60_000);
  expect(batches).toEqual([]);
});

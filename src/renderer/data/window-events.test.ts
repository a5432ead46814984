import { expect, test, vi } from 'vitest';
import type { Snapshot } from '../../shared/bridge/app.ts';
import type { Submission } from '../../shared/bridge/submissions.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { QueueMirror, WindowEvents } from './window-events.ts';
import { emptyState, type WindowState } from './window-state.ts';

test('an event is handed on at once, to those alone who asked for its kind', () => {
  const events = new WindowEvents();
  const [onCommand, onNotice] = [vi.fn(), vi.fn()];
  events.on('menu-chosen', onCommand);
  events.on('notice', onNotice);
  events.dispatch({ kind: 'menu-chosen', command: 'find' });
  expect(onCommand).toHaveBeenCalledExactlyOnceWith({ kind: 'menu-chosen', command: 'find' });
  expect(onNotice).not.toHaveBeenCalled();
});

test('who stopped listening hears nothing more, also when that was in answer to the same event', () => {
  const events = new WindowEvents();
  const once = vi.fn(() => stop());
  const stop = events.on('open-queue', once);
  const always = vi.fn();
  events.on('open-queue', always);
  events.dispatch({ kind: 'open-queue' });
  events.dispatch({ kind: 'open-queue' });
  expect(once).toHaveBeenCalledTimes(1);
  expect(always).toHaveBeenCalledTimes(2);
});

const waiting: Submission = {
  id: 1,
  accountId: 'practice',
  name: 'a.txt',
  folder: null,
  size: 3,
  addedAt: '2026-01-12T10:00:00Z',
  state: { kind: 'waiting' },
  cost: null,
  wish: null,
  content: 'file',
  files: null,
  parts: null,
};

const snapshot: Snapshot = {
  version: '1.0.0',
  formats: emptyState.formats,
  accounts: [],
  activeAccountId: 'practice',
  submissions: [waiting],
  progress: [],
  summary: emptyState.summary,
  held: emptyState.held,
  queueSettings: emptyState.queueSettings,
};

/** Main as the window sees it: answers the snapshot when told to, sends events when told to. */
function mainProcess() {
  const events = new WindowEvents();
  const { promise, resolve } = Promise.withResolvers<Result<Snapshot>>();
  return { events, snapshot: () => promise, answer: resolve, send: events.dispatch };
}

function emptyStore() {
  let state: WindowState = emptyState;
  return {
    get: () => state,
    setState: (next: (before: WindowState) => WindowState) => {
      state = next(state);
    },
  };
}

test('events that overtake the snapshot are applied after it', async () => {
  const main = mainProcess();
  const store = emptyStore();
  const mirror = new QueueMirror(main.events, store, main.snapshot);
  main.send({ kind: 'submissions.changed', submissions: [{ ...waiting, state: { kind: 'preparing' } }] });
  expect(store.get().phase.kind).toBe('loading');
  main.answer(success(snapshot));
  await vi.waitFor(() => expect(store.get().submissions.get(1)?.state.kind).toBe('preparing'), { timeout: 30_000 });
  mirror.stop();
});

test('many events within a moment are one change of the store', async () => {
  const main = mainProcess();
  const store = emptyStore();
  const mirror = new QueueMirror(main.events, store, main.snapshot);
  main.answer(success(snapshot));
  await vi.waitFor(() => expect(store.get().phase.kind).toBe('ready'), { timeout: 30_000 });
  const setState = vi.spyOn(store, 'setState');
  for (let id = 2; id < 100; id += 1) main.send({ kind: 'submissions.changed', submissions: [{ ...waiting, id }] });
  await vi.waitFor(() => expect(store.get().submissions.size).toBe(99), { timeout: 30_000 });
  expect(setState).toHaveBeenCalledTimes(1);
  mirror.stop();
});

test('ten thousand rows of a snapshot are taken in piece by piece, and an event that overtook them comes last', async () => {
  const main = mainProcess();
  const store = emptyStore();
  const taken: number[] = [];
  const setState = store.setState;
  store.setState = (next) => {
    const before = store.get().submissions.size;
    setState(next);
    taken.push(store.get().submissions.size - before);
  };
  const submissions = Array.from({ length: 10_000 }, (_, index) => ({ ...waiting, id: index + 1 }));
  const mirror = new QueueMirror(main.events, store, main.snapshot);
  main.send({ kind: 'submissions.changed', submissions: [{ ...waiting, id: 9_999, state: { kind: 'cancelled' } }] });
  main.answer(success({ ...snapshot, submissions }));
  await vi.waitFor(() => expect(store.get().submissions.size).toBe(10_000), { timeout: 30_000 });
  await vi.waitFor(() => expect(store.get().submissions.get(9_999)?.state.kind).toBe('cancelled'), { timeout: 30_000 });
  expect(Math.max(...taken)).toBeLessThanOrEqual(1_000);
  expect(store.get().lists.all).toEqual(submissions.map((submission) => submission.id));
  mirror.stop();
});

test('a snapshot that cannot be had is told with its reason', async () => {
  const main = mainProcess();
  const store = emptyStore();
  const mirror = new QueueMirror(main.events, store, main.snapshot);
  main.answer(failure({ code: 'internal' }));
  await vi.waitFor(() => expect(store.get().phase).toMatchObject({ kind: 'broken' }), { timeout: 30_000 });
  mirror.stop();
});

test('after stopping, nobody listens', async () => {
  const main = mainProcess();
  const store = emptyStore();
  const mirror = new QueueMirror(main.events, store, main.snapshot);
  main.answer(success(snapshot));
  await vi.waitFor(() => expect(store.get().phase.kind).toBe('ready'), { timeout: 30_000 });
  mirror.stop();
  vi.useFakeTimers();
  main.send({ kind: 'submissions.removed', ids: [1] });
  vi.runAllTimers();
  vi.useRealTimers();
  expect(store.get().submissions.size).toBe(1);
});

import { expect, test, vi } from 'vitest';
import type { Snapshot, WindowApi, WindowEvent } from '../../shared/bridge/bridge.ts';
import { failure, type Result, success } from '../../shared/bridge/failure.ts';
import type { Submission } from '../../shared/bridge/submissions.ts';
import { connect } from './connect.ts';
import { emptyState, type WindowState } from './window-state.ts';

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
};

const snapshot: Snapshot = {
  version: '1.0.0',
  accounts: [],
  activeAccountId: 'practice',
  submissions: [waiting],
  progress: [],
  summary: emptyState.summary,
  queueSettings: { atOnce: 'automatic', spendingLimit: null },
};

const deaf = { onNotice: () => {}, onCloseAsked: () => {} };

/** Main as the window sees it: answers the snapshot when told to, sends events when told to. */
function mainProcess() {
  const listeners = new Set<(event: WindowEvent) => void>();
  const answer = Promise.withResolvers<Result<Snapshot>>();
  const call = vi.fn();
  call.mockReturnValue(answer.promise);
  const api: WindowApi = {
    call,
    callWithFiles: vi.fn(),
    chooseFiles: vi.fn(),
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    api,
    answer: answer.resolve,
    listeners,
    send: (event: WindowEvent) => {
      for (const tell of listeners) tell(event);
    },
  };
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
  const stop = connect(main.api, store, deaf);
  main.send({ kind: 'submissions-changed', submissions: [{ ...waiting, state: { kind: 'preparing' } }] });
  expect(store.get().phase.kind).toBe('loading');
  main.answer(success(snapshot));
  await vi.waitFor(() => expect(store.get().submissions.get(1)?.state.kind).toBe('preparing'), { timeout: 30_000 });
  stop();
});

test('many events within a moment are one change of the store', async () => {
  const main = mainProcess();
  const store = emptyStore();
  const stop = connect(main.api, store, deaf);
  main.answer(success(snapshot));
  await vi.waitFor(() => expect(store.get().phase.kind).toBe('ready'), { timeout: 30_000 });
  const setState = vi.spyOn(store, 'setState');
  for (let id = 2; id < 100; id += 1) main.send({ kind: 'submissions-changed', submissions: [{ ...waiting, id }] });
  await vi.waitFor(() => expect(store.get().submissions.size).toBe(99), { timeout: 30_000 });
  expect(setState).toHaveBeenCalledTimes(1);
  stop();
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
  const stop = connect(main.api, store, deaf);
  main.send({ kind: 'submissions-changed', submissions: [{ ...waiting, id: 9_999, state: { kind: 'cancelled' } }] });
  main.answer(success({ ...snapshot, submissions }));
  await vi.waitFor(() => expect(store.get().submissions.size).toBe(10_000), { timeout: 30_000 });
  await vi.waitFor(() => expect(store.get().submissions.get(9_999)?.state.kind).toBe('cancelled'), { timeout: 30_000 });
  expect(Math.max(...taken)).toBeLessThanOrEqual(1_000);
  expect(store.get().lists.all).toEqual(submissions.map((submission) => submission.id));
  stop();
});

test('the question whether to close is handed on at once', () => {
  const main = mainProcess();
  const onCloseAsked = vi.fn();
  const stop = connect(main.api, emptyStore(), { ...deaf, onCloseAsked });
  main.send({ kind: 'close-asked', files: 3 });
  expect(onCloseAsked).toHaveBeenCalledWith({ kind: 'close-asked', files: 3 });
  stop();
});

test('a notice is told at once and not kept', () => {
  const main = mainProcess();
  const onNotice = vi.fn();
  const stop = connect(main.api, emptyStore(), { ...deaf, onNotice });
  main.send({ kind: 'notice', tone: 'info', text: 'Hello.' });
  expect(onNotice).toHaveBeenCalledWith({ kind: 'notice', tone: 'info', text: 'Hello.' });
  stop();
});

test('a snapshot that cannot be had is told with its reason', async () => {
  const main = mainProcess();
  const store = emptyStore();
  const stop = connect(main.api, store, deaf);
  main.answer(failure({ code: 'x', message: 'The database is locked.' }));
  await vi.waitFor(() => expect(store.get().phase).toMatchObject({ kind: 'broken' }), { timeout: 30_000 });
  stop();
});

test('after stopping, nobody listens', () => {
  const main = mainProcess();
  connect(main.api, emptyStore(), deaf)();
  expect(main.listeners.size).toBe(0);
});

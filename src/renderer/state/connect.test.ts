import { expect, test, vi } from 'vitest';
import type { Snapshot, WindowApi, WindowEvent } from '../../shared/api.ts';
import { failure, type Result, success } from '../../shared/failure.ts';
import type { Item } from '../../shared/submissions.ts';
import { connect } from './connect.ts';
import { emptyState, type WindowState } from './window-state.ts';

const waiting: Item = {
  id: 1,
  accountId: 'practice',
  name: 'a.txt',
  folder: null,
  size: 3,
  addedAt: '2026-01-12T10:00:00Z',
  state: { kind: 'waiting' },
  cost: null,
};

const snapshot: Snapshot = {
  version: '1.0.0',
  accounts: [],
  activeAccountId: 'practice',
  items: [waiting],
  progress: [],
  summary: emptyState.summary,
  queueSettings: { atOnce: 'automatic', stopLine: null },
};

/** Main as the window sees it: answers the snapshot when told to, sends events when told to. */
function mainProcess() {
  const listeners = new Set<(event: WindowEvent) => void>();
  const answer = Promise.withResolvers<Result<Snapshot>>();
  const call = vi.fn();
  call.mockReturnValue(answer.promise);
  const api: WindowApi = {
    call,
    addFiles: () => Promise.resolve(success({ added: 0, notes: [] })),
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
  const stop = connect(main.api, store, { onNotice: () => {} });
  main.send({ kind: 'items-changed', items: [{ ...waiting, state: { kind: 'preparing' } }] });
  expect(store.get().phase.kind).toBe('loading');
  main.answer(success(snapshot));
  await vi.waitFor(() => expect(store.get().items.get(1)?.state.kind).toBe('preparing'));
  stop();
});

test('many events within a moment are one change of the store', async () => {
  const main = mainProcess();
  const store = emptyStore();
  const stop = connect(main.api, store, { onNotice: () => {} });
  main.answer(success(snapshot));
  await vi.waitFor(() => expect(store.get().phase.kind).toBe('ready'));
  const setState = vi.spyOn(store, 'setState');
  for (let id = 2; id < 100; id += 1) main.send({ kind: 'items-changed', items: [{ ...waiting, id }] });
  await vi.waitFor(() => expect(store.get().items.size).toBe(99));
  expect(setState).toHaveBeenCalledTimes(1);
  stop();
});

test('a notice is told at once and not kept', () => {
  const main = mainProcess();
  const onNotice = vi.fn();
  const stop = connect(main.api, emptyStore(), { onNotice });
  main.send({ kind: 'notice', tone: 'info', text: 'Hello.' });
  expect(onNotice).toHaveBeenCalledWith({ kind: 'notice', tone: 'info', text: 'Hello.' });
  stop();
});

test('a snapshot that cannot be had is told with its reason', async () => {
  const main = mainProcess();
  const store = emptyStore();
  const stop = connect(main.api, store, { onNotice: () => {} });
  main.answer(failure({ code: 'x', message: 'The database is locked.' }));
  await vi.waitFor(() => expect(store.get().phase).toMatchObject({ kind: 'broken' }));
  stop();
});

test('after stopping, nobody listens', () => {
  const main = mainProcess();
  connect(main.api, emptyStore(), { onNotice: () => {} })();
  expect(main.listeners.size).toBe(0);
});

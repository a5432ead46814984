import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Failure, failure, success } from '../../shared/failures/failure.ts';
import { callQuery, createQueryClient, StaleAnswers } from './queries.ts';
import { WindowEvents } from './window-events.ts';

const call = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { dropslip: { call } });
});

afterEach(() => {
  call.mockReset();
});

function shown(accountId = 'a') {
  const client = createQueryClient();
  const events = new WindowEvents();
  const store = createStore(() => ({ activeAccountId: accountId }));
  const stale = new StaleAnswers(client, events, store);
  const observer = new QueryObserver(client, callQuery('deposits.list', accountId, {}));
  const stopLooking = observer.subscribe(() => {});
  const stop = (): void => {
    stopLooking();
    stale.stop();
  };
  return { client, events, store, observer, stop };
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const answer = (older: number) => success({ accountId: 'a', deposits: [], older });

test('an answer is asked for again when its own event comes, of its own account', async () => {
  call.mockImplementation(async () => answer(call.mock.calls.length));
  const { events, observer, stop } = shown();
  await settle();
  expect(observer.getCurrentResult().data).toMatchObject({ older: 1 });
  events.dispatch({ kind: 'deposits.changed', accountId: 'other' });
  events.dispatch({ kind: 'records.changed', accountId: 'a' });
  await settle(1_000);
  expect(call).toHaveBeenCalledTimes(1);
  events.dispatch({ kind: 'deposits.changed', accountId: 'a' });
  await settle(1_000);
  expect(observer.getCurrentResult().data).toMatchObject({ older: 2 });
  stop();
});

test('a thousand events within a moment are two questions: the first at once, the rest together', async () => {
  call.mockImplementation(async () => answer(0));
  const { events, stop } = shown();
  await settle();
  call.mockClear();
  for (let count = 0; count < 1_000; count += 1) {
    events.dispatch({ kind: 'deposits.changed', accountId: 'a' });
    if (count === 500) await settle(1);
  }
  expect(call).toHaveBeenCalledTimes(1);
  await settle(1_000);
  expect(call).toHaveBeenCalledTimes(2);
  stop();
});

test('an answer that was on its way when the event came is not the last word', async () => {
  const first = Promise.withResolvers();
  call.mockReturnValueOnce(first.promise).mockImplementation(async () => answer(2));
  const { events, observer, stop } = shown();
  events.dispatch({ kind: 'deposits.changed', accountId: 'a' });
  await settle(1_000);
  first.resolve(answer(1));
  await settle(1_000);
  expect(observer.getCurrentResult().data).toMatchObject({ older: 2 });
  stop();
});

test('what was asked of another account is forgotten with it, also while it is on its way', async () => {
  const late = Promise.withResolvers();
  call.mockReturnValueOnce(late.promise).mockImplementation(async () => answer(2));
  const { client, store, observer, stop } = shown();
  store.setState({ activeAccountId: 'b' });
  observer.setOptions(callQuery('deposits.list', 'b', {}));
  store.setState({ activeAccountId: 'a' });
  observer.setOptions(callQuery('deposits.list', 'a', {}));
  late.resolve(answer(1));
  await settle(1_000);
  expect(observer.getCurrentResult().data).toMatchObject({ older: 2 });
  expect(client.getQueryCache().getAll()).toHaveLength(1);
  stop();
});

test('what main could not answer is told with its reason, and not asked for again by itself', async () => {
  const reason: Failure = { code: 'internal' };
  call.mockImplementation(async () => failure(reason));
  const { observer, stop } = shown();
  await settle(60_000);
  expect(observer.getCurrentResult().error?.failure).toEqual(reason);
  expect(call).toHaveBeenCalledTimes(1);
  stop();
});

test('before an account is known nobody is asked', async () => {
  const { stop } = shown('');
  await settle(1_000);
  expect(call).not.toHaveBeenCalled();
  stop();
});

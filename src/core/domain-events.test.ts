import { expect, test, vi } from 'vitest';
import { DomainEvents } from './domain-events.ts';

test('listeners run in order, and an error in one is reported and does not stop the others', () => {
  const onProblem = vi.fn();
  const events = new DomainEvents(onProblem);
  const heard: string[] = [];
  const error = new Error('no');
  events.on('account.moved', ({ accountId }) => void heard.push(`first ${accountId}`));
  events.on('account.moved', () => {
    throw error;
  });
  const stop = events.on('account.moved', ({ accountId }) => void heard.push(`last ${accountId}`));
  events.emit('account.moved', { accountId: 'one' });
  expect(heard).toEqual(['first one', 'last one']);
  expect(onProblem).toHaveBeenCalledExactlyOnceWith('account.moved', error);
  stop();
  events.emit('account.moved', { accountId: 'two' });
  expect(heard.at(-1)).toBe('first two');
});

test('a question gets all answers, and fails without any or with a failed one', async () => {
  const events = new DomainEvents(() => undefined);
  const asked = { accountId: 'one' };
  expect(() => events.ask('account.is-sending', asked)).toThrow();
  events.answer('account.is-sending', () => false);
  events.answer('account.is-sending', ({ accountId }) => accountId === 'one');
  expect(events.ask('account.is-sending', asked)).toEqual([false, true]);
  events.answer('account.leaving', () => Promise.reject(new Error('the disk is full')));
  await expect(Promise.all(events.ask('account.leaving', { ...asked, kinds: [] }))).rejects.toThrow('the disk is full');
});

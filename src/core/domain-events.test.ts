import { expect, test, vi } from 'vitest';
import { DomainEvents } from './domain-events.ts';

test('all hear in the order in which they subscribed, also after one that throws, which is told of', () => {
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

test('who asks is answered by all who answer, hears of their failures, and of nobody being there', async () => {
  const events = new DomainEvents(() => undefined);
  const asked = { accountId: 'one' };
  expect(() => events.ask('account.is-sending', asked)).toThrow();
  events.answer('account.is-sending', () => false);
  events.answer('account.is-sending', ({ accountId }) => accountId === 'one');
  expect(events.ask('account.is-sending', asked)).toEqual([false, true]);
  events.answer('account.leaving', () => Promise.reject(new Error('the disk is full')));
  await expect(Promise.all(events.ask('account.leaving', { ...asked, kinds: [] }))).rejects.toThrow('the disk is full');
});

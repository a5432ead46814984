import { expect, test, vi } from 'vitest';
import { DomainEvents } from '../core/domain-events.ts';
import { sendFeatureEvents } from './window-events.ts';

const record = { submissionId: 'ab', phase: 'confirmed' } as const;
const watched = { accountId: 'practice', submissionId: 'ab', name: 'a.txt', cost: null };

function sent() {
  const events = new DomainEvents((_name, error) => {
    throw error;
  });
  const window = { send: vi.fn(), sendOnceListening: vi.fn() };
  sendFeatureEvents(events, window);
  return { events, window };
}

test('what became of a watched submission waits for a window that hears it; what is on its way does not', () => {
  const { events, window } = sent();
  const news = { ...watched, record: record as never };
  events.emit('lookup.watch', { news: { ...news, isFinal: false } });
  expect(window.sendOnceListening).not.toHaveBeenCalled();
  expect(window.send).toHaveBeenCalledOnce();
  events.emit('lookup.watch', { news: { ...news, isFinal: true } });
  events.emit('lookup.watch-ended', { end: { accountId: 'practice', submissionId: 'ab', name: null, why: 'unknown' } });
  expect(window.sendOnceListening.mock.calls.map(([event]) => event.kind)).toEqual([
    'lookup.watch',
    'lookup.watch-ended',
  ]);
  expect(window.send).toHaveBeenCalledOnce();
});

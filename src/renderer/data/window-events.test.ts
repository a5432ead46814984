import { expect, test, vi } from 'vitest';
import { WindowEvents } from './window-events.ts';

test('an event is handed on at once, to those alone who asked for its kind', () => {
  const events = new WindowEvents();
  const [onClose, onNotice] = [vi.fn(), vi.fn()];
  events.on('close-asked', onClose);
  events.on('notice', onNotice);
  events.dispatch({ kind: 'close-asked', files: 3, canStay: false });
  expect(onClose).toHaveBeenCalledExactlyOnceWith({ kind: 'close-asked', files: 3, canStay: false });
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

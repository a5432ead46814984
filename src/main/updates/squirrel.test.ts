import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { handOverToSquirrel } from './squirrel.ts';

class Squirrel extends EventEmitter {
  readonly checkForUpdates = vi.fn();
}

test('the new app is handed over when Squirrel has it', async () => {
  const squirrel = new Squirrel();
  const handedOver = handOverToSquirrel(squirrel);
  expect(squirrel.checkForUpdates).toHaveBeenCalledOnce();
  squirrel.emit('update-downloaded');
  await handedOver;
  expect(squirrel.eventNames()).toEqual([]);
});

test.each([
  ['refuses it', (squirrel: Squirrel) => squirrel.emit('error', new Error('the signature is another’s')), 'signature'],
  ['sees none', (squirrel: Squirrel) => squirrel.emit('update-not-available'), 'sees no update'],
  ['says nothing, as in an app that nobody has signed', () => undefined, 'does not answer'],
])('a Squirrel that %s fails the installation, and is not listened to any more', async (_what, answer, words) => {
  const squirrel = new Squirrel();
  const handedOver = handOverToSquirrel(squirrel, 50);
  answer(squirrel);
  await expect(handedOver).rejects.toThrow(words);
  expect(squirrel.eventNames()).toEqual([]);
});

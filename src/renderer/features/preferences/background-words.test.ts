import { expect, test } from 'vitest';
import { closingChoices, closingNote, loginNote } from './background-words.ts';

test('a Mac has a menu bar and no tray, wherever the app says where it is without a window', () => {
  const words = (isMac: boolean) => [
    ...closingChoices(true, isMac).map(({ label }) => label),
    closingNote(true, isMac),
    loginNote('on', true, isMac),
  ];
  expect(words(true).filter((text) => text.includes('menu bar'))).toHaveLength(3);
  expect(words(true).join()).not.toContain('tray');
  expect(words(false).filter((text) => text.includes('tray'))).toHaveLength(3);
});

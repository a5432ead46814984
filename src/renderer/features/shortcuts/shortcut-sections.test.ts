import { expect, test } from 'vitest';
import { shortcutNames } from '../../../shared/shortcuts.ts';
import { hotkeysOf } from '../../ui/shortcuts.ts';
import { shortcutSections } from './ShortcutsDialog.tsx';

test('the page has every shortcut once, with its keys', () => {
  const entries = shortcutSections([])
    .filter(({ title }) => title !== 'In a list')
    .flatMap((section) => section.entries);
  expect(entries).toHaveLength(shortcutNames.length);
  expect(entries).toContainEqual({ label: 'Choose files to submit', keys: ['Ctrl+O'] });
});

test('a screen has the label that it has for the active account', () => {
  const [, screens] = shortcutSections([{ id: 'deposit', label: 'Top up' }]);
  expect(screens?.entries).toContainEqual({ label: 'Top up', keys: ['Ctrl+5'] });
  expect(screens?.entries).toContainEqual({ label: 'Balances', keys: ['Ctrl+4'] });
});

test('a digit is known by its place on the keyboard, and a sign with Shift or without', () => {
  expect(hotkeysOf('verify')).toEqual({ keys: ['ctrl+digit3'], usePhysicalKeys: true });
  expect(hotkeysOf('shortcuts')).toEqual({ keys: ['?', 'shift+?'], usePhysicalKeys: false });
  expect(hotkeysOf('choose-folder').keys).toEqual(['ctrl+Shift+O']);
});

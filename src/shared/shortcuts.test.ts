import { expect, test } from 'vitest';
import { acceleratorOf, keysText, shortcutNames, shortcuts } from './shortcuts.ts';

test('no two shortcuts have the same keys', () => {
  const keys = shortcutNames.map((name) => shortcuts[name].keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('keys are written as the keyboard of the system has them', () => {
  expect(keysText('choose-folder', false)).toBe('Ctrl+Shift+O');
  expect(keysText('choose-folder', true)).toBe('⇧⌘O');
  expect(keysText('find', true)).toBe('⌘K');
  expect(keysText('shortcuts', true)).toBe('?');
  expect(acceleratorOf('submit')).toBe('CmdOrCtrl+1');
});

test('what a field does with its keys by itself is left to the field', () => {
  const ofFields = ['Mod+Z', 'Mod+C', 'Mod+V', 'Mod+X', 'Mod+A'];
  const taken = shortcutNames.filter(
    (name) => ofFields.includes(shortcuts[name].keys) || !shortcuts[name].keys.includes('+'),
  );
  expect(taken.filter((name) => shortcuts[name].inFields)).toEqual([]);
});

import { expect, test } from 'vitest';
import { arranged } from './finder-order.ts';

const screen = { group: 'Screens', label: 'Accounts' } as const;
const files = { group: 'Actions', label: 'Choose files' } as const;
const account = { group: 'Accounts', label: 'Switch to Contracts' } as const;

test('submissions that fit stand before accounts and actions, and another account stands last', () => {
  expect(arranged([account, files], 'contract', true)).toEqual({ before: [], after: [files, account] });
  expect(arranged([account, files], 'switch', true)).toEqual({ before: [], after: [files, account] });
});

test('a screen or an action whose name begins with what is typed stands before the submissions', () => {
  expect(arranged([screen, account, files], ' Choose ', true)).toEqual({ before: [files], after: [screen, account] });
  expect(arranged([account, screen], 'acc', false)).toEqual({ before: [screen, account], after: [] });
});

test('before anything is typed all stands as it always does', () => {
  expect(arranged([screen, account, files], '', false)).toEqual({ before: [screen, account, files], after: [] });
});

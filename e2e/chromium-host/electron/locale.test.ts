import { expect, it } from 'vitest';
import { askedLocale, localeSwitches } from './locale.ts';

it('takes the last --lang that is a language', () => {
  expect(askedLocale(['app', '--lang=en', '--lang=de-ch'])).toBe('de-CH');
  expect(localeSwitches('de-CH')).toEqual(['--lang=de-CH', '--accept-lang=de-CH']);
});

it('asks for none without the switch, or with one that is no language', () => {
  for (const argv of [['app'], ['--lang='], ['--lang=not a language']]) expect(askedLocale(argv)).toBeNull();
  expect(localeSwitches(null)).toEqual([]);
});

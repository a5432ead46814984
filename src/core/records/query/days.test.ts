import { expect, test } from 'vitest';
import { daysIn } from './days.ts';

test('the days of one zone at a time are noted: ever other zones take no more memory', () => {
  const here = daysIn('Europe/Berlin');
  expect(daysIn('Europe/Berlin')).toBe(here);
  daysIn('Asia/Tokyo');
  expect(daysIn('Europe/Berlin')).not.toBe(here);
});

import { expect, test } from 'vitest';
import { typedDays } from './FilterBar.tsx';
import { unfiltered, useSpendingView } from './spending-view.ts';

const monday = new Date(2026, 10, 23, 12).getTime();
const read = (text: string) => typedDays(text, 'en-US', monday);

test('a date that is searched for is read as looking up reads it', () => {
  expect(read('last friday')).toEqual({ fromDay: '2026-11-20', toDay: '2026-11-20' });
  expect(read('2026-11-03')).toEqual({ fromDay: '2026-11-03', toDay: '2026-11-03' });
  expect(read('nov 2026')).toEqual({ fromDay: '2026-11-01', toDay: '2026-11-30' });
});

test('what is no date stays words', () => {
  for (const text of ['', 'contract', 'usd-coin', '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01'])
    expect(read(text)).toBeNull();
});

test('what a search would find in all is asked for only where something else is filtered by as well', () => {
  const all = useSpendingView.getState().filter;
  expect(unfiltered({ ...all, text: 'usd' })).toBeNull();
  expect(unfiltered({ ...all, phases: ['failed'] })).toBeNull();
  expect(unfiltered({ ...all, text: 'usd', phases: ['failed'], feesFrom: '1' })).toEqual({ ...all, text: 'usd' });
});

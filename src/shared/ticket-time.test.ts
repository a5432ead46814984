import { expect, test } from 'vitest';
import { ticketTime } from './time.ts';

test('a ticket has the time in UTC and on the clock of the desk', () => {
  expect(ticketTime('2026-05-03T12:05:00Z', 'Europe/Berlin')).toBe(
    '2026-05-03 12:05:00 UTC (2026-05-03 14:05:00 +02:00)',
  );
  expect(ticketTime('2026-01-03T23:30:01.250Z', 'Asia/Kolkata')).toBe(
    '2026-01-03 23:30:01 UTC (2026-01-04 05:00:01 +05:30)',
  );
});

test('a desk that lives on UTC has it twice, with its distance', () => {
  expect(ticketTime('2026-05-03T00:00:00Z', 'UTC')).toBe('2026-05-03 00:00:00 UTC (2026-05-03 00:00:00 +00:00)');
});

test('what is no instant stays as it is', () => {
  expect(ticketTime('yesterday')).toBe('yesterday');
});

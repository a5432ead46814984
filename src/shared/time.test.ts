import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { dateFormat, formatInstant, localDay, parseServiceTime, ticketTime } from './time.ts';

test.each([
  ['2025-01-12T10:20:30', '2025-01-12T10:20:30Z'],
  ['2025-01-12T10:20:30.123456', '2025-01-12T10:20:30.123Z'],
  ['2025-01-12 10:20:30', '2025-01-12T10:20:30Z'],
  ['2025-01-12T10:20:30Z', '2025-01-12T10:20:30Z'],
  ['2025-01-12T10:20:30+02:00', '2025-01-12T08:20:30Z'],
  ['2025-01-12T10:20:30.5+0200', '2025-01-12T08:20:30.500Z'],
])('%s is the instant %s', (text, instant) => {
  expect(parseServiceTime(text)).toBe(instant);
});

test.each(['', 'yesterday', '2025-02-31T10:20:30', '2025-01-12T25:00:00', '2025-01-12'])('%j is no time', (text) => {
  expect(parseServiceTime(text)).toBeNull();
});

test('an instant is shown in the zone of the person', () => {
  expect(formatInstant('2025-01-12T23:20:30Z', 'en-GB', 'Asia/Tokyo')).toBe('13 Jan 2025, 08:20:30');
  expect(formatInstant('never', 'en-GB', 'UTC')).toBe('never');
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Etc/Unknown', null],
  ['No/Such/Zone', null],
])('on a computer whose time zone is %s the zone is %j', (TZ, zone) => {
  const script = `import('${new URL('time.ts', import.meta.url)}').then(({ ownTimeZone }) => console.log(JSON.stringify(ownTimeZone())))`;
  const output = execFileSync(process.execPath, ['--eval', script], { env: { ...process.env, TZ }, encoding: 'utf8' });
  expect(JSON.parse(output)).toBe(zone);
});

test('one format serves all times of its language, zone and style', () => {
  const berlin = dateFormat('de', { timeZone: 'Europe/Berlin', dateStyle: 'short' });
  expect(dateFormat('de', { timeZone: 'Europe/Berlin', dateStyle: 'short' })).toBe(berlin);
  expect(dateFormat('de', { timeZone: 'Asia/Tokyo', dateStyle: 'short' })).not.toBe(berlin);
  expect(dateFormat('en', { timeZone: 'Europe/Berlin', dateStyle: 'short' })).not.toBe(berlin);
});

test('formats of ever new zones are not all kept', () => {
  const first = dateFormat('en', { timeZone: 'UTC' });
  for (const timeZone of Intl.supportedValuesOf('timeZone')) dateFormat('en', { timeZone });
  expect(dateFormat('en', { timeZone: 'UTC' })).not.toBe(first);
});

test('a file is named by the day on the clock of this machine, early and late in it', () => {
  for (const hour of [0, 12, 23]) expect(localDay(new Date(2026, 4, 3, hour, 30).getTime())).toBe('2026-05-03');
});

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

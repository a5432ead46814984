import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { formatInstant, parseServiceTime } from './time.ts';

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

import { afterEach, expect, test } from 'vitest';
import { cleanUp } from '../../service/scripted-server.fixture.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';
import { PayloadLimits } from './payload-limits.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const clock = { now: () => 0, monotonic: () => 0 };
const connection = { submitBaseUrl: null, baseUrl: 'https://a.example' };
const file = { accountId: 'a', size: 10 };
const tooLarge = (limit: number | null) => {
  const error = { code: 'too-large', values: { limit, taken: null, said: null } } as const;
  return { kind: 'refused', again: false, error } as const;
};

test('a refusal names the limit that the service said, and the largest file that it has taken', async () => {
  const rig = await openRig({ service: { payloadLimitBytes: 1000 } });
  await rig.drop({ small: 'x'.repeat(900) });
  await rig.untilAll('confirmed');
  await rig.drop({ large: 'x'.repeat(1001) });
  await rig.until(() => rig.named('large').state.kind === 'rejected');
  expect(rig.named('large').state).toMatchObject({
    reason: { code: 'too-large', values: { limit: 1000, taken: 900 } },
  });
});

test.each([
  ['that the file does not exceed', 10, null, { limit: null, taken: null }],
  ['that it does', 9, 5, { limit: 9, taken: 5 }],
  ['beside a larger file that was taken', 9, 50, { limit: 9, taken: null }],
])('of a limit %s only what is true is kept', (_what, limit, taken, values) => {
  const limits = new PayloadLimits({ clock, earlierSubmissions: { largestTaken: () => taken } });
  expect(limits.bound(tooLarge(limit), file, connection)).toMatchObject({ error: { values } });
});

test('of any other refusal nothing is added', () => {
  const limits = new PayloadLimits({ clock, earlierSubmissions: { largestTaken: () => 5 } });
  const end = { kind: 'refused', again: false, error: { code: 'insufficient-balance' } } as const;
  expect(limits.bound(end, file, connection)).toBe(end);
});

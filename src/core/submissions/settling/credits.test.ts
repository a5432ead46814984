import { afterEach, expect, test } from 'vitest';
import { closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(closeRigs);

/** The balance must be greater than the cost of one small file. */
const credits = { account: 1_024, apps: [{ name: 'Archive', networkAppId: 246, credits: 0, selection: 1 }] } as const;

test('a file that the credits do not cover waits for a top-up, and is submitted once', async () => {
  const rig = await openRig({
    service: {
      dialect: 'credits',
      credits: { ...credits, apps: [...credits.apps] },
      retryFailedSeconds: 0.2,
      retryLimit: 1_000,
    },
  });
  await rig.drop({ letter: 'a letter' });
  await rig.untilAll('delayed');
  expect(rig.named('letter').state).toMatchObject({ reason: { code: 'not-enough-credits' } });
  const { url, accessToken } = rig.service;
  const ordered = await fetch(`${url}/v1/user/register_credit_request`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ chain: 84532 }),
  });
  expect(ordered.status).toBe(200);
  await rig.untilAll('confirmed');
  expect(rig.named('letter').cost).toEqual({ amount: '1024', token: 'credits', decimals: 0 });
  expect(await rig.ledger()).toHaveLength(1);
});

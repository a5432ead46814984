import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { startPracticeService } from '../../practice-service/index.ts';
import { expenditureOf } from '../service/endpoints/expenditure.fixture.ts';
import type { Connection } from '../service/index.ts';
import { inTurn } from './sending/faulty-proxy.fixture.ts';
import { accountId, closeRigs, openRig, type Rig, type RigOptions } from './submissions.fixture.ts';

/** A service with tokens that has credits from one day to the next, with the same submissions. */

afterEach(closeRigs);

const byToken = { variant: 'access-token', token: 'ethereum' } as const;
const withTokens: RigOptions = { service: { apiKey: 'key-0123456789', accessToken: 'token-0123456789' } };

/** The service ends, and one with credits starts on its data. The account then submits with its API key. */
async function changeToCredits(rig: Rig, changes: Parameters<Rig['restart']>[0] = {}) {
  await rig.service.close();
  const service = await startPracticeService({
    ...withTokens.service,
    dataDir: join(rig.folder, 'service'),
    dialect: 'credits',
    blockTimeSeconds: 0.2,
  });
  onTestFinished(() => service.close());
  const connection: Connection = {
    baseUrl: service.url,
    submitBaseUrl: null,
    serviceKind: 'credits',
    credentials: async () => ({ apiKey: service.apiKey, accessToken: service.accessToken }),
  };
  await rig.restart({
    address: () => service.url,
    connection: () => connection,
    hasCredits: () => true,
    submitBy: { variant: 'api-key' },
    ...changes,
  });
  const submissions = async () => {
    const listed = await expenditureOf(connection);
    return listed.ok ? listed.value.entries.length : -1;
  };
  return { submissions };
}

test('files in doubt that a token paid for are settled by the records of a service with credits', async () => {
  const rig = await openRig({
    ...withTokens,
    submitBy: byToken,
    // No record is read before the change.
    connection: () => null,
    nextFault: inTurn([
      { kind: 'none' },
      { kind: 'reset-when-whole', forwarded: true },
      { kind: 'reset-when-whole', forwarded: false },
    ]),
  });
  await rig.drop({ sure: 'is sure' });
  await rig.untilAll('submitted');
  await rig.drop({ kept: 'is kept by the service' });
  await rig.untilAll('submitted', 'unsettled');
  await rig.drop({ lost: 'never arrives' });
  await rig.untilAll('submitted', 'unsettled');
  const grace = { earlierRun: 200, thisRun: 200, lateList: 200 };
  const { submissions } = await changeToCredits(rig, { isTrusted: () => false, grace });
  await rig.untilAll('confirmed');
  expect(await submissions()).toBe(3);
});

test('files that wait for approval have their cost in credits, and earlier files keep theirs', async () => {
  const rig = await openRig({ ...withTokens, submitBy: byToken });
  await rig.drop({ first: 'the first' });
  await rig.untilAll('confirmed');
  const { cost } = rig.named('first');
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 0 });
  await rig.drop({ next: 'waits for approval' });
  const costs = () => rig.submissions.costs.of(accountId).unapproved?.estimate;
  expect(costs()).toMatchObject({ cost: { token: 'ethereum' } });
  const { submissions } = await changeToCredits(rig);
  expect(costs()).toMatchObject({ cost: { amount: '1024', token: 'credits' }, accuracy: 'exact' });
  expect(rig.named('next').state.kind).toBe('paused');
  expect(rig.named('first').cost).toEqual(cost);
  expect(await submissions()).toBe(1);
});

test.each(['ethereum', null])('a spending limit in %s allows no credits, and is kept', async (token) => {
  const limit = { amount: `${10n ** 18n}`, token };
  const rig = await openRig({ ...withTokens, submitBy: byToken });
  await rig.drop({ first: 'the first' });
  await rig.untilAll('confirmed');
  await rig.submissions.changeSettings(accountId, { spendingLimit: limit });
  const { submissions } = await changeToCredits(rig);
  await rig.drop({ next: 'is beyond the limit' });
  await rig.untilAll('confirmed', 'paused');
  expect(rig.named('next').state).toEqual({ kind: 'paused', why: { kind: 'unapproved' } });
  expect(rig.submissions.costs.of(accountId).limit).toMatchObject({ limit, isOtherToken: true });
  expect(rig.submissions.settings.of(accountId).spendingLimit).toEqual(limit);
  expect(await submissions()).toBe(1);
});

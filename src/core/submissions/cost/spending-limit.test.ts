import { afterEach, expect, test } from 'vitest';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { answering, cleanUp, json } from '../../service/scripted-server.fixture.ts';
import type { PaidBefore } from '../journal/payments.ts';
import { submission } from '../journal/submission.fixture.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { SpendingLimit } from './spending-limit.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const start = Date.parse('2026-05-03T12:00:00.000Z');
const reason = { code: 'internal' } as const;
const lost = { since: '2026-05-03T12:00:00.000Z', reason };
const waiting: SubmissionState = { kind: 'waiting' };
const submitted: SubmissionState = { kind: 'submitted', submissionId: 's', at: lost.since };
const learn = { kind: 'learn', ms: 120_000 };

/** A line of 100 and no price: submission 1 in a state, 2 and 3 waiting. */
function unpriced(state: SubmissionState) {
  const cache = new SubmissionCache([submission(1, 10, state), submission(2, 10, waiting), submission(3, 10, waiting)]);
  const limit = { amount: 100n, spent: 0n, isOtherToken: false };
  const world = { now: start, limit: limit as typeof limit | null, pays: 'ETH', journal: null as PaidBefore | null };
  const spendingLimit = new SpendingLimit({
    clock: { now: () => world.now, monotonic: () => world.now },
    cache,
    limitOf: () => world.limit,
    chargeOf: () => null,
    goesInParts: () => false,
    tokenOf: () => world.pays,
    paidBefore: ({ id }) => (world.journal?.id === id ? null : world.journal),
  });
  const verdict = (id: number) => spendingLimit.verdict(cache.get(id) ?? submission(id, 10, waiting));
  return { cache, world, verdict };
}

test('while the file that went ahead is checked the others wait for its price; only when nobody knows the person is asked', () => {
  const { cache, world, verdict } = unpriced(waiting);
  expect(verdict(1)).toEqual({ kind: 'go', charge: null });

  cache.apply(1, { type: 'send', attempt: 1 });
  cache.apply(1, { type: 'lose-answer', ...lost, until: new Date(start + 60_000).toISOString() });
  expect(verdict(2)).toEqual({ kind: 'learn', ms: 60_000 });
  world.now += 300_000;
  expect(verdict(2)).toEqual({ kind: 'learn', ms: 1_000 });

  cache.apply(1, { type: 'cannot-tell', why: 'no-records' });
  expect(verdict(2)).toEqual({ kind: 'ask' });
});

test('a file that went ahead and was refused is replaced by the next one', () => {
  const { cache, verdict } = unpriced(waiting);
  verdict(1);
  cache.apply(1, { type: 'send', attempt: 1 });
  cache.apply(1, { type: 'refuse', reason });
  expect(verdict(2)).toEqual({ kind: 'go', charge: null });
});

test('one of unknown price that is delayed may be paid for: the next one asks', () => {
  const { cache, verdict } = unpriced(waiting);
  verdict(1);
  cache.apply(1, { type: 'send', attempt: 1 });
  cache.apply(1, { type: 'accepted', submissionId: 's', at: lost.since });
  cache.apply(1, { type: 'delay', reason });
  expect(verdict(2)).toEqual({ kind: 'ask' });
});

test('one of unknown price that the journal has of an earlier run is waited for, then the person is asked', () => {
  const { world, verdict } = unpriced(submitted);
  world.journal = { id: 1, wasAccepted: true };
  expect(verdict(2)).toEqual(learn);
  world.now += 120_000;
  expect(verdict(2)).toEqual({ kind: 'ask' });
  expect(verdict(3)).toEqual({ kind: 'ask' });
});

test('one that was delayed and is to be sent again still counts as paid for', () => {
  const { world, verdict } = unpriced(waiting);
  world.journal = { id: 1, wasAccepted: true };
  expect(verdict(2)).toEqual({ kind: 'ask' });
});

test('one whose absence is known before the disk knows it holds the others a moment, and for ever never', () => {
  const { world, verdict } = unpriced(waiting);
  world.journal = { id: 1, wasAccepted: false };
  expect(verdict(2)).toEqual({ kind: 'learn', ms: 1_000 });
  expect(verdict(1)).toEqual({ kind: 'go', charge: null });
  world.now += 60_000;
  expect(verdict(2)).toEqual({ kind: 'learn', ms: 1_000 });
  world.now += 120_000;
  expect(verdict(2)).toEqual({ kind: 'ask' });
});

test('one of unknown price that went beyond the line is waited for by the one behind it', () => {
  const { cache, verdict } = unpriced(waiting);
  cache.patch(1, { beyondLimit: true });
  expect(verdict(1)).toEqual({ kind: 'go', charge: null });
  cache.apply(1, { type: 'send', attempt: 1 });
  expect(verdict(2)).toEqual(learn);
});

test('without a line all go, whatever has gone', () => {
  const { world, verdict } = unpriced(submitted);
  world.limit = null;
  world.journal = { id: 1, wasAccepted: true };
  expect([verdict(2), verdict(3)]).toEqual([
    { kind: 'go', charge: null },
    { kind: 'go', charge: null },
  ]);
});

test('without a price nothing goes ahead once nothing of the limit is left', () => {
  const { world, verdict } = unpriced(waiting);
  world.limit = { amount: 100n, spent: 100n, isOtherToken: false };
  expect(verdict(1)).toEqual({ kind: 'ask' });
});

test('a limit of another token than pays says nothing of what that costs: each file is asked about', () => {
  const { world, verdict } = unpriced(waiting);
  world.limit = { amount: 100n, spent: 0n, isOtherToken: true };
  expect(verdict(1)).toEqual({ kind: 'ask' });
});

test('one file goes ahead for each token that pays', () => {
  const { cache, world, verdict } = unpriced(waiting);
  expect(verdict(1)).toEqual({ kind: 'go', charge: null });
  cache.apply(1, { type: 'send', attempt: 1 });
  expect(verdict(2)).toEqual(learn);
  world.pays = 'USDC';
  expect(verdict(2)).toEqual({ kind: 'go', charge: null });
});

const noBlocks = { service: { blockTimeSeconds: 3_600 } };
const names = ['a', 'b', 'c', 'd'] as const;
const files = Object.fromEntries(names.map((name) => [name, `content of ${name}`]));
const lineOfOne = { atOnce: 'automatic', spendingLimit: { amount: '1', token: null } } as const;

/** Drops four files beyond a line while no price is known, and waits until the first one has its receipt. */
async function oneGoesAhead(rig: Rig): Promise<number> {
  await rig.submissions.changeSettings(accountId, lineOfOne);
  await rig.drop(files);
  await rig.until(() => rig.all().some(({ state }) => state.kind === 'submitted'));
  const ahead = rig.all().filter(({ state }) => state.kind === 'submitted');
  expect(ahead).toHaveLength(1);
  return ahead[0]?.id ?? 0;
}

/** When its first byte left, epoch milliseconds. */
function firstTry(rig: Rig, { id }: Submission): number {
  const details = rig.submissions.details(id);
  return details.ok ? Date.parse(details.value.attempts[0]?.startedAt ?? '') : Number.NaN;
}

const areHeld = (rig: Rig): boolean =>
  rig.all().every(({ state }) => state.kind === 'paused' && state.why.kind === 'beyond-spending-limit');

const anotherWent = (rig: Rig): boolean => rig.all().some(({ state }) => state.kind === 'submitted');

test('taking the file that went ahead off the list sends no other one in its place', async () => {
  const rig = await openRig(noBlocks);
  await rig.submissions.removals.remove([await oneGoesAhead(rig)]);
  await rig.submissions.changeSettings(accountId, lineOfOne);
  await rig.until(() => areHeld(rig) || anotherWent(rig));
  expect(areHeld(rig)).toBe(true);
  expect(await rig.ledger()).toHaveLength(1);
});

test('nor does taking it off and a restart', async () => {
  const rig = await openRig(noBlocks);
  await rig.submissions.removals.remove([await oneGoesAhead(rig)]);
  await rig.restart();
  await rig.until(() => areHeld(rig) || anotherWent(rig));
  expect(areHeld(rig)).toBe(true);
  expect(await rig.ledger()).toHaveLength(1);
});

test('after a restart the one that went ahead is still waited for, and its price lets the others go on', async () => {
  const rig = await openRig({ service: { blockTimeSeconds: 1.5 } });
  await rig.submissions.changeSettings(accountId, {
    ...lineOfOne,
    spendingLimit: { amount: `${10n ** 18n}`, token: null },
  });
  await rig.drop(files);
  await rig.until(() => rig.all().some(({ state }) => state.kind === 'submitted'));
  await rig.restart();
  await rig.untilAll('confirmed');
  const [ahead, ...others] = rig.all().sort((a, b) => firstTry(rig, a) - firstTry(rig, b));
  const priceKnown = ahead?.state.kind === 'confirmed' ? Date.parse(ahead.state.at) : Number.NaN;
  expect(Math.min(...others.map((submission) => firstTry(rig, submission)))).toBeGreaterThanOrEqual(priceKnown);
});

test('a service that has an error in each record, and tells no price, gets one of a drop', async () => {
  const records: object[] = [];
  const { baseUrl } = await answering(({ method, url }, response) => {
    if (method !== 'POST') {
      const one = records.find((record) => 'id' in record && url.includes(String(record.id)));
      if (one !== undefined) return json(response, 200, one);
      return url.includes('get_all_expenditure') ? json(response, 200, records) : response.writeHead(404).end();
    }
    const id = `3f0b2c1e-0000-4000-8000-00000000000${records.length}`;
    records.push({ id, created_at: new Date().toISOString().slice(0, 19), error: 'TIMEOUT' });
    return json(response, 200, { submission_id: id });
  });
  const rig = await openRig({ address: () => baseUrl });
  await rig.submissions.changeSettings(accountId, lineOfOne);
  await rig.drop(files);
  await rig.untilAll('delayed', 'paused');
  expect(records).toHaveLength(1);
});

test('a limit holds for its own token: once another pays, nothing goes without a yes, and what was spent is told in the limit’s', async () => {
  const rig = await openRig();
  const ofEther = { amount: `${10n ** 18n}`, token: 'ethereum' };
  await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: ofEther });
  await rig.drop({ a: 'content of a' });
  await rig.untilAll('confirmed');
  const spent = `${await rig.spent()}`;
  expect(rig.submissions.held(accountId).limit).toMatchObject({
    spent: { amount: spent, token: 'ethereum', decimals: 18 },
    isOtherToken: false,
  });
  await rig.restart({ submitBy: { variant: 'access-token', token: 'usd-coin' } });
  await rig.drop({ b: 'content of b' });
  await rig.untilAll('confirmed', 'paused');
  expect(rig.named('b').state).toEqual({ kind: 'paused', why: { kind: 'unapproved' } });
  expect(rig.submissions.held(accountId)).toMatchObject({
    limit: { limit: ofEther, isOtherToken: true },
    unapproved: { isBeyondLimit: true },
  });
});

test('what was held beyond the line in an earlier batch and cancelled is held again when it is tried again', async () => {
  const rig = await openRig();
  const fee = 21_000_000_000_000n + 100n * 100_000_000n;
  await rig.submissions.changeSettings(accountId, {
    atOnce: 1,
    spendingLimit: { amount: fee.toString(), token: null },
  });
  const content = (name: string) => ({ [name]: name.padEnd(100) });
  await rig.drop({ ...content('a'), ...content('b'), ...content('c') });
  await rig.untilAll('confirmed', 'paused');
  const held = rig.all().filter(({ state }) => state.kind === 'paused');
  await rig.submissions.commands.cancel(held.map(({ id }) => id));
  await rig.drop(content('another batch'));
  await rig.untilAll('confirmed', 'cancelled');
  expect(await rig.spent()).toBe(2n * fee);
  for (const { id } of held) {
    await rig.submissions.commands.retry([id], agreed);
    await rig.untilAll('confirmed', 'paused', 'cancelled');
  }
  expect(await rig.spent()).toBe(2n * fee);
  expect(rig.all().filter(({ state }) => state.kind === 'paused')).toHaveLength(2);
});

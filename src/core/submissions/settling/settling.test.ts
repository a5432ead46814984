import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import { success } from '../../../shared/failures/failure.ts';
import type { SettlementNote } from '../../../shared/submissions/settlement-note.ts';
import type { Connection } from '../../service/index.ts';
import { type Fault, inTurn } from '../sending/faulty-proxy.fixture.ts';
import { closeRigs, openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';

afterEach(closeRigs);

const keptButLost: Fault = { kind: 'reset-when-whole', forwarded: true };
const lost: Fault = { kind: 'reset-when-whole', forwarded: false };

/** A rig whose submissions meet these faults, one after the other, and then none. */
const rigWith = (faults: readonly Fault[], options: RigOptions = {}): Promise<Rig> =>
  openRig({ ...options, nextFault: inTurn(faults) });

function settlementOf(rig: Rig, name: string): SettlementNote | null {
  const details = rig.submissions.details(rig.named(name).id);
  return details.ok ? details.value.settlement : null;
}

const isOpenAs = (note: SettlementNote | null, why: string): boolean => note?.kind === 'open' && note.why === why;

describe('an answer that was lost', () => {
  test('is found by the hash of the bytes, and nothing is sent twice', async () => {
    const rig = await rigWith([keptButLost]);
    await rig.drop({ lost: 'kept by the service' });
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(1);
    expect(settlementOf(rig, 'lost')).toMatchObject({ kind: 'found-by-hash', hash: 'blake2b256' });
  });

  test('is found after a restart too', async () => {
    const rig = await rigWith([keptButLost], { grace: { earlierRun: 60_000, thisRun: 60_000 } });
    await rig.drop({ lost: 'kept by the service' });
    await rig.untilAll('unsettled');
    await rig.restart();
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(1);
  });

  test('leads to a resend once the list has twice shown that the service does not have the bytes', async () => {
    const rig = await rigWith([lost]);
    await rig.drop({ lost: 'never arrived' });
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(1);
    expect(settlementOf(rig, 'lost')).toMatchObject({ kind: 'not-listed', records: 0 });
  });

  test('stays uncertain while the grace period lasts', async () => {
    const rig = await rigWith([lost], { grace: { earlierRun: 60_000, thisRun: 60_000 } });
    await rig.drop({ lost: 'never arrived', other: 'arrives' });
    await rig.until(() => rig.all().some(({ state }) => state.kind === 'confirmed'));
    expect(rig.all().filter(({ state }) => state.kind === 'unsettled')).toHaveLength(1);
  });

  test('of an account that cannot list its submissions is left to the user', async () => {
    const rig = await rigWith([lost], {
      credentials: ({ apiKey }) => ({ apiKey, accessToken: null }),
      grace: { earlierRun: 0, thisRun: 0 },
    });
    await rig.drop({ lost: 'never arrived', other: 'arrives' });
    await rig.untilAll('unsettled', 'submitted');
    const isAsked = ({ state }: Submission): boolean =>
      state.kind === 'unsettled' && state.check.kind === 'cannot-tell' && state.check.why === 'no-records';
    await rig.until(() => rig.all().some(isAsked));
    const { id } = rig.all().find(isAsked) ?? { id: 0 };
    expect(await rig.submissions.byHand.sendAgain([id], async (ids) => success(ids))).toMatchObject({
      ok: true,
    });
    await rig.untilAll('submitted');
    expect(await rig.ledger()).toHaveLength(2);
  });

  test('asks the user nothing while the keychain is locked, and is found once it is unlocked', async () => {
    let isLocked = true;
    let reads = 0;
    const keychain = { code: 'keychain-locked' } as const;
    const rig = await rigWith([keptButLost], {
      grace: { earlierRun: 0, thisRun: 0 },
      problem: () => (isLocked ? { kind: 'keychain', blocks: true, keychain } : null),
      credentials: ({ apiKey, accessToken }) => {
        reads += 1;
        return { apiKey, accessToken: isLocked ? null : accessToken };
      },
    });
    await rig.drop({ lost: 'kept by the service' });
    await rig.untilAll('unsettled');
    const before = reads;
    await vi.waitFor(() => expect(reads).toBeGreaterThan(before + 2), { timeout: 30_000 });
    expect(rig.named('lost').state).toMatchObject({ check: { kind: 'checking' } });
    isLocked = false;
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(1);
  });

  test('is not settled by a list that shows no receipt by the API key', async () => {
    const grace = { earlierRun: 200, thisRun: 200, lateList: 200 };
    const rig = await rigWith([lost], { isTrusted: () => false, grace });
    await rig.drop({ lost: 'never arrived' });
    await rig.until(() => isOpenAs(settlementOf(rig, 'lost'), 'listing-unproven'));
    await rig.drop({ sample: 'arrives' });
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(2);
  });

  test('counts as a submission: the same file is not sent again without approval', async () => {
    const rig = await rigWith([keptButLost]);
    await rig.drop({ first: 'same' });
    await rig.untilAll('confirmed');
    await rig.drop({ second: 'same', third: 'same' });
    await rig.until(() => rig.all().filter(({ state }) => state.kind === 'paused').length === 2);
    expect(await rig.ledger()).toHaveLength(1);
  });
});

test('a file that a former service may have is not sent to the new one without approval', async () => {
  const grace = { earlierRun: 200, thisRun: 200 };
  let isThere = false;
  const connection = (): Connection | null => (isThere ? { ...at(rig.service.url), credentials } : null);
  const credentials = async () => ({ apiKey: rig.service.apiKey, accessToken: rig.service.accessToken });
  const at = (baseUrl: string) => ({ baseUrl, submitBaseUrl: null });
  const rig = await rigWith([lost], { connection, grace });
  await rig.drop({ lost: 'perhaps at the former service' });
  await rig.untilAll('unsettled');
  await rig.submissions.leftBehind.leave('practice', ['api-key', 'access-token']);
  isThere = true;
  await rig.restart();
  await rig.until(() => isOpenAs(settlementOf(rig, 'lost'), 'list-incomplete'));
  expect(rig.named('lost').state.kind).toBe('unsettled');
  expect(await rig.ledger()).toHaveLength(0);
});

describe('the search for a lost answer', () => {
  const checkOf = (rig: Rig, name: string) => {
    const { state } = rig.named(name);
    return state.kind === 'unsettled' ? state.check : null;
  };

  test('is shown with a time, and with a question only after it', async () => {
    const grace = { earlierRun: 60_000, thisRun: 60_000 };
    const rig = await rigWith([lost], { grace, isTrusted: () => false });
    const before = Date.now();
    await rig.drop({ lost: 'never arrived' });
    await rig.until(() => settlementOf(rig, 'lost') !== null);
    const check = checkOf(rig, 'lost');
    const until = check?.kind === 'checking' ? Date.parse(check.until) : 0;
    expect(until).toBeGreaterThan(before + 2 * grace.thisRun);
    expect(until).toBeLessThan(Date.now() + 3 * grace.thisRun);
  });

  test('asks the user if the records are refused, and starts again at the next start', async () => {
    const refused: Partial<RigOptions> = {
      isTrusted: () => false,
      credentials: ({ apiKey }) => ({ apiKey, accessToken: 'expired' }),
    };
    const rig = await rigWith([keptButLost], refused);
    await rig.drop({ lost: 'kept' });
    await rig.until(() => checkOf(rig, 'lost')?.kind === 'cannot-tell');
    expect(checkOf(rig, 'lost')).toEqual({ kind: 'cannot-tell', why: 'records-unreadable' });
    await rig.restart({ ...refused, grace: { earlierRun: 60_000, thisRun: 60_000 } });
    expect(checkOf(rig, 'lost')).toMatchObject({ kind: 'checking' });
  });

  test('continues without a question while the service is unreachable', async () => {
    const rig = await rigWith([keptButLost], { connection: () => null, isTrusted: () => false });
    const untils = new Set<string>();
    await rig.drop({ lost: 'kept' });
    await rig.until(() => {
      const check = rig.all().length === 0 ? null : checkOf(rig, 'lost');
      if (check?.kind === 'checking') untils.add(check.until);
      return check?.kind === 'cannot-tell' || untils.size > 1;
    });
    expect(checkOf(rig, 'lost')?.kind).toBe('checking');
  });
});

describe('a service that begins to encrypt', () => {
  test('is not paid twice for files that it took while its answers were lost', async () => {
    const rig = await rigWith([{ kind: 'none' }, { kind: 'none' }, keptButLost, keptButLost], {
      isTrusted: () => false,
    });
    await rig.submissions.changeSettings('practice', { atOnce: 1, spendingLimit: null });
    await rig.drop({ first: 'one', second: 'other' });
    await rig.untilAll('confirmed');
    rig.service.encrypt();
    await rig.drop({ third: 'three', fourth: 'fourth', fifth: 'fifth', sixth: 'sixth.' });
    const isAsked = ({ state }: Submission): boolean =>
      state.kind === 'unsettled' && state.check.kind === 'cannot-tell';
    await rig.until(() =>
      rig.all().every((submission) => submission.state.kind === 'confirmed' || isAsked(submission)),
    );
    expect(rig.all().filter(isAsked)).toMatchObject([
      { name: 'third', state: { check: { why: 'hash-unknown' } } },
      { name: 'fourth', state: { check: { why: 'hash-unknown' } } },
    ]);
    expect(settlementOf(rig, 'third')).toEqual({ kind: 'open', why: 'hash-unknown' });
    expect(await rig.ledger()).toHaveLength(6);
  });

  test('needs approval for an id from the user, because its hash proves nothing', async () => {
    const rig = await rigWith([{ kind: 'none' }, keptButLost], {
      isTrusted: () => false,
      grace: { earlierRun: 60_000, thisRun: 60_000 },
    });
    await rig.drop({ first: 'first' });
    await rig.untilAll('confirmed');
    rig.service.encrypt();
    await rig.drop({ lost: 'kept' });
    await rig.until(() => rig.named('lost').state.kind === 'unsettled');
    const own = async () => (await rig.ledger()).find(({ amountData }) => amountData === '4');
    await expect.poll(async () => (await own())?.dataHash ?? null).not.toBeNull();
    const submissionId = (await own())?.id ?? '';
    const { id } = rig.named('lost');
    expect(await rig.submissions.byHand.settle({ id, submissionId })).toMatchObject({ ok: true });
    expect(settlementOf(rig, 'lost')).toMatchObject({ kind: 'went-through', check: 'hash-unknown' });
  });
});

describe('the user’s word', () => {
  async function unsettledRig(): Promise<Rig> {
    const rig = await rigWith([{ kind: 'none' }, keptButLost], { grace: { earlierRun: 60_000, thisRun: 60_000 } });
    await rig.drop({ first: 'first' });
    await rig.untilAll('confirmed');
    // Nothing is found while the records of the account cannot be read.
    await rig.restart({ credentials: ({ apiKey }) => ({ apiKey, accessToken: null }) });
    await rig.drop({ second: 'second' });
    await rig.until(() => rig.named('second').state.kind === 'unsettled');
    await rig.restart({ connection: () => null });
    return rig;
  }

  test('is checked: another file’s id is refused, the right one is taken', async () => {
    const rig = await unsettledRig();
    const { id } = rig.named('second');
    const first = rig.named('first').state;
    const taken = 'submissionId' in first ? first.submissionId : '';
    const settle = (submissionId: string) => rig.submissions.byHand.settle({ id, submissionId });
    expect(await settle(taken)).toMatchObject({ ok: false, error: { code: 'id-taken' } });
    const own = (await rig.ledger()).find((record) => record.id !== taken)?.id ?? '';
    expect(await settle(own)).toMatchObject({ ok: true });
    expect(rig.named('second').state).toMatchObject({ kind: 'submitted', submissionId: own });
  });

  test('an id that the service could not be asked about counts by the user’s word', async () => {
    const rig = await unsettledRig();
    const { id } = rig.named('second');
    const submissionId = 'invented';
    expect(await rig.submissions.byHand.settle({ id, submissionId })).toMatchObject({ ok: true });
    expect(rig.named('second').state).toMatchObject({ kind: 'submitted', submissionId: 'invented' });
  });

  test('an id whose record has no hash yet counts by the user’s word, and its receipt says so', async () => {
    const rig = await rigWith([keptButLost, keptButLost], {
      grace: { earlierRun: 60_000, thisRun: 60_000 },
      service: { blockTimeSeconds: 3600 },
      // Nothing is found while nobody can list; a single record can be read all the same.
      isTrusted: () => false,
    });
    await rig.drop({ lost: 'lost' });
    await rig.until(() => rig.named('lost').state.kind === 'unsettled');
    const { id } = rig.named('lost');
    const submissionId = (await rig.ledger())[0]?.id ?? '';
    expect(await rig.submissions.byHand.settle({ id, submissionId })).toMatchObject({ ok: true });
    expect(rig.submissions.details(id)).toMatchObject({ value: { settlement: { check: 'no-hash' } } });
  });

  test('an id that the service does not know, or that has other bytes, is refused', async () => {
    const rig = await rigWith([keptButLost, { kind: 'none' }], { grace: { earlierRun: 60_000, thisRun: 60_000 } });
    await rig.submissions.changeSettings('practice', { atOnce: 1, spendingLimit: null });
    await rig.drop({ lost: 'lost' });
    await rig.until(() => rig.named('lost').state.kind === 'unsettled');
    const { id } = rig.named('lost');
    const settle = (submissionId: string) => rig.submissions.byHand.settle({ id, submissionId });
    const unknown = await settle('00000000-0000-4000-8000-000000000000');
    const malformed = await settle('mine');
    expect([unknown, malformed]).toMatchObject([
      { ok: false, error: { code: 'unknown-id' } },
      { ok: false, error: { code: 'unknown-id' } },
    ]);
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import { Tokens } from '../../balances/index.ts';
import { openRecordsHere } from '../../records/in-process.fixture.ts';
import type { Connection } from '../../service/index.ts';
import { GroupCommit } from '../../storage/index.ts';
import { Estimates } from '../cost/estimates.ts';
import { fake } from '../fake.fixture.ts';
import { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import { Journal } from '../journal/journal.ts';
import { LeftBehind } from '../journal/left-behind.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { SubmissionQueries } from '../journal/submission-queries.ts';
import { Batches } from '../progress/batch.ts';
import { QueueEvents } from '../queue-events.ts';
import { sendingAccounts } from '../sending-accounts.fixture.ts';
import { LateKeccak } from '../settling/late-keccak.ts';
import { standardGrace } from '../settling/search.ts';
import { Settlement } from '../settling/settlement.ts';
import { Settling } from '../settling/settling.ts';
import { closeRigs, openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';
import type { Fault } from './faulty-proxy.fixture.ts';

const closings: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
  await closeRigs();
});

const never = { earlierRun: 3_600_000, thisRun: 3_600_000 };

/** A rig with submissions whose answers were lost, which cannot find out by itself what became of them. */
async function rigWithLost(
  files: readonly string[],
  forwarded: boolean,
  service: NonNullable<RigOptions['service']> = {},
): Promise<Rig> {
  const nextFault = (): Fault => ({ kind: 'reset-when-whole', forwarded });
  const rig = await openRig({ service, nextFault, grace: never, connection: () => null });
  await rig.drop(Object.fromEntries(files.map((name) => [name, `content of ${name}`])));
  await rig.untilAll('unsettled');
  // What is shown may be on its way to the disk still.
  const onDisk = rig.database.prepare(`SELECT count(*) AS count FROM submissions WHERE state_kind = 'unsettled'`);
  await expect.poll(() => onDisk.get()?.count).toBe(files.length);
  return rig;
}

/** Settling by itself, over the rig's journal, and how often it asked for the list. */
function openSettling(rig: Rig, connection: (() => Connection | null) | null = null) {
  const { database, service } = rig;
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const { commit } = new GroupCommit(database);
  const leftBehind = new LeftBehind(database, commit);
  const cache = new SubmissionCache(new Journal(database, commit, leftBehind).load());
  let reads = 0;
  const earlierSubmissions = new (class extends EarlierSubmissions {
    override receipts(accountId: string) {
      reads += 1;
      return super.receipts(accountId);
    }
  })(database);
  const tokens = new Tokens(database, commit, Date.now);
  const estimates = new Estimates([], () => null);
  const batches = new Batches(clock, earlierSubmissions, new SubmissionQueries(database), estimates);
  const lateKeccak = fake(LateKeccak, { of: async (submission) => submission });
  const events = new QueueEvents();
  const reached = () => ({
    baseUrl: service.url,
    submitBaseUrl: null,
    credentials: async () => ({ apiKey: service.apiKey, accessToken: service.accessToken }),
  });
  const accounts = sendingAccounts({ to: connection ?? reached });
  const settlement = new Settlement(
    clock,
    cache,
    earlierSubmissions,
    leftBehind,
    { ...standardGrace, ...never },
    accounts,
    tokens,
    estimates,
    batches,
    lateKeccak,
    events,
  );
  const settling = new Settling(
    clock,
    openRecordsHere(database, commit),
    cache,
    earlierSubmissions,
    settlement,
    accounts,
    events,
  );
  closings.push(() => settling.close());
  /** As after a person has said that it did not go through. */
  const toBeSent = (name: string) => {
    const found = [...cache.all()].find((submission) => submission.name === name);
    const submission = found === undefined ? null : cache.apply(found.id, { type: 'not-accepted' });
    if (submission === null) throw new Error(`${name} is not unsettled.`);
    return submission;
  };
  return { settling, cache, toBeSent, reads: () => reads };
}

/** Once they are in a block, the list has their hashes. */
async function untilHashed(rig: Rig): Promise<void> {
  await expect.poll(async () => (await rig.ledger()).every(({ dataHash }) => dataHash !== null)).toBe(true);
}

describe('before a body is sent again', () => {
  test('the records are read, and a file that they contain is submitted and not sent', async () => {
    const rig = await rigWithLost(['kept'], true);
    await untilHashed(rig);
    const { settling, cache, toBeSent } = openSettling(rig);
    const submission = toBeSent('kept');
    expect(await settling.beforeResend(submission)).toEqual({ kind: 'settled' });
    const [record] = await rig.ledger();
    expect(cache.get(submission.id)?.state).toMatchObject({ kind: 'submitted', submissionId: record?.id });
  });

  test('a file that they do not contain may be sent', async () => {
    const rig = await rigWithLost(['gone'], false);
    const { settling, cache, toBeSent } = openSettling(rig);
    const submission = toBeSent('gone');
    expect(await settling.beforeResend(submission)).toEqual({ kind: 'clear' });
    expect(cache.get(submission.id)?.state.kind).toBe('waiting');
  });

  test('a record without a hash makes the file uncertain, unless the user requested the resend', async () => {
    const rig = await rigWithLost(['pending'], true, { blockTimeSeconds: 3600 });
    const { settling, cache, toBeSent } = openSettling(rig);
    const submission = toBeSent('pending');
    expect(await settling.beforeResend(submission, 'by-user')).toEqual({ kind: 'clear' });
    expect(await settling.beforeResend(submission)).toEqual({ kind: 'uncertain' });
    expect(cache.get(submission.id)?.state).toMatchObject({ kind: 'unsettled', reason: { code: 'perhaps-taken' } });
  });

  test.each([
    ['cancel', 'submitted'],
    ['pause', 'submitted'],
  ] as const)(
    'what is there is submitted also when a person wanted to %s it during the look: it is %s',
    async (wish, ends) => {
      const rig = await rigWithLost(['kept'], true);
      await untilHashed(rig);
      const { settling, cache, toBeSent } = openSettling(rig);
      const submission = toBeSent('kept');
      const looking = settling.beforeResend(submission);
      cache.apply(submission.id, wish === 'cancel' ? { type: wish } : { type: wish, why: { kind: 'by-user' } });
      expect(await looking).toEqual({ kind: 'settled' });
      expect(cache.get(submission.id)?.state.kind).toBe(ends);
    },
  );

  test('one look answers all callers', async () => {
    const files = ['one', 'two', 'three', 'four'];
    const rig = await rigWithLost(files, true);
    await untilHashed(rig);
    const { settling, toBeSent, reads } = openSettling(rig);
    const verdicts = await Promise.all(files.map((name) => settling.beforeResend(toBeSent(name))));
    expect(verdicts).toEqual(files.map(() => ({ kind: 'settled' })));
    expect(reads()).toBe(1);
  });

  test('nothing is read for a file without an uncertain attempt', async () => {
    const rig = await openRig();
    await rig.drop({ sent: 'sent' });
    await rig.untilAll('confirmed');
    const { settling, cache, reads } = openSettling(rig);
    const [submission] = cache.all();
    expect(submission === undefined ? null : await settling.beforeResend(submission)).toEqual({ kind: 'clear' });
    expect(reads()).toBe(0);
  });

  test('each caller learns that the records cannot be read, also on shutdown', async () => {
    const rig = await rigWithLost(['one', 'two'], true);
    const { settling, toBeSent } = openSettling(rig, () => null);
    expect(await settling.beforeResend(toBeSent('one'))).toMatchObject({ kind: 'unread', isTemporary: true });
    const waiting = settling.beforeResend(toBeSent('two'));
    settling.close();
    expect(await waiting).toMatchObject({ kind: 'unread', isTemporary: true });
  });
});

import { afterEach, expect, test } from 'vitest';
import { Digests } from '../../digests/index.ts';
import { GroupCommit, RetriedWrites } from '../../storage/index.ts';
import { fake } from '../fake.fixture.ts';
import { Journal } from '../journal/journal.ts';
import { LeftBehind } from '../journal/left-behind.ts';
import { submission } from '../journal/submission.fixture.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { SubmissionQueries } from '../journal/submission-queries.ts';
import { Batch } from '../progress/batch.ts';
import { batchesOf } from '../progress/batches.fixture.ts';
import { Publisher } from '../progress/publisher.ts';
import { QueueEvents } from '../queue-events.ts';
import { PayloadLimits } from '../sending/payload-limits.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';
import { Divisions } from './divisions.ts';
import { Parts } from './parts.ts';

afterEach(closeRigs);

const at = '2026-05-03T12:00:00.000Z';
const cost = { amount: '7', token: 'ETH', decimals: 2 };
const notAsked = (): never => {
  throw new Error('Nobody asks for it.');
};

/** Opens a database with a row of two parts that have receipts. */
async function withTwoParts() {
  const { drop, submissions, all, untilAll, database } = await openRig({ address: () => 'http://127.0.0.1:9' });
  await drop({ film: 'two parts' });
  await submissions.commands.pause(all().map(({ id }) => id));
  await untilAll('paused');
  const { commit } = new GroupCommit(database);
  const journal = new Journal(database, commit, new LeftBehind(database, commit));
  const [film] = journal.load();
  if (film === undefined) throw new Error('There is no row.');
  const { accountId, id } = film;
  const made = await journal.add(
    [0, 8].map((offset) => ({
      ...submission(0, 8, { kind: 'submitted', submissionId: `of ${offset}`, at }),
      ...{ accountId, partOf: { row: id, level: 0, offset } },
    })),
  );
  const cache = new SubmissionCache(
    [{ ...film, size: 16, partSize: 8, state: { kind: 'cancelled' } }, ...made],
    (row) => row,
    (changed) => journal.update(changed),
  );
  const queries = new SubmissionQueries(database);
  const sourceOf = () => ({
    prepare: notAsked,
    read: notAsked,
    manifest: notAsked,
    entryBytes: () => 100,
  });
  const payloadLimits = fake(PayloadLimits, { divisionOf: () => ({ largestWhole: 8, partSize: 8 }) });
  const retriedWrites = new RetriedWrites(
    () => undefined,
    () => undefined,
  );
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const digests = fake(Digests, { ofBytes: notAsked });
  const publisher = fake(Publisher, { changed: () => undefined });
  const events = new QueueEvents();
  const openDivisions = () =>
    new Divisions(
      clock,
      digests,
      journal,
      cache,
      queries,
      retriedWrites,
      publisher,
      payloadLimits,
      sourceOf,
      () => null,
      events,
    );
  const divisions = openDivisions();
  const ofParts = openDivisions();
  const batches = batchesOf(new Batch(clock.monotonic));
  const parts = new Parts(clock, digests, cache, queries, batches, publisher, payloadLimits, ofParts, sourceOf, events);
  const row = (): StoredSubmission => cache.get(id) ?? film;
  divisions.of(row());
  const [part, next] = made;
  if (part === undefined || next === undefined) throw new Error('It has no parts.');
  /** Confirms the part by its record, first on the disk. `tell` then notifies the division. */
  const confirm = async (): Promise<void> => {
    const confirmed = cache.apply(part.id, { type: 'confirm', at }, { cost });
    if (confirmed !== null) await journal.update(confirmed);
  };
  const tell = (): void => {
    const confirmed = cache.get(part.id);
    if (confirmed !== null) divisions.of(row()).observe(confirmed);
    cache.remove(part.id);
  };
  return { row, divisions, queries, parts, made: [part, next] as const, confirm, tell, cache };
}

test('a part confirmed while it is replaced does not belong to the new division', async () => {
  const { row, divisions, queries, confirm, tell } = await withTwoParts();
  const replacing = divisions.replaceFrom(row(), 0);
  await confirm();
  tell();
  await replacing;
  expect([...queries.ranges(row().id, 0)]).toEqual([]);
  expect(divisions.of(row()).coverage.isWhole(16)).toBe(false);
});

test('the cost of a part confirmed while it is replaced counts once', async () => {
  const { row, divisions, confirm, tell } = await withTwoParts();
  // Both are in one transaction.
  const both = [divisions.replaceFrom(row(), 0), confirm()];
  await Promise.all(both);
  tell();
  expect(divisions.refresh(divisions.of(row()))?.cost).toEqual(cost);
});

test.each([
  ['approved it', true, 'waiting'],
  ['was not asked about it', false, 'delayed'],
] as const)('a delayed part on a retry of its file if the user %s', async (_, isTold, kind) => {
  const { row, parts, made, cache } = await withTwoParts();
  const [first, next] = made;
  const at = '2026-05-03T12:00:00.000Z';
  const reason = { code: 'failed-in-service' } as const;
  const delayed = cache.put({ ...first, state: { kind: 'delayed', submissionId: 'of 0', at, reason } });
  cache.put({ ...next, state: { kind: 'rejected', reason: { code: 'interrupted' } } });
  await parts.tryAgain(row(), true, isTold ? [delayed] : []);
  expect(cache.get(first.id)?.state.kind).toBe(kind);
  expect(cache.get(next.id)?.state.kind).toBe('waiting');
});

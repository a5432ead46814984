import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { Records } from '../../records/index.ts';
import { answering, cleanUp, json, listening } from '../../service/scripted-server.fixture.ts';
import { fake } from '../fake.fixture.ts';
import { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import { submission as submissionOf } from '../journal/submission.fixture.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { Parts } from '../parts/parts.ts';
import { record } from '../settling/settlement.fixture.ts';
import { agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { Duplicates } from './duplicates.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const nowhere = 'http://127.0.0.1:9';
const at = '2026-05-03T12:00:00.000Z';

/** A service without records. It answers with these statuses in turn, and then with receipts. */
async function serviceSaying(...statuses: readonly (402 | 429)[]) {
  let posts = 0;
  const receipts: string[] = [];
  const { baseUrl } = await answering(({ method, url }, response) => {
    if (method !== 'POST') {
      if (url.includes('expenditure')) json(response, 200, []);
      else response.writeHead(404).end();
      return;
    }
    const status = statuses[posts];
    posts += 1;
    if (status !== undefined) {
      response.setHeader('retry-after', '1');
      json(response, status, { error: 'Not now' });
      return;
    }
    receipts.push(`3f0b2c1e-0000-4000-8000-${String(posts).padStart(12, '0')}`);
    json(response, 200, { submission_id: receipts.at(-1) });
  });
  return { address: () => baseUrl, receipts };
}

/** Gives a waiting row the bytes of another, so that the duplicate was not known when it was admitted. */
async function becomeRepeat(rig: Rig, name: string, content: string): Promise<void> {
  const ids = [rig.named(name).id];
  await rig.submissions.commands.cancel(ids);
  await writeFile(join(rig.folder, 'files', name), content);
  await rig.submissions.commands.retry(ids, agreed);
}

const kinds = (rig: Rig) =>
  rig
    .all()
    .map(({ state }) => state.kind)
    .toSorted();

describe('two rows with the same bytes', () => {
  test('are not both paid for if one is retried after the other was dropped', async () => {
    const { address, receipts } = await serviceSaying(402, 429);
    const rig = await openRig({ address });
    await rig.drop({ first: 'same bytes' });
    await rig.untilAll('rejected');
    await rig.drop({ again: 'same bytes' });
    await rig.until(() => rig.named('again').state.kind === 'retrying');
    await rig.submissions.commands.retry([rig.named('first').id], agreed);
    await rig.untilAll('submitted', 'paused');
    expect(receipts).toHaveLength(1);
    expect(kinds(rig)).toEqual(['paused', 'submitted']);
    const held = rig.database.prepare(`SELECT count(*) AS count FROM submissions WHERE state_kind = 'paused'`);
    await expect.poll(() => held.get()?.count).toBe(1);
  });

  test('are not both paid for if the later one was moved to the front', async () => {
    const { address, receipts } = await serviceSaying(429);
    const rig = await openRig({ address });
    await rig.drop({ one: 'same bytes' });
    await rig.untilAll('retrying');
    await rig.drop({ two: 'different contents' });
    await rig.submissions.commands.moveToFront([rig.named('two').id]);
    await becomeRepeat(rig, 'two', 'same bytes');
    await rig.untilAll('submitted', 'paused');
    expect(receipts).toHaveLength(1);
    // It is not known yet if the service has the bytes of the other row's earlier attempt.
    expect(rig.named('two').state).toMatchObject({ kind: 'paused', why: { kind: 'duplicate', of: { name: 'one' } } });
  });

  test('are not both paid for if both become ready at the same time', async () => {
    let address = nowhere;
    const rig = await openRig({ address: () => address });
    await rig.drop({ earlier: 'different contents', later: 'same bytes' });
    await rig.untilAll('retrying', 'waiting');
    await becomeRepeat(rig, 'earlier', 'same bytes');
    await rig.until(() => ['retrying', 'paused'].includes(rig.named('earlier').state.kind));
    address = rig.service.url;
    rig.submissions.queue.reconnect();
    await rig.untilAll('submitted', 'confirmed', 'paused');
    expect(await rig.ledger()).toHaveLength(1);
    await rig.submissions.commands.resume(
      rig.all().map(({ id }) => id),
      'duplicate',
    );
    await rig.untilAll('submitted', 'confirmed');
    expect(await rig.ledger()).toHaveLength(2);
  });

  test('are both paid for if the user approved the second one, in any order', async () => {
    const { address, receipts } = await serviceSaying(429);
    const rig = await openRig({ address });
    await rig.drop({ one: 'same bytes' });
    await rig.untilAll('retrying');
    await rig.drop({ two: 'same bytes' });
    await rig.until(() => rig.named('two').state.kind === 'paused');
    await rig.submissions.commands.resume([rig.named('two').id], 'duplicate');
    await rig.untilAll('submitted', 'paused');
    expect(kinds(rig)).toEqual(['submitted', 'submitted']);
    expect(receipts).toHaveLength(2);
  });
});

test('a removed unsettled file is held as a duplicate when it is dropped again', async () => {
  let bodies = 0;
  const { baseUrl } = await listening((request, response) => {
    if (request.method !== 'POST') {
      request.resume();
      return void response.writeHead(404).end();
    }
    request.resume().on('end', () => {
      bodies += 1;
      response.destroy();
    });
  });
  const rig = await openRig({ address: () => baseUrl });
  await rig.drop({ file: 'content' });
  await rig.untilAll('unsettled');
  await rig.submissions.removals.remove(rig.all().map(({ id }) => id));
  await rig.drop({ again: 'content' });
  await rig.untilAll('paused');
  expect(rig.named('again').state).toMatchObject({ why: { kind: 'duplicate', of: { name: 'file' } } });
  await rig.restart();
  expect(rig.named('again').state.kind).toBe('paused');
  expect(bodies).toBe(1);
});

describe('the duplicate of a submission that is about to be sent', () => {
  const sameBytes = (
    id: number,
    state: SubmissionState,
    changes: Partial<StoredSubmission> = {},
  ): StoredSubmission => ({
    ...submissionOf(id, 10, state),
    keccak256: '0x1',
    ...changes,
  });
  const mine = sameBytes(1, { kind: 'waiting' });
  const pending = record('r', { dataHash: '0x1', phase: 'pending' });

  function original(
    others: readonly StoredSubmission[],
    { removed = [], records = [], owner = null, isFormer = false, mayBeThere = false }: Partial<World> = {},
    submission = mine,
  ) {
    const duplicates = new Duplicates(
      fake(Records, { withDataHash: () => [...records] }),
      new SubmissionCache([mine, ...others]),
      fake(EarlierSubmissions, {
        removedWithBytesOf: () => [...removed],
        ownerOf: () => owner,
        isFormer: () => isFormer,
        isLastLost: () => false,
        removedWithIdentity: () => [],
        receiptWithBytesOf: () => null,
      }),
      fake(Parts, { mayGo: () => true }),
    );
    return duplicates.findAtSending(submission, () => mayBeThere)?.localId ?? null;
  }
  type World = {
    readonly removed: readonly StoredSubmission[];
    readonly records: readonly SubmissionRecord[];
    readonly owner: number | null;
    readonly isFormer: boolean;
    readonly mayBeThere: boolean;
  };

  const reason = { code: 'internal' } as const;
  const paidFor: SubmissionState[] = [
    { kind: 'sending', attempt: 1 },
    { kind: 'unsettled', since: at, reason, check: { kind: 'cannot-tell', why: 'no-records' } },
    { kind: 'submitted', submissionId: 's', at },
    { kind: 'delayed', submissionId: 's', at, reason },
    { kind: 'confirmed', submissionId: 's', at },
  ];
  test.each(paidFor)('is a submission that the service has or may have: %j', (state) => {
    const repeat = sameBytes(2, state, { turn: 5 });
    expect(original([repeat])).toBe(2);
    expect(original([], { removed: [repeat] })).toBe(2);
  });

  const queued: SubmissionState[] = [
    { kind: 'waiting' },
    { kind: 'preparing' },
    { kind: 'retrying', until: at, reason },
    { kind: 'paused', why: { kind: 'by-user' } },
    { kind: 'paused', why: { kind: 'beyond-spending-limit' } },
  ];
  test.each(queued)('is a queued submission only if its earlier attempt may have arrived: %j', (state) => {
    const repeat = sameBytes(2, state, { turn: -1 });
    expect(original([repeat])).toBeNull();
    expect(original([repeat], { mayBeThere: true })).toBe(2);
  });

  const over: SubmissionState[] = [
    { kind: 'rejected', reason },
    { kind: 'cancelled' },
    { kind: 'paused', why: { kind: 'duplicate', of: { localId: 1, name: 'f', submissionId: null, at } } },
  ];
  test.each(over)('is no submission that has ended or is held itself: %j', (state) => {
    expect(original([sameBytes(2, state)], { mayBeThere: true })).toBeNull();
  });

  test('is no submission that the user approved as a duplicate, nor its record', () => {
    const [sending = mine.state] = paidFor;
    expect(original([sameBytes(2, sending, { submitAnyway: true })], { records: [pending], owner: 2 })).toBeNull();
  });

  test('is a submission of another program', () => {
    expect(original([], { records: [pending] })).toBe(0);
    expect(original([], { records: [{ ...pending, phase: 'failed' }] })).toBe(0);
  });

  test('is no delayed record that the user pays for again, until it is in a block', () => {
    const delayed = { ...pending, phase: 'failed' } as const;
    expect(original([], { records: [delayed], isFormer: true })).toBeNull();
    expect(original([], { records: [{ ...delayed, blockHash: `0x${'1'.repeat(64)}` }], isFormer: true })).toBe(0);
    expect(original([], { records: [pending], isFormer: true })).toBe(0);
  });

  test('is null if the user approved this one as a duplicate', () => {
    const twins = paidFor.map((state, index) => sameBytes(index + 2, state));
    expect(original(twins, { records: [pending] }, { ...mine, submitAnyway: true })).toBeNull();
  });
});

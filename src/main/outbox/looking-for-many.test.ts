import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '../../shared/records.ts';
import { createTokenBook } from '../ledger/index.ts';
import { unknownPaths } from '../service/index.ts';
import type { Commit } from '../storage/index.ts';
import { migrations } from '../storage/migrations.ts';
import { standardGrace } from './checking.ts';
import { createItemBook } from './item-book.ts';
import { createJournal } from './journal.ts';
import { LeftBehind } from './left-behind.ts';
import { createLostAnswers } from './lost-answers.ts';
import { createPast } from './past.ts';

const at = '2026-05-03T12:00:00.000Z';
const hash = (letter: string, index: number): string => `0x${letter}${String(index).padStart(63, '0')}`;

function record(id: string, changes: Partial<SubmissionRecord>): SubmissionRecord {
  return {
    id,
    userId: null,
    tokenDetailsId: null,
    extrinsicIndex: null,
    amountData: '1000',
    fees: null,
    toAddress: null,
    blockHash: null,
    dataHash: null,
    txHash: null,
    createdAt: at,
    phase: 'in-block',
    error: null,
    extra: {},
    ...changes,
  };
}

const unsettled = {
  kind: 'unsettled',
  since: at,
  reason: { code: 'x', message: 'x' },
  check: { kind: 'checking', until: at },
};

type Row = {
  readonly state: object;
  readonly removed?: boolean;
  readonly submissionId?: string;
  readonly outcome: string;
};

/** Rows of an account, one after the other, all of one size and each with bytes of its own. */
function open(rows: readonly Row[]) {
  const database = new DatabaseSync(':memory:');
  for (const migration of migrations) database.exec(migration);
  database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, found, created_at)
     VALUES ('a', 'service', 'Work', 'blue', '{}', '{}', '${at}'); BEGIN`,
  );
  const insert = database.prepare(
    `INSERT INTO items (account_id, path, name, size, added_at, keccak256, blake2b256, state, submission_id, removed_at)
     VALUES ('a', '/f', 'f', 1000, '${at}', ?, ?, ?, ?, ?)`,
  );
  const attempt = database.prepare(
    `INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, ended_at, outcome)
     VALUES (?, 1, '${at}', 1, '${at}', ?)`,
  );
  for (const [index, { state, removed = false, submissionId = null, outcome }] of rows.entries()) {
    const text = JSON.stringify(state);
    insert.run(hash('a', index), hash('b', index), text, submissionId, removed ? at : null);
    attempt.run(index + 1, outcome);
  }
  database.exec('COMMIT');
  const commit: Commit = async (write) => write();
  const book = createItemBook(createJournal(database, commit).load());
  const past = createPast(database);
  let steady = 0;
  let queries = 0;
  const clock = { now: () => Date.parse(at), monotonic: () => steady };
  const lostAnswers = createLostAnswers({
    clock,
    book,
    past: {
      ...past,
      sentAttempts: (id) => {
        queries += 1;
        return past.sentAttempts(id);
      },
    },
    leftBehind: new LeftBehind(database, commit, book, past),
    tokens: createTokenBook(database, commit, Date.now),
    persist: () => Promise.resolve(),
    isTrusted: () => false,
    grace: standardGrace,
    onSettled: () => undefined,
  });
  const lost = [...book.all()].filter(({ state }) => state.kind === 'unsettled');
  for (const item of lost) lostAnswers.begin(item, false);
  return {
    queries: () => queries,
    async settle(records: readonly SubmissionRecord[], later: number): Promise<number> {
      steady = later;
      const receipts = await past.receipts('a');
      const connection = {
        baseUrl: 'http://127.0.0.1:9',
        submitBaseUrl: null,
        paths: unknownPaths,
        credentials: async () => ({ apiKey: null, accessToken: null }),
      };
      return lostAnswers.settle('a', lost, { records, complete: true, lateMs: 0, receipts, readAt: later, connection });
    },
  };
}

describe('looking for sixty files in a list of a thousand', () => {
  function openMany() {
    const confirmed = Array.from({ length: 1_000 }, (_, index): Row => {
      const submissionId = `s${index}`;
      return { state: { kind: 'confirmed', submissionId, at }, submissionId, outcome: 'accepted' };
    });
    const reason = { code: 'x', message: 'x' };
    const refused = Array.from(
      { length: 500 },
      (): Row => ({ state: { kind: 'rejected', reason }, outcome: 'refused' }),
    );
    const lost = Array.from({ length: 60 }, (): Row => ({ state: unsettled, outcome: 'unknown' }));
    let reads = 0;
    const records = confirmed.map(({ submissionId = '' }, index) => {
      const entry = record(submissionId, { dataHash: hash('b', index) });
      return Object.defineProperty({ ...entry }, 'id', {
        get: () => {
          reads += 1;
          return submissionId;
        },
        enumerable: true,
      });
    });
    const stranger = record('stranger', { dataHash: hash('c', 0) });
    return { ...open([...confirmed, ...refused, ...lost]), records: [...records, stranger], reads: () => reads };
  }

  test('goes through the list a few times, not for each of them', async () => {
    const { settle, records, reads } = openMany();
    await settle(records, 1_000);
    expect(reads()).toBeLessThan(20 * records.length);
  });

  test('asks the journal for their attempts, and not for those of each row of the same size', async () => {
    const { settle, records, queries } = openMany();
    await settle(records, 1_000);
    expect(queries()).toBe(60);
  });

  test('lets everything else have its turn in between', async () => {
    const { settle, records } = openMany();
    let turns = 0;
    let isOver = false;
    const settled = settle(records, 1_000).then(() => {
      isOver = true;
    });
    while (!isOver) {
      await setImmediate();
      turns += 1;
    }
    await settled;
    expect(turns).toBeGreaterThan(10);
  });
});

test('a row that was taken off the list while uncertain may own the only record of its size', async () => {
  const own = { state: unsettled, outcome: 'unknown' };
  const pending = [record('pending', { phase: 'pending' }), record('sample', { dataHash: hash('b', 0) })];
  const sample = {
    state: { kind: 'confirmed', submissionId: 'sample', at },
    submissionId: 'sample',
    outcome: 'accepted',
  };
  const late = 11 * 60_000;
  const alone = open([sample, own]);
  expect(await alone.settle(pending, late)).toBe(1);
  expect(await open([sample, { ...own, removed: true }, own]).settle(pending, late)).toBe(0);
});

import { DatabaseSync } from 'node:sqlite';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { Tokens } from '../../balances/index.ts';
import { openRecordsHere } from '../../records/in-process.fixture.ts';
import type { Commit } from '../../storage/index.ts';
import { migrations } from '../../storage/schema.ts';
import { Estimates } from '../cost/estimates.ts';
import { fake } from '../fake.fixture.ts';
import { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import { Journal } from '../journal/journal.ts';
import { LeftBehind } from '../journal/left-behind.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { Batch } from '../progress/batch.ts';
import { batchesOf } from '../progress/batches.fixture.ts';
import { QueueEvents } from '../queue-events.ts';
import { sendingAccounts } from '../sending-accounts.fixture.ts';
import { type RecordList, recordListOf } from './evidence.ts';
import { LateKeccak } from './late-keccak.ts';
import { standardGrace } from './search.ts';
import { Settlement } from './settlement.ts';

/** When everything happened, by either clock. */
export const at = '2026-05-03T12:00:00.000Z';
export const hash = (letter: string, index: number): string => `0x${letter}${String(index).padStart(63, '0')}`;

export function record(id: string, changes: Partial<SubmissionRecord>): SubmissionRecord {
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

export const unsettled = {
  kind: 'unsettled',
  since: at,
  reason: { code: 'internal' },
  check: { kind: 'checking', until: at },
};

const reason = { code: 'internal' } as const;

function happened(submission: StoredSubmission | null): StoredSubmission {
  if (submission === null) throw new Error('This cannot happen to the submission now.');
  return submission;
}

export type Row = {
  readonly state: object;
  readonly removed?: boolean;
  readonly submissionId?: string;
  /** A thousand bytes unless said. */
  readonly size?: number;
  readonly outcome: string;
};

/** Rows of an account, sent one after the other, each with bytes of its own; the uncertain are looked for. */
export function openSettlement(rows: readonly Row[]) {
  const database = new DatabaseSync(':memory:');
  for (const migration of migrations) database.exec(migration);
  database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, created_at)
     VALUES ('a', 'service', 'Work', 'blue', '{}', '${at}'); BEGIN`,
  );
  const insert = database.prepare(
    `INSERT INTO submissions (account_id, path, name, size, added_at, keccak256, blake2b256, state, submission_id, removed_at)
     VALUES ('a', '/f', 'f', ?, '${at}', ?, ?, ?, ?, ?)`,
  );
  const attempt = database.prepare(
    `INSERT INTO attempts
       (local_id, number, started_at, whole_body_may_be_out, ended_at, outcome, detail, begin_sequence)
     VALUES (?1, 1, '${at}', 1, '${at}', ?2, ?3, 2 * ?1 - 1)`,
  );
  for (const [index, { state, removed = false, submissionId = null, size = 1_000, outcome }] of rows.entries()) {
    const text = JSON.stringify(state);
    insert.run(size, hash('a', index), hash('b', index), text, submissionId, removed ? at : null);
    attempt.run(index + 1, outcome, submissionId);
  }
  database.exec('UPDATE attempt_sequence SET last = 2 * (SELECT count(*) FROM submissions); COMMIT');
  const commit: Commit = async (write) => write();
  const leftBehind = new LeftBehind(database, commit);
  const journal = new Journal(database, commit, leftBehind);
  const cache = new SubmissionCache(journal.load());
  const earlierSubmissions = new (class extends EarlierSubmissions {
    override sentAttempts(id: number) {
      queries += 1;
      return super.sentAttempts(id);
    }
  })(database);
  const records = openRecordsHere(database, commit);
  let steady = 0;
  let queries = 0;
  const clock = { now: () => Date.parse(at), monotonic: () => steady };
  const settlement = new Settlement(
    clock,
    cache,
    earlierSubmissions,
    leftBehind,
    standardGrace,
    sendingAccounts(),
    fake(Tokens, {}),
    new Estimates([], () => null),
    batchesOf(new Batch(() => 0)),
    fake(LateKeccak, { of: async (submission) => submission }),
    new QueueEvents(),
  );
  const lost = () => [...cache.all()].filter(({ state }) => state.kind === 'unsettled');
  for (const submission of lost()) settlement.begin(submission, false);
  async function look(listed: readonly SubmissionRecord[], later: number): Promise<RecordList> {
    steady = later;
    const receipts = await earlierSubmissions.receipts('a');
    const list = { records: listed, complete: true, isRange: false, isTrusted: false, receipts, readAt: later };
    return recordListOf(cache, earlierSubmissions, records, 'a', list);
  }
  async function send(id: number, token: string | null = null): Promise<void> {
    const number = (cache.get(id)?.attempts ?? 0) + 1;
    const sending = happened(cache.apply(id, { type: 'send', attempt: number }, { attempts: number }));
    await journal.beginAttempt(sending, { number, startedAt: at, wholeBodyMayBeOut: true, token });
  }
  async function lose(id: number): Promise<void> {
    const lostNow = happened(cache.apply(id, { type: 'lose-answer', since: at, until: at, reason }));
    await journal.endAttempt(lostNow, lostNow.attempts, {
      endedAt: at,
      outcome: 'unknown',
      failures: [],
      detail: null,
    });
    settlement.begin(lostNow, false);
  }
  async function accept(id: number, submissionId: string): Promise<void> {
    const accepted = happened(cache.apply(id, { type: 'accepted', submissionId, at }));
    await journal.endAttempt(accepted, accepted.attempts, {
      endedAt: at,
      outcome: 'accepted',
      failures: [],
      detail: submissionId,
    });
  }
  return {
    database,
    records,
    leftBehind,
    send,
    lose,
    accept,
    queries: () => queries,
    cache,
    settlement,
    look,
    /** How many of the uncertain are settled by a list that is read so many milliseconds after everything. */
    settle: async (records: readonly SubmissionRecord[], later: number): Promise<number> =>
      settlement.settle(lost(), await look(records, later)),
  };
}

import { expect, test } from 'vitest';
import type { LocalEvent } from '../core/local-protocol.ts';
import { submission } from '../core/submissions/journal/submission.fixture.ts';
import { toWindow } from '../core/submissions/journal/submission.ts';
import type { Submission } from '../shared/bridge/submissions.ts';
import { type Result, success } from '../shared/failures/failure.ts';
import type { SubmissionState } from '../shared/submissions/submission-state.ts';
import { Client } from './client.ts';
import { CommandError } from './exit.ts';
import { type EndedRow, type FollowOptions, outcomeOf, RowFollower } from './rows.ts';

const at = '2026-05-03T12:00:00.000Z';
const reason = { code: 'internal' } as const;
const submitted: SubmissionState = { kind: 'submitted', submissionId: 'a', at };
const waiting: SubmissionState = { kind: 'waiting' };
const duplicateOf = (localId: number, submissionId: string | null): SubmissionState => ({
  kind: 'paused',
  why: { kind: 'duplicate', of: { localId, name: 'first.txt', submissionId, at } },
});
const claimedBy = (desk: string, submissionId: string | null): SubmissionState => ({
  kind: 'paused',
  why: { kind: 'duplicate', of: { localId: 0, name: 'first.txt', submissionId, at, desk } },
});
const checking: SubmissionState = { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until: at } };
const unknown: SubmissionState = {
  kind: 'unsettled',
  since: at,
  reason,
  check: { kind: 'cannot-tell', why: 'no-records' },
};
const unreachable: SubmissionState = {
  kind: 'retrying',
  until: at,
  reason: { code: 'unreachable', values: { why: 'refused', host: 'h' } } as never,
};

test.each([
  [waiting, false, null],
  [submitted, false, 'submitted'],
  [submitted, true, null],
  [{ kind: 'confirmed', submissionId: 'a', at }, true, 'confirmed'],
  [{ kind: 'delayed', submissionId: 'a', at, reason }, true, 'delayed'],
  [{ kind: 'rejected', reason }, false, 'failed'],
  [{ kind: 'incomplete', reason }, false, 'failed'],
  [{ kind: 'cancelled' }, false, 'cancelled'],
  [checking, false, null],
  [unknown, false, 'uncertain'],
  [{ kind: 'paused', why: { kind: 'by-user' } }, false, null],
  [{ kind: 'paused', why: { kind: 'beyond-spending-limit' } }, false, 'needs-approval'],
] as const)('a row in the state %j, waiting for its block: %s, has the result %s', (state, waits, status) => {
  expect(outcomeOf(state, waits)?.status ?? null).toBe(status);
});

/** An engine with these rows, which records the calls that change something. */
class Rows extends Client {
  readonly calls: unknown[] = [];
  readonly #rows: Map<number, Submission>;
  #listener: (event: LocalEvent) => void = () => undefined;

  constructor(states: readonly SubmissionState[]) {
    super();
    this.#rows = new Map(states.map((state, index) => [index + 1, toWindow(submission(index + 1, 10, state))]));
  }

  become(id: number, state: SubmissionState): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#rows.set(id, { ...row, state });
    this.#listener({ kind: 'submissions.changed', submissions: [{ ...row, state }] });
  }

  protected async answer(name: string, input: unknown): Promise<Result<unknown>> {
    const { ids } = Object(input);
    if (name === 'submissions.rows')
      return success(
        ids.flatMap((id: number) => {
          const row = this.#rows.get(id);
          return row === undefined ? [] : [{ submission: row, path: `/${row.name}` }];
        }),
      );
    this.calls.push({ name, ...Object(input) });
    if (name === 'submissions.cancel')
      for (const id of ids) {
        const kind = this.#rows.get(id)?.state.kind;
        if (kind === 'waiting' || kind === 'retrying' || kind === 'paused') this.become(id, { kind: 'cancelled' });
      }
    return success(null);
  }

  async listen<Value>(listener: (event: LocalEvent) => void, work: () => Promise<Value>): Promise<Value> {
    this.#listener = listener;
    return work();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function followed(ids: readonly number[], changes: Partial<FollowOptions> = {}) {
  const ended: EndedRow[] = [];
  const claims: (readonly [number, string])[] = [];
  const follower = new RowFollower(ids, {
    ...{ waits: false, again: false, approves: false, patienceMs: 60_000, refuse: async () => undefined, ...changes },
    onEnded: (row) => void ended.push(row),
    onClaimed: ({ submission: { id } }, desk) => void claims.push([id, desk]),
    onProgress: () => undefined,
  });
  const statuses = () =>
    ended
      .toSorted((one, other) => one.submission.id - other.submission.id)
      .map(({ outcome }) => [outcome.status, outcome.submissionId]);
  return { follower, statuses, claims };
}

const never = new AbortController().signal;

test('a row with the bytes of another one waits for its receipt, and has the same', async () => {
  const engine = new Rows([waiting, duplicateOf(1, null)]);
  const { follower, statuses } = followed([2]);
  const ended = follower.follow(engine, never);
  await expect.poll(() => statuses()).toEqual([]);
  engine.become(1, submitted);
  engine.become(2, duplicateOf(1, 'a'));
  await ended;
  expect(statuses()).toEqual([['already-submitted', 'a']]);
});

test('a row with the bytes of a failed one has failed too', async () => {
  const engine = new Rows([{ kind: 'rejected', reason }, duplicateOf(1, null)]);
  const { follower, statuses } = followed([1, 2]);
  await follower.follow(engine, never);
  expect(statuses()).toEqual([
    ['failed', null],
    ['failed', null],
  ]);
});

test('bytes that were submitted before go out again only if the user said so, and once', async () => {
  const engine = new Rows([duplicateOf(0, 'a')]);
  const { follower, statuses } = followed([1], { again: true });
  const ended = follower.follow(engine, never);
  await expect.poll(() => engine.calls).toEqual([{ name: 'submissions.resume', ids: [1], why: 'duplicate' }]);
  engine.become(1, submitted);
  await ended;
  expect(statuses()).toEqual([['submitted', 'a']]);
});

test('a row whose bytes another desk has claimed waits for the receipt of that desk', async () => {
  const engine = new Rows([claimedBy('Front office', null), submitted]);
  const { follower, statuses, claims } = followed([1, 2], { waits: true });
  const ended = follower.follow(engine, never);
  await expect.poll(() => claims).toEqual([[1, 'Front office']]);
  engine.become(2, { ...submitted, kind: 'confirmed', submissionId: 'b' });
  await expect.poll(() => statuses()).toEqual([['confirmed', 'b']]);
  engine.become(1, claimedBy('Front office', 'a'));
  await ended;
  expect(statuses()).toEqual([
    ['already-submitted', 'a'],
    ['confirmed', 'b'],
  ]);
  expect(claims).toEqual([[1, 'Front office']]);
});

test('a claim of another desk is overruled only if the user said so', async () => {
  const engine = new Rows([claimedBy('Front office', null)]);
  const { follower } = followed([1], { again: true });
  const ended = follower.follow(engine, never);
  await expect.poll(() => engine.calls).toEqual([{ name: 'submissions.resume', ids: [1], why: 'duplicate' }]);
  engine.become(1, submitted);
  await ended;
});

test('rows that wait for another desk end with the command if the team cannot be asked', async () => {
  const engine = new Rows([claimedBy('Front office', null), waiting]);
  const refusal = new CommandError('unreachable', 'unreachable', '');
  const { follower, statuses } = followed([1, 2], { refuse: () => Promise.reject(refusal) });
  await expect(follower.follow(engine, never)).rejects.toBe(refusal);
  expect(statuses()).toEqual([
    ['cancelled', null],
    ['cancelled', null],
  ]);
});

test('a cancelled command waits for no search and no block', async () => {
  const engine = new Rows([checking, waiting, submitted]);
  const { follower, statuses } = followed([1, 2, 3], { waits: true });
  const cancel = new AbortController();
  cancel.abort();
  await follower.follow(engine, cancel.signal);
  expect(statuses()).toEqual([
    ['uncertain', null],
    ['cancelled', null],
    ['submitted', 'a'],
  ]);
});

test('if no service is reached, the rest is cancelled and the command fails', async () => {
  const engine = new Rows([unreachable, waiting]);
  const { follower, statuses } = followed([1, 2], { patienceMs: 0 });
  await expect(follower.follow(engine, never)).rejects.toMatchObject({ exit: 'unreachable' });
  expect(statuses()).toEqual([
    ['cancelled', null],
    ['cancelled', null],
  ]);
});

test('rows go on with the next owner where the former one ended', async () => {
  const [first, second] = [new Rows([waiting, waiting]), new Rows([submitted, waiting])];
  const { follower, statuses } = followed([1, 2]);
  void follower.follow(first, never);
  await expect.poll(() => first).toBeDefined();
  const ended = follower.follow(second, never);
  second.become(2, { ...submitted, submissionId: 'b' });
  await ended;
  expect(statuses()).toEqual([
    ['submitted', 'a'],
    ['submitted', 'b'],
  ]);
});

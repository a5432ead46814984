import { expect, test } from 'vitest';
import { failure, success } from '../../../shared/failures/failure.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { noEarlierSubmissions } from '../journal/earlier-submissions.fixture.ts';
import { submission } from '../journal/submission.fixture.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { QueueEvents } from '../queue-events.ts';
import { sendingAccounts } from '../sending-accounts.fixture.ts';
import { SettleByHand } from './settle-by-hand.ts';

const at = '2026-05-03T12:00:00.000Z';
const uncertain = { kind: 'unsettled', since: at, reason: { code: 'interrupted' } } as const;
const cannotTell: SubmissionState = { ...uncertain, check: { kind: 'cannot-tell', why: 'no-records' } };
const checking: SubmissionState = { ...uncertain, check: { kind: 'checking', until: at } };
const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-user' } };
const no = failure({ code: 'declined' });

/** A person who says that files did not arrive, and what happens while they are asked about each. */
function saying(states: readonly SubmissionState[], whileAsked: (cache: SubmissionCache) => void, answer = true) {
  const cache = new SubmissionCache(states.map((state, index) => submission(index + 1, 10, state)));
  const asked: (readonly number[])[] = [];
  const clock = { now: () => Date.parse(at), monotonic: () => 0 };
  const byHand = new SettleByHand(clock, sendingAccounts(), cache, noEarlierSubmissions(), new QueueEvents());
  const approve = async (ids: readonly number[]) => {
    asked.push(ids);
    whileAsked(cache);
    return answer ? success(ids) : no;
  };
  const didNot = (...ids: readonly number[]) => byHand.sendAgain(ids, approve);
  return { didNot, asked, stateOf: (id: number) => cache.get(id)?.state };
}

const nothing = (): void => undefined;

test('a file that cannot be decided now is refused without a question', async () => {
  const { didNot, asked } = saying([checking, paused], nothing);
  expect(await didNot(1)).toMatchObject({ error: { code: 'still-checking' } });
  expect(await didNot(2)).toMatchObject({ error: { code: 'not-unsettled' } });
  expect(await didNot(99)).toMatchObject({ error: { code: 'not-unsettled' } });
  expect(asked).toEqual([]);
});

test('a file that only the user can decide is resent with approval, and else stays uncertain', async () => {
  const yes = saying([cannotTell], nothing);
  expect(await yes.didNot(1)).toMatchObject({ ok: true });
  expect(yes.stateOf(1)?.kind).toBe('waiting');
  const declined = saying([cannotTell], nothing, false);
  expect(await declined.didNot(1)).toEqual(no);
  expect(declined.stateOf(1)).toEqual(cannotTell);
});

test('a file that is searched for again or found during the question is not sent again', async () => {
  const anew = saying([cannotTell], (cache) => cache.apply(1, { type: 'check', until: at }));
  expect(await anew.didNot(1)).toMatchObject({ error: { code: 'still-checking' } });
  const found = saying([cannotTell], (cache) => cache.apply(1, { type: 'accepted', submissionId: 'a', at }));
  expect(await found.didNot(1)).toMatchObject({ error: { code: 'not-unsettled' } });
  expect(found.stateOf(1)?.kind).toBe('submitted');
});

test('one approval sends all files again that only the user can decide', async () => {
  const { didNot, asked, stateOf } = saying([cannotTell, checking, cannotTell, paused], nothing);
  expect(await didNot(1, 2, 3, 4)).toMatchObject({ ok: true });
  expect(asked).toEqual([[1, 3]]);
  expect([1, 2, 3, 4].map((id) => stateOf(id)?.kind)).toEqual(['waiting', 'unsettled', 'waiting', 'paused']);
});

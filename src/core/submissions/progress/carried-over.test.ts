import { afterEach, expect, test } from 'vitest';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { cleanUp } from '../../service/scripted-server.fixture.ts';
import { submission } from '../journal/submission.fixture.ts';
import { accountId, closeRigs, leaveInTheMiddle, openRig } from '../submissions.fixture.ts';
import { CarriedOver } from './carried-over.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const at = '2026-05-03T12:00:00.000Z';
const reason = { code: 'interrupted' } as const;
const checking: SubmissionState = { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until: at } };
const submitted: SubmissionState = { kind: 'submitted', submissionId: 's', at };
const waiting: SubmissionState = { kind: 'waiting' };
const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-person' } };
const asks: SubmissionState = { kind: 'paused', why: { kind: 'since-copy' } };

function left(...states: readonly SubmissionState[]): CarriedOver {
  const carriedOver = new CarriedOver();
  for (const [index, state] of states.entries()) carriedOver.begin(submission(index + 1, 10, state));
  return carriedOver;
}

test('a run that left files tells how many go on, are checked, and wait', () => {
  const carriedOver = left(waiting, waiting, checking, paused, asks, submitted, { kind: 'cancelled' });
  expect(carriedOver.of('a')).toEqual({ toSend: 2, checking: 1, notKnown: 0, undecided: 1, paused: 1 });
  expect(carriedOver.of('b')).toBeNull();
});

test('its figures follow the files, and it is gone with the last one that goes on', () => {
  const carriedOver = left(waiting, checking, asks);
  carriedOver.observe(submission(1, 10, submitted));
  expect(carriedOver.of('a')).toEqual({ toSend: 0, checking: 1, notKnown: 0, undecided: 1, paused: 0 });
  carriedOver.observe(submission(2, 10, { ...checking, check: { kind: 'cannot-tell', why: 'no-records' } }));
  expect(carriedOver.of('a')).toBeNull();
});

test('files that are added later, or removed, are none of it', () => {
  const carriedOver = left(waiting, waiting);
  carriedOver.observe(submission(7, 10, waiting));
  carriedOver.forget('a', 2);
  expect(carriedOver.of('a')).toMatchObject({ toSend: 1 });
});

test('what has been read is not told again', () => {
  const carriedOver = left(waiting);
  carriedOver.dismiss('a');
  carriedOver.observe(submission(1, 10, checking));
  expect(carriedOver.of('a')).toBeNull();
});

test('after a restart in the middle the summary tells at once what goes on and what is checked', async () => {
  const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
  await rig.drop({ half: 'half of it was sent', whole: 'all of it was sent', held: 'held', next: 'nothing was sent' });
  await leaveInTheMiddle(rig);
  await rig.restart();
  const { summary } = rig.submissions.view(accountId);
  expect(summary.carriedOver).toEqual({ toSend: 2, checking: 1, notKnown: 0, undecided: 0, paused: 1 });
  expect(summary.counts).toMatchObject({ toGo: 2, sending: 0, checking: 1, paused: 1 });
  rig.submissions.dismissCarriedOver(accountId);
  expect(rig.submissions.view(accountId).summary.carriedOver).toBeNull();
});

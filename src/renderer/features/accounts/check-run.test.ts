import { expect, test } from 'vitest';
import type { CheckLine, ConnectionReport } from '../../../shared/bridge/accounts.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import {
  type CheckEvent,
  type CheckRun,
  isAllGood,
  linesOf,
  mendingAfter,
  runAfter,
  runOrKept,
  runWords,
} from './check-run.ts';

const none: CheckRun = { kind: 'none' };
const started: CheckEvent = { kind: 'started', checkId: 'one' };
const line = (topic: CheckLine['topic'], state: CheckLine['state'], checkId = 'one'): CheckEvent => ({
  kind: 'line',
  checkId,
  line: { topic, state, finding: { code: 'looking' } },
});
const report = (lines: readonly CheckLine[]): ConnectionReport => ({
  at: '2026-01-02T03:04:05Z',
  address: 'https://service.example',
  submitAddress: null,
  lines,
  entries: [],
  found: { tokenMap: null, requestFunds: null },
  tokenNames: [],
  route: { service: { kind: 'direct' }, submissions: { kind: 'direct' } },
  versions: {},
});
const after = (...events: readonly CheckEvent[]): CheckRun => events.reduce(runAfter, none);

test('a line replaces the one before it on the same topic, and lines keep the order of the topics', () => {
  const run = after(started, line('tokens', 'running'), line('address', 'good'), line('tokens', 'good'));
  expect(linesOf(run).map((one) => `${one.topic} ${one.state}`)).toEqual(['address good', 'tokens good']);
});

test('lines and answers of another run change nothing', () => {
  const run = after(started, line('address', 'good'));
  expect(runAfter(run, line('address', 'bad', 'two'))).toBe(run);
  expect(runAfter(run, { kind: 'answered', checkId: 'two', answer: { ok: true, value: report([]) } })).toBe(run);
});

test('a stopped run shows nothing that still turns, and takes no late answer', () => {
  const run = after(started, line('address', 'good'), line('api-key', 'running'), { kind: 'stopped' });
  expect(linesOf(run).map((one) => one.topic)).toEqual(['address']);
  expect(runAfter(run, { kind: 'answered', checkId: 'one', answer: { ok: true, value: report([]) } })).toBe(run);
});

test('a refused check says why', () => {
  const error = { code: 'declined' } as const;
  const run = after(started, { kind: 'answered', checkId: 'one', answer: { ok: false, error } });
  expect(runWords(run)).toBe(failureMessage(error));
});

test('a finished run with a red line counts it, and one with skipped lines is well', () => {
  const bad = runOrKept(none, report([{ topic: 'address', state: 'bad', finding: { code: 'something-answers' } }]));
  expect([isAllGood(bad), runWords(bad)]).toEqual([false, '1 problem found.']);
  const good = runOrKept(none, report([{ topic: 'tokens', state: 'skipped', finding: { code: 'after-address' } }]));
  expect([isAllGood(good), runWords(good)]).toEqual([true, 'No problems found.']);
});

test('a kept report never replaces a run that has begun', () => {
  const run = after(started);
  expect(runOrKept(run, report([]))).toBe(run);
  expect(runOrKept(none, null)).toBe(none);
});

test('after a check that did not go well the way on is to what is wrong, or to another check, never to saving first', () => {
  const finished = (...lines: readonly CheckLine[]): CheckRun => runOrKept(none, report(lines));
  const bad = (topic: CheckLine['topic']): CheckLine => ({ topic, state: 'bad', finding: { code: 'not-accepted' } });
  expect(mendingAfter(finished(bad('api-key'), bad('tokens')))).toBe('credentials');
  expect(mendingAfter(finished(bad('address')))).toBe('address');
  expect(mendingAfter(finished(bad('fund-requests')))).toBe('check-again');
  expect(mendingAfter(after(started, { kind: 'stopped' }))).toBe('check-again');
  const declined = { ok: false, error: { code: 'declined' } } as const;
  expect(mendingAfter(after(started, { kind: 'answered', checkId: 'one', answer: declined }))).toBe('check-again');
  expect([none, after(started), finished()].map(mendingAfter)).toEqual([null, null, null]);
});

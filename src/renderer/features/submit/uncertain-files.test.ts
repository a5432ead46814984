import { expect, test } from 'vitest';
import type { Check, Submission } from '../../../shared/bridge/submissions.ts';
import { uncertainFiles } from './uncertain-files.ts';
import { cannotTellReasons, cannotTellSentence, checkingSentence } from './uncertain-words.ts';

const now = Date.parse('2026-05-03T10:00:00Z');

function listed(...checks: readonly (Check | null)[]): ReadonlyMap<number, Submission> {
  const base = {
    accountId: 'practice',
    name: 'a',
    folder: null,
    size: 1,
    addedAt: '2026-05-03T09:00:00Z',
    cost: null,
    wish: null,
  };
  const reason = { code: 'x', message: 'Why.' };
  return new Map(
    checks.map((check, index) => [
      index + 1,
      {
        ...base,
        id: index + 1,
        state: check === null ? { kind: 'waiting' } : { kind: 'unsettled', since: base.addedAt, reason, check },
      },
    ]),
  );
}

test('files that are checked and files that nobody knows about are counted apart, until the last check is over', () => {
  const submissions = listed(
    { kind: 'checking', until: '2026-05-03T10:01:00Z' },
    { kind: 'cannot-tell', why: 'no-records' },
    { kind: 'checking', until: '2026-05-03T10:02:00Z' },
    null,
  );
  expect(uncertainFiles(submissions, submissions.keys())).toEqual({ checking: 2, until: now + 120_000, cannotTell: 1 });
});

test('sixty checks are one sentence with the time of the last one, and without it when it has passed', () => {
  const files = { checking: 60, until: now + 115_000, cannotTell: 0 };
  expect(checkingSentence(files, now)).toBe(
    '60 files are being checked with the service — about 2 min. Nothing is sent again until then.',
  );
  expect(checkingSentence(files, now + 115_000)).toBe(checkingSentence(files, null));
  expect(checkingSentence(files, null)).toBe(
    '60 files are being checked with the service. Nothing is sent again until it is known.',
  );
});

test('sixty that nobody knows about are one sentence', () => {
  expect(cannotTellSentence({ checking: 0, until: 0, cannotTell: 60 })).toBe(
    '60 files may have been charged, and the service’s records can’t tell.',
  );
});

test('no reason for not knowing says that nothing was charged', () => {
  for (const reason of Object.values(cannotTellReasons))
    expect(reason).not.toMatch(/not (submitted|charged)|nothing was/i);
});

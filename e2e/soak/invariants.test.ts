import { expect, test } from 'vitest';
import { brokenAtTheEnd, brokenPromises, type Evidence } from './invariants.ts';
import type { JournalSubmission } from './journal-reading.ts';

const attempt = { number: 1, startedAt: 0, endedAt: 1, outcome: 'accepted' };
const submission: JournalSubmission = {
  id: 1,
  path: '/files/a',
  name: 'a',
  state: 'confirmed',
  submissionId: 'one',
  attempts: [attempt],
};
const sound: Evidence = {
  files: { folders: ['/files'], digests: new Map([['/files/a', 'digest a']]) },
  journal: [submission],
  earlier: [submission],
  shown: new Map([[1, { id: 1, name: 'a', kind: 'confirmed', submissionId: 'one' }]]),
  charges: new Map([['one', 'digest a']]),
};
const uncharged: Evidence = { ...sound, charges: new Map(), shown: new Map(), earlier: [] };
const as = (state: string): readonly JournalSubmission[] => [{ ...submission, state, submissionId: null }];
const kinds = (evidence: Evidence): string[] => brokenPromises(evidence).map(({ kind }) => kind);
const kindsAtTheEnd = (evidence: Evidence, recordsTell = true): string[] =>
  brokenAtTheEnd(evidence, recordsTell).map(({ kind }) => kind);

test('a file that is charged once and confirmed with its own receipt breaks nothing', () => {
  expect(brokenAtTheEnd(sound, true)).toEqual([]);
});

test('a second charge for the same bytes is seen', () => {
  const charges = new Map([...sound.charges, ['two', 'digest a']]);
  expect(kinds({ ...sound, charges })).toEqual(['paid twice']);
});

test.for(['rejected', 'cancelled', 'waiting', 'retrying', 'paused'])(
  'a charged file that is %s is called wrongly',
  (state) => {
    expect(kinds({ ...sound, journal: as(state), earlier: [], shown: new Map() })).toEqual(['called wrongly']);
  },
);

test.for(['submitted', 'confirmed', 'failed'])('a file that was not charged and is %s is called wrongly', (state) => {
  expect(kinds({ ...uncharged, journal: as(state) })).toEqual(['called wrongly']);
});

test('a receipt of nothing, or of another file’s bytes, is called wrongly', () => {
  expect(kinds({ ...sound, charges: new Map([['one', 'digest b']]) })).toContain('called wrongly');
  expect(kinds({ ...sound, charges: new Map([['two', 'digest a']]) })).toContain('called wrongly');
});

test('a row, a receipt or an attempt that was there and is gone is lost', () => {
  expect(kinds({ ...uncharged, journal: [], shown: sound.shown })).toEqual(['lost']);
  expect(kinds({ ...uncharged, journal: [], earlier: [submission] })).toEqual(['lost']);
  expect(kinds({ ...uncharged, journal: as('unsettled'), earlier: [submission] })).toEqual(['lost']);
  const forgotten = { ...submission, attempts: [] };
  expect(kinds({ ...sound, journal: [forgotten] })).toContain('lost');
});

test('at the end a file without a row is lost, and one on its way is stuck', () => {
  expect(kindsAtTheEnd({ ...uncharged, journal: [] })).toEqual(['lost']);
  expect(kindsAtTheEnd({ ...uncharged, journal: as('waiting') })).toEqual(['stuck']);
  expect(kindsAtTheEnd({ ...uncharged, journal: as('cancelled') })).toEqual(['called wrongly']);
});

test('at the end an unsettled file is right only where the records cannot tell', () => {
  for (const charges of [sound.charges, uncharged.charges]) {
    const evidence = { ...uncharged, charges, journal: as('unsettled') };
    expect(kindsAtTheEnd(evidence)).toEqual(['not settled']);
    expect(kindsAtTheEnd(evidence, false)).toEqual([]);
  }
});

test('a rejected file that was not charged is right', () => {
  expect(kindsAtTheEnd({ ...uncharged, journal: as('rejected') })).toEqual([]);
});

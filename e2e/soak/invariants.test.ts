import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { brokenAtTheEnd, brokenPromises, type Evidence } from './invariants.ts';
import { isAtRest, type JournalSubmission } from './journal-reading.ts';

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
const kindsAtTheEnd = (evidence: Evidence, recordsSettle = true): string[] =>
  brokenAtTheEnd(evidence, () => recordsSettle).map(({ kind }) => kind);

test('a file that is charged once and confirmed with its own receipt breaks nothing', () => {
  expect(brokenAtTheEnd(sound, () => true)).toEqual([]);
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

test.for(['submitted', 'delayed', 'confirmed'])('a file that was not charged and is %s is called wrongly', (state) => {
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

/** A file of two slices and a manifest, as it is at its end. */
async function inParts(): Promise<Evidence> {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-invariants-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'large');
  await writeFile(path, 'onetwo');
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  const part = (id: number, level: number, offset: number, text: string): JournalSubmission => ({
    ...submission,
    id,
    path,
    submissionId: `id of ${text}`,
    part: { row: 1, level, offset, size: text.length, sha256: digest(text) },
  });
  const parts = [part(2, 0, 0, 'one'), part(3, 0, 3, 'two'), part(4, 1, 0, 'manifest')];
  const row = { ...submission, path, submissionId: 'id of manifest', attempts: [] };
  return {
    files: { folders: [folder], digests: new Map([[path, digest('onetwo')]]) },
    journal: [row, ...parts],
    earlier: [],
    shown: new Map(),
    charges: new Map(['one', 'two', 'manifest'].map((text) => [`id of ${text}`, digest(text)])),
  };
}

test('a file in parts that are all of it, each charged once, breaks nothing', async () => {
  expect(brokenAtTheEnd(await inParts(), () => true)).toEqual([]);
});

test('a second charge for a part is seen', async () => {
  const sound = await inParts();
  const [[, first = ''] = []] = sound.charges;
  expect(kinds({ ...sound, charges: new Map([...sound.charges, ['again', first]]) })).toEqual(['paid twice']);
});

test('a part that is not there, or not what is in the file, is seen at the end', async () => {
  const sound = await inParts();
  const without = sound.journal.filter(({ id }) => id !== 2);
  const charges = new Map([...sound.charges].slice(1));
  expect(kindsAtTheEnd({ ...sound, journal: without, charges })).toEqual(['called wrongly']);
  await writeFile([...sound.files.digests.keys()][0] ?? '', 'onetoo');
  expect(kindsAtTheEnd(sound)).toEqual(['called wrongly']);
});

test('a part of which the records tell is settled at the end', async () => {
  const sound = await inParts();
  const journal = sound.journal.map((each) => {
    if (each.id === 3) return { ...each, state: 'unsettled', submissionId: null };
    return each.id === 1 ? { ...each, state: 'incomplete', submissionId: null } : each;
  });
  expect(kindsAtTheEnd({ ...sound, journal })).toEqual(['not settled']);
  expect(kindsAtTheEnd({ ...sound, journal }, false)).toEqual([]);
});

test('a file in parts rests while a part of it is looked for in records that do not tell, and not once that is over', async () => {
  const sound = await inParts();
  const stoppedAt = (check: Pick<JournalSubmission, 'isBeingChecked'>, other = 'confirmed'): JournalSubmission[] =>
    sound.journal.flatMap((each) => {
      if (each.id === 1) return [{ ...each, state: 'in-parts', submissionId: null }];
      if (each.id === 2) return [{ ...each, state: other }];
      return each.id === 3 ? [{ ...each, state: 'unsettled', submissionId: null, ...check }] : [];
    });
  const charges = new Map([...sound.charges].slice(0, 2));
  const resting = stoppedAt({ isBeingChecked: true });
  expect(isAtRest(resting, 1)).toBe(true);
  expect(kindsAtTheEnd({ ...sound, charges, journal: resting }, false)).toEqual([]);
  expect(kindsAtTheEnd({ ...sound, charges, journal: resting })).toEqual(['not settled']);
  expect(isAtRest(stoppedAt({}), 1)).toBe(false);
  expect(kindsAtTheEnd({ ...sound, charges, journal: stoppedAt({}) }, false)).toEqual(['stuck']);
  expect(isAtRest(stoppedAt({ isBeingChecked: true }, 'waiting'), 1)).toBe(false);
});

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ShownRow } from './core-messages.ts';
import { type DroppedFiles, fileName } from './dropped-files.ts';
import { type JournalSubmission, waitsForItsParts } from './journal-reading.ts';

/** All facts about a batch that are visible from outside. */
export type Evidence = {
  readonly files: DroppedFiles;
  readonly journal: readonly JournalSubmission[];
  /** The journal after the previous kill. */
  readonly earlier: readonly JournalSubmission[];
  /** The last shown state of each row, by local id. */
  readonly shown: ReadonlyMap<number, ShownRow>;
  /** SHA-256 of the charged bytes, by submission id. */
  readonly charges: ReadonlyMap<string, string>;
};

/** `not settled`: the app did not settle a result that the records show. `stuck`: the batch did not end. */
export const violationKinds = ['lost', 'paid twice', 'called wrongly', 'not settled', 'stuck'] as const;
type ViolationKind = (typeof violationKinds)[number];

/** A broken promise. `file`: the name of its file. */
export type Violation = { readonly kind: ViolationKind; readonly file: string; readonly sentence: string };

/** States in which the service has the bytes, or may have them. In all other states they may be sent. */
const perhapsTaken = new Set(['sending', 'unsettled', 'submitted', 'delayed', 'confirmed']);
/** States that claim that the service has the bytes. */
const saysTaken = new Set(['submitted', 'delayed', 'confirmed']);

/** The promises that hold at every moment, including a kill. */
export function brokenPromises(evidence: Evidence): Violation[] {
  return [...lostRows(evidence), ...lostHistory(evidence), ...unfaithfulCharges(evidence)];
}

/** True if the service's records show the result of a row. */
export type RecordsSettle = (row: JournalSubmission) => boolean;

/** The promises that hold after the batch. */
export function brokenAtTheEnd(evidence: Evidence, recordsSettle: RecordsSettle): Violation[] {
  const { files, journal } = evidence;
  const submissions = rowsByPath(journal);
  const charged = countsOf(evidence.charges);
  const broken = brokenPromises(evidence);
  for (const [path, digest] of files.digests) {
    const file = fileName(path);
    const row = submissions.get(path);
    if (row === undefined) {
      broken.push({ kind: 'lost', file, sentence: 'was dropped and has no row' });
      continue;
    }
    const { state } = row;
    if (state === 'unsettled' && recordsSettle(row)) {
      const truth = charged.has(digest) ? 'charged' : 'not charged';
      broken.push({
        kind: 'not settled',
        file,
        sentence: `is unsettled, though the records tell that it was ${truth}`,
      });
    } else if (
      !['confirmed', 'unsettled', 'rejected', 'incomplete'].includes(state) &&
      !waitsForItsParts(journal, row)
    ) {
      const kind = state === 'cancelled' ? 'called wrongly' : 'stuck';
      broken.push({ kind, file, sentence: `is ${state} at the end, which nobody asked for` });
    }
  }
  return [...broken, ...brokenPartsAtTheEnd(evidence, recordsSettle)];
}

/** The slices of a confirmed file in parts are together the whole file, and each was charged. */
function brokenPartsAtTheEnd({ files, journal, charges }: Evidence, recordsSettle: RecordsSettle): Violation[] {
  const charged = countsOf(charges);
  return [...Map.groupBy(journal, ({ part }) => part?.row ?? 0)].flatMap(([row, parts]): Violation[] => {
    const of = journal.find(({ id, part }) => id === row && part === undefined);
    if (of === undefined || row === 0) return [];
    const file = fileName(of.path);
    const open = parts.filter((part) => part.state === 'unsettled' && recordsSettle(part)).length;
    if (open > 0) {
      return [{ kind: 'not settled', file, sentence: `${open} of its parts are unsettled, though the records tell` }];
    }
    if (of.state !== 'confirmed') return [];
    const slices = parts.flatMap(({ part }) => (part?.level === 0 && part.offset !== null ? [part] : []));
    const content = readFileSync(of.path);
    const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
    let end = 0;
    for (const { offset, size, sha256 } of slices.sort((one, other) => (one.offset ?? 0) - (other.offset ?? 0))) {
      if (offset !== end) return [{ kind: 'called wrongly', file, sentence: `has a gap in its parts at ${end}` }];
      const own = digest(content.subarray(end, end + size));
      if (own !== sha256 || !charged.has(own)) {
        return [{ kind: 'called wrongly', file, sentence: `its part at ${end} is not what is in it` }];
      }
      end += size;
    }
    return end === content.length && files.digests.get(of.path) === digest(content)
      ? []
      : [{ kind: 'called wrongly', file, sentence: `its parts are ${end} bytes of ${content.length}` }];
  });
}

function rowsByPath(journal: readonly JournalSubmission[]): Map<string, JournalSubmission> {
  return new Map(journal.flatMap((row) => (row.part === undefined ? [[row.path, row]] : [])));
}

function lostRows({ journal, shown }: Evidence): Violation[] {
  const byId = new Map(journal.map((submission) => [submission.id, submission]));
  return [...shown.values()].flatMap((row): Violation[] => {
    const submission = byId.get(row.id);
    if (submission === undefined)
      return [{ kind: 'lost', file: row.name, sentence: 'was shown and is not in the journal' }];
    if (row.submissionId === null || row.submissionId === submission.submissionId) return [];
    const sentence = `was shown with receipt ${row.submissionId}; the journal has ${submission.submissionId}`;
    return [{ kind: 'lost', file: row.name, sentence }];
  });
}

function lostHistory({ files, journal, earlier }: Evidence): Violation[] {
  const broken: Violation[] = [];
  const byId = new Map(journal.map((submission) => [submission.id, submission]));
  for (const before of earlier) {
    const lost = (sentence: string): unknown => broken.push({ kind: 'lost', file: before.name, sentence });
    const submission = byId.get(before.id);
    if (submission === undefined) lost('was in the journal and is gone');
    else if (before.submissionId !== null && before.submissionId !== submission.submissionId) {
      lost(`had receipt ${before.submissionId}; now it has ${submission.submissionId}`);
    } else if (submission.attempts.length < before.attempts.length) lost('has lost an attempt');
  }
  const paths = new Set<string>();
  for (const { path, name, part } of journal) {
    if (part !== undefined) continue;
    if (paths.has(path)) broken.push({ kind: 'called wrongly', file: name, sentence: 'has two rows' });
    if (!files.digests.has(path)) broken.push({ kind: 'called wrongly', file: name, sentence: 'was never dropped' });
    paths.add(path);
  }
  return broken;
}

function unfaithfulCharges({ files, journal, charges }: Evidence): Violation[] {
  const broken: Violation[] = [];
  const charged = countsOf(charges);
  const submissions = rowsByPath(journal);
  const divided = new Set(journal.flatMap(({ part }) => part?.row ?? []));
  for (const [path, digest] of files.digests) {
    const file = fileName(path);
    const submission = submissions.get(path);
    const times = charged.get(digest) ?? 0;
    const tell = (kind: ViolationKind, sentence: string): unknown => broken.push({ kind, file, sentence });
    if (times > 1) tell('paid twice', `was charged ${times} times`);
    if (times > 0 && (submission === undefined || submission.attempts.length === 0)) {
      tell('lost', 'was charged with no attempt journalled');
    } else if (times > 0 && submission !== undefined && !perhapsTaken.has(submission.state)) {
      tell('called wrongly', `was charged, and is ${submission.state}`);
    }
    // For files in parts, the parts are compared with the charges instead.
    if (submission === undefined || divided.has(submission.id)) continue;
    if (times === 0 && saysTaken.has(submission.state))
      tell('called wrongly', `was not charged, and is ${submission.state}`);
    if (submission.submissionId === null) continue;
    const bytes = charges.get(submission.submissionId);
    if (bytes === undefined) tell('called wrongly', 'has a receipt that the service knows nothing of');
    else if (bytes !== digest) tell('called wrongly', 'has the receipt of another file’s bytes');
  }
  const parts = journal.filter(({ part }) => part !== undefined);
  for (const { name, state, submissionId, attempts, part } of parts) {
    const tell = (kind: ViolationKind, sentence: string): unknown =>
      broken.push({ kind, file: `${name} at ${part?.level} ${part?.offset}`, sentence });
    const times = charged.get(part?.sha256 ?? '') ?? 0;
    if (times > 1) tell('paid twice', `was charged ${times} times`);
    if (times > 0 && attempts.length === 0 && submissionId === null)
      tell('lost', 'was charged with no attempt journalled');
    else if (times > 0 && !perhapsTaken.has(state)) tell('called wrongly', `was charged, and is ${state}`);
    if (submissionId !== null && charges.get(submissionId) !== part?.sha256) {
      tell('called wrongly', 'has a receipt of other bytes, or of none');
    }
  }
  const known = new Set([...files.digests.values(), ...parts.map(({ part }) => part?.sha256)]);
  const strange = [...charged.keys()].filter((digest) => !known.has(digest)).length;
  if (strange > 0)
    broken.push({ kind: 'called wrongly', file: '', sentence: `${strange} charges for bytes of no file` });
  return broken;
}

function countsOf(charges: ReadonlyMap<string, string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const digest of charges.values()) counts.set(digest, (counts.get(digest) ?? 0) + 1);
  return counts;
}

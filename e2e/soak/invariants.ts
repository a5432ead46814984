import type { ShownRow } from './core-messages.ts';
import { type DroppedFiles, fileName } from './dropped-files.ts';
import type { JournalItem } from './journal-reading.ts';

/** All that can be known about a batch from outside. */
export type Evidence = {
  readonly files: DroppedFiles;
  readonly journal: readonly JournalItem[];
  /** The journal as it was found after the kill before this one. */
  readonly earlier: readonly JournalItem[];
  /** The rows as they were last shown, by item id. */
  readonly shown: ReadonlyMap<number, ShownRow>;
  /** SHA-256 of the stored bytes by submission id. */
  readonly stored: ReadonlyMap<string, string>;
};

/** States in which the bytes may be with the service, or are. From all others they may be sent. */
const perhapsTaken = new Set(['sending', 'unsettled', 'submitted', 'confirmed', 'failed']);

/** What must hold at every moment, also at that of a kill. Each broken promise is a sentence. */
export function brokenPromises(evidence: Evidence): string[] {
  return [...lostRows(evidence), ...lostHistory(evidence), ...unfaithfulCharges(evidence)];
}

/** What must hold once the batch is done. */
export function brokenAtTheEnd(evidence: Evidence): string[] {
  const { files, journal, stored } = evidence;
  const broken = brokenPromises(evidence);
  const count = files.digests.size;
  const receipts = journal.filter((item) => item.submissionId !== null);
  if (journal.length !== count) broken.push(`The journal has ${journal.length} rows for ${count} files.`);
  if (receipts.length !== count) broken.push(`The journal has ${receipts.length} receipts for ${count} files.`);
  if (stored.size !== count) broken.push(`The service charged ${stored.size} submissions for ${count} files.`);
  for (const item of receipts) {
    const charged = item.submissionId === null ? undefined : stored.get(item.submissionId);
    if (charged === undefined) broken.push(`${item.name} has a receipt that the service knows nothing of.`);
    else if (charged !== files.digests.get(item.path))
      broken.push(`${item.name} has the receipt of another file’s bytes.`);
  }
  return broken;
}

function lostRows({ journal, shown }: Evidence): string[] {
  const byId = new Map(journal.map((item) => [item.id, item]));
  return [...shown.values()].flatMap((row) => {
    const item = byId.get(row.id);
    if (item === undefined) return [`${row.name} was shown and is not in the journal.`];
    if (row.submissionId !== null && row.submissionId !== item.submissionId) {
      return [`${row.name} was shown with receipt ${row.submissionId}; the journal has ${item.submissionId}.`];
    }
    return [];
  });
}

function lostHistory({ files, journal, earlier }: Evidence): string[] {
  const broken: string[] = [];
  const byId = new Map(journal.map((item) => [item.id, item]));
  for (const before of earlier) {
    const item = byId.get(before.id);
    if (item === undefined) broken.push(`${before.name} was in the journal and is gone.`);
    else if (before.submissionId !== null && before.submissionId !== item.submissionId) {
      broken.push(`${before.name} had receipt ${before.submissionId}; now it has ${item.submissionId}.`);
    } else if (item.attempts.length < before.attempts.length) broken.push(`${before.name} lost an attempt.`);
  }
  const paths = new Set(journal.map((item) => item.path));
  if (paths.size !== journal.length) broken.push('A file has two rows.');
  for (const path of paths) if (!files.digests.has(path)) broken.push(`${fileName(path)} was never dropped.`);
  return broken;
}

function unfaithfulCharges({ files, journal, stored }: Evidence): string[] {
  const broken: string[] = [];
  const byDigest = new Map<string, number>();
  for (const digest of stored.values()) byDigest.set(digest, (byDigest.get(digest) ?? 0) + 1);
  const items = new Map(journal.map((item) => [item.path, item]));
  for (const [path, digest] of files.digests) {
    const charges = byDigest.get(digest) ?? 0;
    byDigest.delete(digest);
    if (charges === 0) continue;
    const name = fileName(path);
    const item = items.get(path);
    if (charges > 1) broken.push(`${name} was charged ${charges} times.`);
    if (item === undefined || item.attempts.length === 0)
      broken.push(`${name} was charged with no attempt journalled.`);
    else if (!perhapsTaken.has(item.state))
      broken.push(`${name} was charged, yet it is ${item.state}: it may be sent.`);
  }
  if (byDigest.size > 0) broken.push(`The service charged ${byDigest.size} bodies that no file has.`);
  return broken;
}

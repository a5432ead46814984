import {
  type Composition,
  type DigestName,
  digestNames,
  type FileDigests,
  type KnownDigests,
  type ServiceSays,
  type Verdict,
} from '../../shared/bridge/receipts.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { type FolderVerdict, MOST_PATHS, type SomePaths } from '../../shared/submissions/verification.ts';
import { type ManifestFile, type Platform, writtenPaths } from '../manifest/index.ts';
import type { FolderListing } from '../submissions/index.ts';

export type FileFacts = { readonly size: number; readonly digests: FileDigests };

/** The facts about a submission: those of Dropslip, when it read the file, and those of the service. */
export type Claim = {
  readonly size: number | null;
  readonly digests: { readonly [Name in DigestName]: string | null };
  readonly record: SubmissionRecord | null;
};

export function judge(file: FileFacts, claim: Claim): Verdict {
  const dataHash = claim.record?.dataHash ?? null;
  const byService = digestNames.find((name) => dataHash !== null && file.digests[name] === dataHash);
  const service = byService !== undefined ? 'agrees' : dataHash === null ? 'not-yet' : 'unknown-hash';
  const sizeFits = claim.size === null || claim.size === file.size;
  const own = digestNames.filter((name) => claim.digests[name] !== null);
  if (own.length > 0) {
    const isSame = own.every((name) => claim.digests[name] === file.digests[name]) && sizeFits;
    return isSame ? { kind: 'same', by: own, service } : { kind: 'different' };
  }
  if (byService !== undefined) return { kind: 'same', by: [byService], service: 'agrees' };
  if (!sizeFits) return { kind: 'different' };
  return { kind: 'cannot-say', service: dataHash === null ? 'not-yet' : 'unknown-hash' };
}

/**
 * Compares a file with a submission in parts or encrypted. The file may be the original, or the encrypted copy.
 * `claim.record` is of the submission with the receipt's id.
 */
export function judgeComposed(file: FileFacts, claim: Claim, composition: Composition): Verdict {
  const whole = judge(file, { ...claim, record: null });
  const service = saidOfAll(claim.record, composition);
  if (whole.kind === 'same') return { ...whole, service };
  const stream = composition.encryption?.stream;
  if (stream === undefined) return whole;
  const record = composition.manifest === null ? claim.record : null;
  const verdict = judge(file, { size: stream.size, digests: stream, record });
  if (verdict.kind !== 'same') return whole;
  return { kind: 'piece', piece: { kind: 'encrypted' }, by: verdict.by, service };
}

/** The combined answer of all records: the weakest one. */
function saidOfAll(record: SubmissionRecord | null, { manifest, parts, encryption }: Composition): ServiceSays {
  const first = manifest ?? encryption?.stream;
  const said = [
    ...(first === undefined ? [] : [saidOf(first, record)]),
    ...(parts ?? []).map((part) => saidOf(part, part.record)),
  ];
  return said.find((one) => one === 'unknown-hash') ?? said.find((one) => one === 'not-yet') ?? 'agrees';
}

function saidOf({ keccak256, blake2b256, sha256 }: KnownDigests, record: SubmissionRecord | null): ServiceSays {
  if (record === null || record.dataHash === null) return 'not-yet';
  return [keccak256, blake2b256, sha256].includes(record.dataHash) ? 'agrees' : 'unknown-hash';
}

/** The files and empty folders to compare a folder with. */
export type FolderContents = FolderListing;

/** A file of a folder as it is now; `path` relative to it, `/` between names. */
export type FoundFile = Pick<ManifestFile, 'path' | 'size' | 'sha256' | 'blake2b256'>;

/** A submitted file and its present path. */
type PlacedFile = { readonly file: ManifestFile; readonly place: string };

/** Paths in the manifest; for added files, paths in the folder. */
type PlacedFolder = {
  readonly placed: readonly PlacedFile[];
  /** Files and empty folders. */
  readonly missing: readonly string[];
  readonly added: readonly string[];
};

/**
 * Matches a manifest's files and folders with those of a folder. For names that this system does not allow, it uses
 * the names under which Dropslip saves them.
 */
export function placeFolder(
  found: Iterable<string>,
  folders: Iterable<string>,
  { files, folders: emptyFolders }: FolderContents,
  platform: Platform,
): PlacedFolder {
  const paths = [...files.map(({ path }) => path), ...emptyFolders];
  // The folder may be the original one, or one saved from the manifest, by its owner or by others.
  const ways = [
    writtenPaths(paths, platform).written,
    writtenPaths(paths, platform, { nameOf: 'others' }).written,
    paths,
  ];
  const placeOf = (at: number, among: ReadonlySet<string>) =>
    ways.map((places) => places[at] ?? '').find((place) => among.has(place)) ?? null;
  const added = new Set(found);
  const places = new Set(added);
  const placed: PlacedFile[] = [];
  const missing: string[] = [];
  for (const [at, file] of files.entries()) {
    const place = placeOf(at, places);
    if (place === null) missing.push(file.path);
    else {
      added.delete(place);
      placed.push({ file, place });
    }
  }
  const allFolders = new Set(folders);
  for (const [at, folder] of emptyFolders.entries()) {
    if (placeOf(files.length + at, allFolders) === null) missing.push(folder);
  }
  return { placed, missing, added: [...added] };
}

export function judgeFolder(
  changed: readonly string[],
  { missing, added }: Pick<PlacedFolder, 'missing' | 'added'>,
): Extract<FolderVerdict, { by: 'files' }> {
  const isWhole = changed.length === 0 && missing.length === 0;
  const kind = !isWhole ? 'different' : added.length > 0 ? 'more' : 'same';
  return { by: 'files', kind, changed: some(changed), missing: some(missing), added: some(added) };
}

export function isSame(file: Omit<FoundFile, 'path'>, now: Omit<FoundFile, 'path'>): boolean {
  return file.size === now.size && file.sha256 === now.sha256 && file.blake2b256 === now.blake2b256;
}

function some(paths: readonly string[]): SomePaths {
  return { count: paths.length, first: paths.slice(0, MOST_PATHS) };
}

import {
  type Comparison,
  type Composition,
  type DigestName,
  digestNames,
  type FileDigests,
  type KnownDigests,
  type ServiceSays,
  type Verdict,
} from '../../shared/bridge/receipts.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { parseSize } from '../../shared/sizes.ts';
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

export type Judgement = { readonly verdict: Verdict; readonly comparisons: readonly Comparison[] };

export function judge(file: FileFacts, claim: Claim): Judgement {
  const own = digestNames.flatMap((name): (Comparison & { readonly what: DigestName })[] => {
    const expected = claim.digests[name];
    const actual = file.digests[name];
    return expected === null ? [] : [{ witness: 'dropslip', what: name, expected, actual, same: expected === actual }];
  });
  const service = claim.record === null ? null : compareDataHash(claim.record, file.digests, claim.digests);
  const size = sizeOf(file, claim, service);
  const comparisons = [...(size === null ? [] : [size]), ...own, ...(service === null ? [] : [service])];
  return { verdict: verdictOf(own, size, service), comparisons };
}

function verdictOf(
  own: readonly (Comparison & { readonly what: DigestName })[],
  size: Comparison | null,
  service: Comparison | null,
): Verdict {
  if (own.length > 0) {
    if (own.some(({ same }) => !same) || size?.same === false) return { kind: 'different' };
    const says = service === null ? 'not-yet' : service.same === true ? 'agrees' : 'unknown-hash';
    return { kind: 'same', by: own.map(({ what }) => what), service: says };
  }
  if (service?.same === true && isDigest(service.what)) return { kind: 'same', by: [service.what], service: 'agrees' };
  if (size?.same === false) return { kind: 'different' };
  return {
    kind: 'cannot-say',
    sizeFits: size?.same === true,
    service: service === null ? 'not-yet' : 'unknown-hash',
  };
}

/**
 * Compares the record's hash with a digest of the file. `submitted`: the known digests of the submitted content, which
 * show the kind of the hash even if this file differs.
 */
export function compareDataHash(
  { dataHash }: SubmissionRecord,
  digests: KnownDigests,
  submitted: Claim['digests'],
): Comparison | null {
  if (dataHash === null) return null;
  for (const what of digestNames) {
    const actual = digests[what];
    if (actual === null || (actual !== dataHash && submitted[what] !== dataHash)) continue;
    return { witness: 'service', what, expected: dataHash, actual, same: actual === dataHash };
  }
  // The hash may be of another file, or of this file after encryption.
  return {
    witness: 'service',
    what: 'data-hash',
    expected: dataHash,
    actual: digests.blake2b256 ?? digests.sha256 ?? '',
    same: null,
  };
}

function sizeOf(file: FileFacts, { size, record }: Claim, service: Comparison | null): Comparison | null {
  const actual = String(file.size);
  if (size !== null) {
    return { witness: 'dropslip', what: 'size', expected: String(size), actual, same: size === file.size };
  }
  // A plain number may be in any unit. A size as text names its unit.
  const words = record?.amountData ?? '';
  const range = /^[\d.]+$/.test(words) ? null : parseSize(words);
  if (range === null) return null;
  const fits = file.size >= range.min && file.size <= range.max;
  // If the kind of the hash is unknown, the size may be that of encrypted bytes.
  const same = !fits && service?.same === null ? null : fits;
  return { witness: 'service', what: 'size', expected: words, actual, same };
}

function isDigest(what: Comparison['what']): what is DigestName {
  return what !== 'size' && what !== 'data-hash';
}

/**
 * Compares a file with a submission in parts or encrypted. The file may be the original, or the encrypted copy.
 * `claim.record` is of the submission with the receipt's id.
 */
export function judgeComposed(file: FileFacts, claim: Claim, composition: Composition): Judgement {
  const whole = judge(file, { ...claim, record: null });
  const service = saidOfAll(claim.record, composition);
  if (whole.verdict.kind === 'same') return { ...whole, verdict: { ...whole.verdict, service } };
  const stream = composition.encryption?.stream;
  if (stream === undefined) return whole;
  const record = composition.manifest === null ? claim.record : null;
  const { verdict, comparisons } = judge(file, { size: stream.size, digests: stream, record });
  if (verdict.kind !== 'same') return whole;
  return { verdict: { kind: 'piece', piece: { kind: 'encrypted' }, by: verdict.by, service }, comparisons };
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

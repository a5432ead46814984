import uFuzzy from '@leeoniya/ufuzzy';
import type { MatchKey } from '../../shared/bridge/lookup.ts';
import type { LookupKeys } from '../../shared/lookup-keys.ts';
import { bareCode, type IndexedRecord } from './indexed-record.ts';
import { PackedCodes } from './packed-codes.ts';

/** A search result: a file of this app, by its id in the journal, or a record of the service. */
type FoundRow = { readonly kind: 'submission'; readonly id: number } | { readonly kind: 'record'; readonly id: string };

export type Hit = {
  readonly accountId: string;
  readonly row: FoundRow;
  readonly key: MatchKey;
  /** True if the whole name, id or hash matches. */
  readonly isExact: boolean;
  /** True if nothing matches and this name is only similar. */
  readonly isSimilar: boolean;
};

/** A file of this app in the form that is searched. */
export type SearchableFile = {
  readonly id: number;
  readonly accountId: string;
  readonly submissionId: string | null;
  /** Folded; empty for a part, which a search by name does not find. */
  readonly foldedName: string;
  /** Epoch milliseconds; NaN for a part, which a search by day does not find. */
  readonly time: number;
  readonly hashes: { readonly [Key in 'keccak256' | 'blake2b256' | 'sha256']: string | null };
};

/** The best match comes first. */
const fits = [
  'whole',
  'start of a name',
  'part of a name',
  'start of a code',
  'day',
  'part of a code',
  'similar name',
] as const;
type Fit = (typeof fits)[number];

type Fitting = { readonly key: MatchKey; readonly fit: Fit };
const day: Fitting = { key: 'date', fit: 'day' };

export type Match = Fitting & {
  readonly accountId: string;
  readonly row: FoundRow;
  readonly submissionId: string | null;
  readonly time: number;
};

/** The most names of equal fit that a search keeps: the latest ones. */
const MOST_NAMES = 500;

/** Settings for words of any script, each with one typing error after its first letter. */
const similarNames = new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
});

/** Files, in the order in which they were added, that match any of the keys. The latest comes first. */
export function matchingFiles(
  files: readonly SearchableFile[],
  { hex, name, days }: LookupKeys,
  codes = codesOfFiles(),
): Match[] {
  const found = (hex === null ? [] : codes.having(hex, files).reverse()).flatMap((file) =>
    digitsFits(keysOfFile(file), hex ?? '').map((fitting) => ofFile(file, fitting)),
  );
  const words = nameWords(name ?? '');
  const whole = words.join(' ');
  if (whole === '' && days === null) return found;
  const isWithin = within(days);
  const counts = new Map<Fit, number>();
  for (let at = files.length - 1; at >= 0; at -= 1) {
    const file = files[at];
    if (file === undefined) continue;
    if (whole !== '' && words.every((word) => file.foldedName.includes(word))) {
      const fit = nameFit(file.foldedName, whole);
      const count = (counts.get(fit) ?? 0) + 1;
      counts.set(fit, count);
      if (count <= MOST_NAMES) found.push(ofFile(file, { key: 'name', fit }));
    }
    if (isWithin(file.time)) found.push(ofFile(file, day));
  }
  return found;
}

/** Files whose names are similar to the typed one. */
export function similarFiles(files: readonly SearchableFile[], { name }: LookupKeys): Match[] {
  const whole = nameWords(name ?? '').join(' ');
  if (whole === '') return [];
  const similar = similarNames.filter(
    files.map(({ foldedName }) => foldedName),
    whole,
  );
  return (similar ?? [])
    .slice(-MOST_NAMES)
    .reverse()
    .flatMap((at) => files[at] ?? [])
    .map((file) => ofFile(file, { key: 'name', fit: 'similar name' }));
}

/** Records of an account that match any of the keys. */
export function matchingRecords(
  accountId: string,
  entries: readonly IndexedRecord[],
  { hex, days }: LookupKeys,
  codes = codesOfRecords(),
): Match[] {
  const ofRecord = ({ record: { id }, time }: IndexedRecord, fitting: Fitting): Match => {
    return { ...fitting, accountId, row: { kind: 'record', id }, submissionId: id, time };
  };
  const isWithin = within(days);
  const dated = days === null ? [] : entries.filter(({ time }) => isWithin(time));
  const coded = hex === null ? [] : codes.having(hex, entries);
  return [
    ...coded.flatMap((entry) => digitsFits(keysOfRecord(entry), hex ?? '').map((fitting) => ofRecord(entry, fitting))),
    ...dated.map((entry) => ofRecord(entry, day)),
  ];
}

/**
 * The best match first, then the latest, and each submission once. Fewer than `limit` results mean that there are no
 * more.
 */
export function hitsOf(found: readonly Match[], limit: number): Hit[] {
  const ranked = found.map((match) => ({ match, rank: fits.indexOf(match.fit) }));
  ranked.sort((one, other) => one.rank - other.rank || (other.match.time || 0) - (one.match.time || 0));
  const hits = new Map<string, Hit>();
  for (const { match } of ranked) {
    if (hits.size === limit) break;
    const { accountId, row, submissionId, key, fit } = match;
    const same = submissionId === null ? `${row.kind} ${row.id}` : `${accountId} ${bareCode(submissionId)}`;
    const [isExact, isSimilar] = [fit === 'whole', fit === 'similar name'];
    if (!hits.has(same)) hits.set(same, { accountId, row, key, isExact, isSimilar });
  }
  return [...hits.values()];
}

const keysOfFile = ({ submissionId, hashes }: SearchableFile): readonly (readonly [MatchKey, string | null])[] => [
  ['submission-id', submissionId],
  ['keccak256', hashes.keccak256],
  ['blake2b256', hashes.blake2b256],
  ['sha256', hashes.sha256],
];

const keysOfRecord = ({ record }: IndexedRecord): readonly (readonly [MatchKey, string | null])[] => [
  ['submission-id', record.id],
  ['block-hash', record.blockHash],
  ['data-hash', record.dataHash],
  ['transaction-hash', record.txHash],
];

export const codesOfFiles = () => new PackedCodes((file: SearchableFile) => keysOfFile(file).map(bareKey));
export const codesOfRecords = () => new PackedCodes((entry: IndexedRecord) => keysOfRecord(entry).map(bareKey));

const bareKey = ([, code]: readonly [MatchKey, string | null]): string => bareCode(code ?? '');

function digitsFits(keys: readonly (readonly [MatchKey, string | null])[], hex: string): Fitting[] {
  return keys.flatMap(([key, code]) => {
    const digits = bareCode(code ?? '');
    const offset = digits.indexOf(hex);
    if (offset < 0) return [];
    const fit = digits.length === hex.length ? 'whole' : offset === 0 ? 'start of a code' : 'part of a code';
    return [{ key, fit }];
  });
}

function nameFit(folded: string, whole: string): Fit {
  const plain = folded.includes('  ') ? folded.replace(/\s+/g, ' ') : folded;
  if (plain === whole) return 'whole';
  return plain.startsWith(whole) ? 'start of a name' : 'part of a name';
}

function ofFile({ id, accountId, submissionId, time }: SearchableFile, fitting: Fitting): Match {
  return { ...fitting, accountId, row: { kind: 'submission', id }, submissionId, time };
}

function within(days: LookupKeys['days']): (time: number) => boolean {
  if (days === null) return () => false;
  const [from, until] = [Date.parse(days.from), Date.parse(days.until)];
  return (time) => time >= from && time < until;
}

/**
 * Combining accents of Latin, Greek and Cyrillic letters. In other scripts, marks are vowels or distinguish letters, so
 * they are kept.
 */
const accents = /[\u0300-\u036f]/g;
const plainSigns = /^[\0-\x7f]*$/;

/**
 * Folds a name for comparison. It ignores case, accents, and the difference between composed and decomposed characters.
 * Upper case is used because it makes `ß` and `SS`, and `ς` and `σ`, equal.
 */
export function foldName(name: string): string {
  if (plainSigns.test(name)) return name.toUpperCase();
  return name.normalize('NFKC').toUpperCase().normalize('NFD').replace(accents, '').normalize('NFC');
}

/** The folded words of a typed name. A matching file name contains each of them. */
const nameWords = (name: string): readonly string[] => foldName(name).split(/\s+/).filter(Boolean);

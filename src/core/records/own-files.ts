import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { LookupKeys } from '../../shared/lookup-keys.ts';
import type { PartOfAll } from '../../shared/submissions/parts.ts';
import type { NamedFile } from './indexed-record.ts';
import { type Searchable, SearchRows } from './search-rows.ts';

/**
 * How the journal is asked for this app's files: all of them, those whose numbers stand in a JSON array, and those in
 * whose submission id or hashes some hex digits stand. It answers rows of `id, account_id, submission_id, name, folder, size,
 * added_at, keccak256, blake2b256, sha256`, and of parts `part_of, part_level, part_number, part_total`, with the name of what they are
 * parts of; of what is whole in parts, how many `parts`. Its statements run in the records' thread, so that a hundred thousand names neither cross threads nor hold up the
 * main one.
 */
export type OwnFileQueries = { readonly all: string; readonly some: string; readonly like: string };

/** `parts`: how many there are of a row that is whole. */
type OwnFile = Searchable & { readonly file: NamedFile; readonly partOf: number | null; readonly parts: number | null };

/** This app's own files, as the journal has them: read when they are first asked for, and then again as they change. */
export class OwnFiles {
  readonly #database: DatabaseSync;
  readonly #queries: OwnFileQueries;
  readonly #files = new Map<number, OwnFile>();
  readonly #bySubmission = new Map<string, OwnFile>();
  /** Accounts that were taken away: their files may still be there for a moment. */
  readonly #gone = new Set<string>();
  /** Rows in parts that were seen whole. */
  readonly #whole = new Set<number>();
  #some: StatementSync | null = null;
  readonly #rows = new SearchRows();
  /** Whether the rows are what the files are now. */
  #isListed = false;

  constructor(database: DatabaseSync, queries: OwnFileQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  all(): SearchRows {
    this.#load();
    if (!this.#isListed) this.#rows.takeOver([...this.#files.values()]);
    this.#isListed = true;
    return this.#rows;
  }

  /** Those that may fit; until all are read, they are looked for on the disk where that is quicker. */
  like({ hex, name, days }: LookupKeys): SearchRows {
    if (this.#some !== null || hex === null || (name ?? days) !== null) return this.all();
    const files = this.#database.prepare(this.#queries.like).all(hex).map(fileIn);
    return new SearchRows(files.filter(({ accountId }) => !this.#gone.has(accountId)));
  }

  /** The file whose receipt has this id. */
  withReceipt(accountId: string, submissionId: string): NamedFile | null {
    this.#load();
    return this.#bySubmission.get(`${accountId} ${submissionId}`)?.file ?? null;
  }

  /** These have been written. Answers the receipts that they have now. */
  changed(ids: readonly number[]): readonly { readonly accountId: string; readonly submissionId: string }[] {
    // Until all are read, what has changed is among them.
    if (this.#some === null) return [];
    const changed = this.#some.all(JSON.stringify(ids)).map((row) => ({ id: Number(row.id), file: this.#take(row) }));
    for (const { file } of changed) {
      if (file.partOf !== null && file.file.part?.total === null) this.#whole.delete(file.partOf);
    }
    const files = changed.flatMap(({ id, file }) => [file, ...this.#completed(id, file)]);
    return files.flatMap(({ accountId, submissionId }) => (submissionId === null ? [] : [{ accountId, submissionId }]));
  }

  /** Nothing of this account is found from here on. */
  forget(accountId: string): void {
    this.#gone.add(accountId);
    for (const [id, file] of this.#files) if (file.accountId === accountId) this.#drop(id, file);
  }

  #load(): void {
    if (this.#some !== null) return;
    this.#some = this.#database.prepare(this.#queries.some);
    for (const row of this.#database.prepare(this.#queries.all).iterate()) this.#take(row);
  }

  #take(row: Row): OwnFile {
    const file = fileIn(row);
    const id = Number(row.id);
    const before = this.#files.get(id);
    if (before !== undefined) this.#drop(id, before);
    if (this.#gone.has(file.accountId)) return file;
    this.#files.set(id, file);
    if (file.submissionId !== null) this.#claim(`${file.accountId} ${file.submissionId}`, file);
    this.#isListed = false;
    return file;
  }

  /** A row and its manifest have one id: the record of it is the manifest's. */
  #claim(key: string, file: OwnFile): void {
    const isPart = this.#bySubmission.get(key)?.file.part !== undefined;
    if (!isPart || file.file.part !== undefined) this.#bySubmission.set(key, file);
  }

  /** Its parts that were read before it was known how many there are. */
  #completed(rowId: number, { parts }: OwnFile): OwnFile[] {
    if (parts === null || this.#whole.has(rowId)) return [];
    this.#whole.add(rowId);
    const completed: OwnFile[] = [];
    for (const [id, one] of this.#files) {
      const { part } = one.file;
      if (one.partOf !== rowId || part === undefined || part.total === parts) continue;
      const known = { ...one, file: { ...one.file, part: { ...part, total: parts } } };
      this.#files.set(id, known);
      if (one.submissionId !== null) this.#claim(`${one.accountId} ${one.submissionId}`, known);
      this.#isListed = false;
      completed.push(known);
    }
    return completed;
  }

  #drop(id: number, file: OwnFile): void {
    this.#files.delete(id);
    const key = `${file.accountId} ${file.submissionId}`;
    if (this.#bySubmission.get(key) === file) this.#bySubmission.delete(key);
    this.#isListed = false;
  }
}

type Row = Readonly<Record<string, unknown>>;

function fileIn(row: Row): OwnFile {
  const name = String(row.name);
  const part = partIn(row);
  const isPart = typeof row.part_level === 'number';
  return {
    accountId: String(row.account_id),
    row: { kind: 'submission', id: Number(row.id) },
    submissionId: textOf(row.submission_id),
    // By name and day the row is found that it is a part of.
    name: isPart ? null : name,
    time: isPart ? Number.NaN : Date.parse(String(row.added_at)),
    hashes: [textOf(row.keccak256), textOf(row.blake2b256), textOf(row.sha256)],
    file: {
      ...{ name, folder: textOf(row.folder), size: row.size === null ? null : Number(row.size) },
      ...(part === null ? {} : { part }),
    },
    partOf: typeof row.part_of === 'number' ? row.part_of : null,
    parts: typeof row.parts === 'number' ? row.parts : null,
  };
}

function partIn({ part_level: level, part_number: number, part_total: total }: Row): PartOfAll | null {
  if (typeof level !== 'number' || typeof number !== 'number') return null;
  return { number, kind: level === 0 ? 'slice' : 'manifest', total: typeof total === 'number' ? total : null };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

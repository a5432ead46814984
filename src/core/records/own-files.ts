import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { LookupKeys } from '../../shared/lookup-keys.ts';
import type { PartOfAll } from '../../shared/submissions/parts.ts';
import type { NamedFile } from './indexed-record.ts';
import { type Searchable, SearchRows } from './search-rows.ts';

/**
 * SQL queries of the journal for this app's files. `all` selects every file, `some` those whose ids are in a JSON
 * array, `like` those whose submission id or hashes contain some hex digits. Each row has `id, account_id,
 * submission_id, name, folder, size, added_at, keccak256, blake2b256, sha256`. A part also has `part_of, part_level,
 * part_number, part_total` and the name of its whole file; a fully divided file has its number of `parts`. The records'
 * thread runs them, so that a hundred thousand names neither cross threads nor block the main thread.
 */
export type OwnFileQueries = { readonly all: string; readonly some: string; readonly like: string };

/** `parts`: the number of parts of a file that is fully divided; otherwise null. */
type OwnFile = Searchable & { readonly file: NamedFile; readonly partOf: number | null; readonly parts: number | null };

/** This app's own files from the journal. They are loaded on first use and reloaded as they change. */
export class OwnFiles {
  readonly #database: DatabaseSync;
  readonly #queries: OwnFileQueries;
  readonly #files = new Map<number, OwnFile>();
  readonly #bySubmission = new Map<string, OwnFile>();
  /** Removed accounts. The journal may still list their files for a moment. */
  readonly #gone = new Set<string>();
  /** Ids of files whose number of parts is known. */
  readonly #whole = new Set<number>();
  #some: StatementSync | null = null;
  readonly #rows = new SearchRows();
  /** True if `#rows` matches `#files`. */
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

  /** Files that may match. Before all files are loaded, a search for digits alone queries the disk, which is faster. */
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

  /** Call when the journal has written these files. Returns the submission ids that they have now. */
  changed(ids: readonly number[]): readonly { readonly accountId: string; readonly submissionId: string }[] {
    // Nothing is loaded yet, so loading will include the changes.
    if (this.#some === null) return [];
    const changed = this.#some.all(JSON.stringify(ids)).map((row) => ({ id: Number(row.id), file: this.#take(row) }));
    for (const { file } of changed) {
      if (file.partOf !== null && file.file.part?.total === null) this.#whole.delete(file.partOf);
    }
    const files = changed.flatMap(({ id, file }) => [file, ...this.#completed(id, file)]);
    return files.flatMap(({ accountId, submissionId }) => (submissionId === null ? [] : [{ accountId, submissionId }]));
  }

  /** Drops the account's files. Later ones are ignored too. */
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

  /** A file and its manifest share one submission id. The record belongs to the manifest. */
  #claim(key: string, file: OwnFile): void {
    const isPart = this.#bySubmission.get(key)?.file.part !== undefined;
    if (!isPart || file.file.part !== undefined) this.#bySubmission.set(key, file);
  }

  /** Sets the total on parts that were loaded before their number was known. */
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
    // A search by name or day finds the whole file, not its parts.
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

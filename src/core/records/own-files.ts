import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { LookupKeys } from '../../shared/lookup-keys.ts';
import type { PartOfAll } from '../../shared/submissions/parts.ts';
import type { NamedFile } from './indexed-record.ts';
import { codesOfFiles, foldName, type SearchableFile } from './search.ts';

/**
 * SQL queries of the journal for this app's files. `all` selects every file, `some` those whose ids are in a JSON
 * array, `like` those whose submission id or hashes contain some hex digits. Each row has `id, account_id,
 * submission_id, name, folder, size, added_at, keccak256, blake2b256, sha256`. A part also has `part_level, part_number,
 * part_total` and the name of its whole file. The records' thread runs them, so that a hundred thousand names neither
 * cross threads nor block the main thread.
 */
export type OwnFileQueries = { readonly all: string; readonly some: string; readonly like: string };

type OwnFile = SearchableFile & { readonly file: NamedFile };

/** This app's own files from the journal. They are loaded on first use and reloaded as they change. */
export class OwnFiles {
  readonly #database: DatabaseSync;
  readonly #queries: OwnFileQueries;
  readonly #files = new Map<number, OwnFile>();
  /** The same, until one changes. A copy for each search would make V8 collect a million objects each time. */
  #list: readonly OwnFile[] | null = null;
  readonly #bySubmission = new Map<string, OwnFile>();
  /** Removed accounts. The journal may still list their files for a moment. */
  readonly #gone = new Set<string>();
  #some: StatementSync | null = null;
  readonly codes = codesOfFiles();

  constructor(database: DatabaseSync, queries: OwnFileQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  all(): readonly SearchableFile[] {
    this.#load();
    this.#list ??= [...this.#files.values()];
    return this.#list;
  }

  /** Files that may match. Before all files are loaded, a search for digits alone queries the disk, which is faster. */
  like(keys: LookupKeys): readonly SearchableFile[] {
    const { hex, name, days } = keys;
    if (this.#some !== null || hex === null || (name ?? days) !== null) return this.all();
    const files = this.#database.prepare(this.#queries.like).all(hex).map(fileIn);
    return files.filter(({ accountId }) => !this.#gone.has(accountId));
  }

  /** The file whose receipt has this id. */
  withReceipt(accountId: string, submissionId: string): NamedFile | null {
    this.#load();
    return this.#bySubmission.get(`${accountId} ${submissionId}`)?.file ?? null;
  }

  /** Call when the journal has written these files. Returns those that have a submission id now. */
  changed(ids: readonly number[]): readonly { readonly accountId: string; readonly submissionId: string }[] {
    // Nothing is loaded yet, so loading will include the changes.
    if (this.#some === null) return [];
    return this.#some
      .all(JSON.stringify(ids))
      .map((row) => this.#take(row))
      .flatMap(({ accountId, submissionId }) => (submissionId === null ? [] : [{ accountId, submissionId }]));
  }

  /** Drops the account's files. Later ones are ignored too. */
  forget(accountId: string): void {
    this.#gone.add(accountId);
    this.#list = null;
    for (const file of this.#files.values()) {
      if (file.accountId !== accountId) continue;
      this.#files.delete(file.id);
      this.#forgetReceipt(file);
    }
  }

  #load(): void {
    if (this.#some !== null) return;
    this.#some = this.#database.prepare(this.#queries.some);
    for (const row of this.#database.prepare(this.#queries.all).iterate()) this.#take(row);
  }

  #take(row: Row): OwnFile {
    const file = fileIn(row);
    const before = this.#files.get(file.id);
    if (before !== undefined) this.#forgetReceipt(before);
    if (this.#gone.has(file.accountId)) return file;
    this.#files.set(file.id, file);
    this.#list = null;
    const key = `${file.accountId} ${file.submissionId}`;
    // A file and its manifest share one submission id. The record belongs to the manifest.
    const isPart = this.#bySubmission.get(key)?.file.part !== undefined;
    if (file.submissionId !== null && (!isPart || file.file.part !== undefined)) this.#bySubmission.set(key, file);
    return file;
  }

  #forgetReceipt(file: OwnFile): void {
    const key = `${file.accountId} ${file.submissionId}`;
    if (this.#bySubmission.get(key) === file) this.#bySubmission.delete(key);
  }
}

type Row = Readonly<Record<string, unknown>>;

function fileIn(row: Row): OwnFile {
  const name = String(row.name);
  const part = partIn(row);
  const isPart = typeof row.part_level === 'number';
  const submissionId = textOf(row.submission_id);
  const [keccak256, blake2b256, sha256] = [textOf(row.keccak256), textOf(row.blake2b256), textOf(row.sha256)];
  return {
    id: Number(row.id),
    accountId: String(row.account_id),
    submissionId,
    foldedName: isPart ? '' : foldName(name),
    time: isPart ? Number.NaN : Date.parse(String(row.added_at)),
    hashes: { keccak256, blake2b256, sha256 },
    file: {
      ...{ name, folder: textOf(row.folder), size: row.size === null ? null : Number(row.size) },
      ...(part === null ? {} : { part }),
    },
  };
}

function partIn({ part_level: level, part_number: number, part_total: total }: Row): PartOfAll | null {
  if (typeof level !== 'number' || typeof number !== 'number') return null;
  return { number, kind: level === 0 ? 'slice' : 'manifest', total: typeof total === 'number' ? total : null };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

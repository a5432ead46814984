import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type RetrievalPlace, retrievalProofs, retrievalSources } from '../../shared/bridge/retrieval.ts';
import { keptFailure } from '../../shared/failures/kept-failure.ts';
import { allRows, type Commit, jsonIn } from '../storage/index.ts';
import { expectation, nothingKnown } from './wanted.ts';

const savedState = z.object({
  kind: z.literal('saved'),
  fileName: z.string(),
  files: z.number().nullable(),
  size: z.number(),
  proof: z.enum(retrievalProofs),
  source: z.enum(retrievalSources),
  wasEncrypted: z.boolean(),
  renamed: z.number(),
  at: z.string(),
});

/** The state without its progress, which the work folder shows. */
const state = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('under-way') }),
  z.object({ kind: z.literal('needs-key'), mayKeep: z.boolean(), wasWrong: z.boolean() }),
  savedState,
  z.object({ kind: z.literal('failed'), reason: keptFailure }),
]);
export type KeptState = z.output<typeof state>;
export type SavedState = z.output<typeof savedState>;

/** The expected bytes, and if an age file is to be saved as it is. Keys are not stored. */
const asked = z.object({ expected: expectation, asItIs: z.boolean() });
type Asked = z.output<typeof asked>;

const json = <Shape extends z.ZodType>(shape: Shape) => z.string().transform(jsonIn).pipe(shape);
const unreadable: KeptState = { kind: 'failed', reason: { code: 'not-retrieved' } };

const row = z.object({
  id: z.number(),
  account_id: z.string(),
  submission_id: z.string(),
  name: z.string().nullable(),
  asked: json(asked).catch({ expected: nothingKnown, asItIs: false }),
  folder: z.string(),
  work_folder: z.string(),
  added_at: z.string(),
  state: json(state).catch(unreadable),
  saved_path: z.string().nullable(),
});

/** `folder`: the target folder; `workFolder`: the app's folder for assembling it. */
export type StoredRetrieval = {
  readonly id: number;
  readonly accountId: string;
  readonly submissionId: string;
  readonly name: string | null;
  readonly asked: Asked;
  readonly folder: string;
  readonly workFolder: string;
  readonly addedAt: string;
  readonly state: KeptState;
  readonly savedPath: string | null;
};

function readRow(found: unknown): StoredRetrieval {
  const { account_id, submission_id, work_folder, added_at, saved_path, ...rest } = row.parse(found);
  return {
    ...rest,
    accountId: account_id,
    submissionId: submission_id,
    workFolder: work_folder,
    addedAt: added_at,
    savedPath: saved_path,
  };
}

const text = z.string().nullable();
const place = z.object({
  submissionId: z.string(),
  blockHash: text,
  extrinsicIndex: text,
  txHash: text,
  dataHash: text,
});
const placesRow = z.object({ places: json(z.array(place)).catch([]) });

/** The journal of downloads. A promise resolves once its change is on disk. */
export class RetrievalStore {
  readonly #commit: Commit;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#sql = prepare(database);
  }

  /** Newest first. */
  all(): readonly StoredRetrieval[] {
    return allRows(this.#sql.selectAll).map(readRow);
  }

  async add(retrieval: Omit<StoredRetrieval, 'id'>, places: readonly RetrievalPlace[]): Promise<StoredRetrieval> {
    let id = 0;
    await this.#commit(() => {
      const { accountId, submissionId, name, asked, folder, workFolder, addedAt, state } = retrieval;
      const texts = [JSON.stringify(asked), folder, workFolder, addedAt, JSON.stringify(state), JSON.stringify(places)];
      id = Number(this.#sql.insert.run(accountId, submissionId, name, ...texts).lastInsertRowid);
    });
    return { id, ...retrieval };
  }

  /** The places of the bytes on the network according to a receipt, by submission id. There may be thousands. */
  places(id: number): ReadonlyMap<string, RetrievalPlace> {
    const found = this.#sql.places.get(id);
    const places = found === undefined ? [] : placesRow.parse(found).places;
    return new Map(places.map((one) => [one.submissionId, one]));
  }

  put({ id, name, asked, folder, state, savedPath }: StoredRetrieval): Promise<void> {
    return this.#commit(() => {
      this.#sql.update.run(name, JSON.stringify(asked), folder, JSON.stringify(state), savedPath, id);
    });
  }

  remove(id: number): Promise<void> {
    return this.#commit(() => {
      this.#sql.delete.run(id);
    });
  }
}

function prepare(database: DatabaseSync) {
  return {
    selectAll: database.prepare(
      `SELECT id, account_id, submission_id, name, asked, folder, work_folder, added_at, state, saved_path
       FROM retrievals ORDER BY id DESC`,
    ),
    places: database.prepare('SELECT places FROM retrievals WHERE id = ?'),
    insert: database.prepare(
      `INSERT INTO retrievals (account_id, submission_id, name, asked, folder, work_folder, added_at, state, places)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    update: database.prepare(
      'UPDATE retrievals SET name = ?, asked = ?, folder = ?, state = ?, saved_path = ? WHERE id = ?',
    ),
    delete: database.prepare('DELETE FROM retrievals WHERE id = ?'),
  };
}

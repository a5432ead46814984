import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  type Retrieval,
  type RetrievalPlace,
  type RetrievalState,
  retrievalProofs,
  savedSources,
  unprovenReasons,
} from '../../shared/bridge/retrieval.ts';
import { keptFailure } from '../../shared/failures/kept-failure.ts';
import { allRows, type Commit, jsonIn } from '../storage/index.ts';
import { expectation, nothingKnown } from './wanted.ts';

const source = z.enum(savedSources);
const savedState = z.object({
  kind: z.literal('saved'),
  fileName: z.string(),
  files: z.number().nullable(),
  size: z.number(),
  proof: z.enum(retrievalProofs),
  source,
  serviceGaveOther: z.boolean().default(false),
  wasEncrypted: z.boolean(),
  renamed: z.number(),
  at: z.string(),
});

/** What is kept of a state: how far one is, is seen on the disk. */
const state = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('under-way') }),
  z.object({ kind: z.literal('needs-key'), mayKeep: z.boolean(), wasWrong: z.boolean() }),
  z.object({
    kind: z.literal('needs-yes'),
    size: z.number(),
    // Versions before asked for one reason alone.
    why: z.enum(unprovenReasons).default('nothing-known'),
  }),
  /** Its final name is being given: `product` says to what in the work folder. */
  z.object({ kind: z.literal('placing'), product: z.enum(['submission', 'content', 'decrypted']), saving: savedState }),
  savedState,
  z.object({ kind: z.literal('failed'), reason: keptFailure }),
  z.object({ kind: z.literal('cancelled') }),
]);
type KeptState = z.output<typeof state>;
export type SavedState = z.output<typeof savedState>;

/** Who gave what is in the work folder, of which nothing else is known; null where nothing of it is. */
const givenBy = z.object({
  submission: source.nullable(),
  parts: source.nullable(),
  /** Of the submission, which came from the network, the service gave other bytes. */
  serviceGaveOther: z.boolean().default(false),
});
export type GivenBy = Readonly<z.output<typeof givenBy>>;
export const givenByNobody: GivenBy = { submission: null, parts: null, serviceGaveOther: false };

const asked = z.object({
  expected: expectation.catch(nothingKnown),
  /** What a person has answered, but for keys: here the question that was said yes to. Versions before wrote a yes alone. */
  mayBeUnchecked: z.preprocess(
    (kept) => (kept === true ? 'nothing-known' : kept),
    z.enum(unprovenReasons).nullable().catch(null),
  ),
  asItIs: z.boolean().catch(false),
  /** Versions before kept it of all together. */
  givenBy: z.preprocess(
    (kept) => (typeof kept === 'string' ? { submission: kept, parts: kept } : kept),
    givenBy.catch(givenByNobody),
  ),
});
type Asked = z.output<typeof asked>;

const json = <Shape extends z.ZodType>(shape: Shape) => z.string().transform(jsonIn).pipe(shape);
const unreadable: KeptState = { kind: 'failed', reason: { code: 'not-retrieved' } };

const row = z.object({
  id: z.number(),
  account_id: z.string(),
  submission_id: z.string(),
  name: z.string().nullable(),
  asked: json(asked).catch({ expected: nothingKnown, mayBeUnchecked: null, asItIs: false, givenBy: givenByNobody }),
  folder: z.string(),
  work_folder: z.string(),
  added_at: z.string(),
  state: json(state).catch(unreadable),
  saved_path: z.string().nullable(),
});

/** One as it is kept. `folder`: where it goes to; `workFolder`: the app's own, in which it is put together. */
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

/** A yes was to what was there then. */
export function withoutYes(retrieval: StoredRetrieval): StoredRetrieval {
  return { ...retrieval, asked: { ...retrieval.asked, mayBeUnchecked: null } };
}

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

/** Those of one that was not asked for by a receipt, or by an earlier version, are none. */
function readPlaces(found: unknown): ReadonlyMap<string, RetrievalPlace> {
  if (found === undefined) return new Map();
  return new Map(placesRow.parse(found).places.map((one) => [one.submissionId, one]));
}

/** As the window sees one that is not under way. */
export function toWindow(
  { id, accountId, submissionId, name, addedAt, state: kept }: StoredRetrieval,
  live: RetrievalState | null,
): Retrieval {
  return { id, accountId, submissionId, name, addedAt, state: live ?? atRest(kept) };
}

function atRest(kept: KeptState): RetrievalState {
  return kept.kind === 'under-way' || kept.kind === 'placing'
    ? { kind: 'waiting', why: 'turn', until: null, progress: null }
    : kept;
}

export type RetrievalEvent = 'ask-key' | 'ask-yes' | 'place' | 'save' | 'fail' | 'cancel' | 'go-on' | 'dismiss';

/**
 * The states in which each may happen. From `saved` nothing leads back: what is there is the person's. `placing` is
 * neither cancelled nor begun anew: the final name may be given already. What has lost what was to get it goes on from there.
 */
const allowedFrom: { readonly [Event in RetrievalEvent]: readonly KeptState['kind'][] } = {
  'ask-key': ['under-way', 'placing'],
  'ask-yes': ['under-way', 'placing'],
  place: ['under-way', 'placing'],
  save: ['placing'],
  fail: ['under-way', 'placing', 'needs-key', 'needs-yes'],
  cancel: ['under-way', 'needs-key', 'needs-yes', 'failed'],
  'go-on': ['needs-key', 'needs-yes', 'failed', 'cancelled'],
  dismiss: ['saved', 'failed', 'cancelled'],
};

export function mayHappen(event: RetrievalEvent, { kind }: KeptState): boolean {
  return allowedFrom[event].includes(kind);
}

/** The journal of what is got back: a promise resolves once what it wrote would survive a power cut. */
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

  /** Where a receipt has said that the bytes are on the network, by submission id. */
  places(id: number): ReadonlyMap<string, RetrievalPlace> {
    return readPlaces(this.#sql.places.get(id));
  }

  put({ id, name, asked, folder, workFolder, state, savedPath }: StoredRetrieval): Promise<void> {
    return this.#commit(() => {
      this.#sql.update.run(name, JSON.stringify(asked), folder, workFolder, JSON.stringify(state), savedPath, id);
      // What is saved is never looked for again, and a receipt may name thousands of places.
      if (state.kind === 'saved') this.#sql.forgetPlaces.run(id);
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
      'UPDATE retrievals SET name = ?, asked = ?, folder = ?, work_folder = ?, state = ?, saved_path = ? WHERE id = ?',
    ),
    forgetPlaces: database.prepare('UPDATE retrievals SET places = NULL WHERE id = ? AND places IS NOT NULL'),
    delete: database.prepare('DELETE FROM retrievals WHERE id = ?'),
  };
}

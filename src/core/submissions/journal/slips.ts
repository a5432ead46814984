import type { DatabaseSync } from 'node:sqlite';
import type { Composition, Receipt, ReceiptBytes } from '../../../shared/bridge/receipts.ts';
import type { SettlementNote } from '../../../shared/submissions/settlement-note.ts';
import { kindsWhere } from '../../../shared/submissions/submission-state.ts';
import type { Commit } from '../../storage/index.ts';
import type { RowEncryption } from './row-encryption.ts';
import { inSql } from './submission.ts';

/**
 * A submission that was made elsewhere. `desk`: the name of a team's desk, or empty if an imported receipt says so.
 * `receipt`: an export gives names without digests in this form too.
 */
export type SlipOfOthers = {
  readonly accountId: string;
  readonly desk: string;
  readonly receipt: Pick<Receipt, 'submission' | 'file' | 'composition'>;
  readonly folder?: string | null;
};
type SlipReceipt = SlipOfOthers['receipt'];

/** A submission of this computer that the team does not know as it is now. */
export type UnsharedSubmission = {
  readonly localId: number;
  readonly accountId: string;
  readonly submissionId: string;
  readonly stateKind: string;
  /** The digest of the bytes that were sent; null if it is not known. */
  readonly blake2b256: string | null;
};

/**
 * Stores what receipts say of submissions that were made elsewhere. Each becomes a row that is not on the list, so that
 * it is found, named, verified and recognized as a duplicate like a row of this computer. It is never sent.
 */
export class Slips {
  readonly #commit: Commit;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#statements = prepare(database);
  }

  /**
   * Returns the local ids of new and changed rows. A submission of this computer stays as it is. A receipt replaces a
   * name from an export, which has no digests. Only for receipts that are storable.
   */
  async add(slips: readonly SlipOfOthers[]): Promise<number[]> {
    const changed: number[] = [];
    await this.#commit(() => {
      changed.length = 0;
      for (const slip of slips) changed.push(...this.#put(slip));
    });
    return changed;
  }

  /** The stored row of a submission, made here or elsewhere. */
  find(accountId: string, submissionId: string): { readonly localId: number; readonly name: string } | null {
    const row = this.#statements.find.get(accountId, submissionId);
    return row === undefined ? null : { localId: Number(row.id), name: String(row.name) };
  }

  /** True if this computer sent these bytes, or may have, with a row that may not be on the list any more. */
  mayHaveSent(accountId: string, blake2b256: string): boolean {
    return this.#statements.sent.get(accountId, blake2b256) !== undefined;
  }

  /** The number of rows of others, over all accounts. */
  count(): number {
    return Number(this.#statements.count.get()?.rows ?? 0);
  }

  /** Submissions of this computer that the team does not know as they are now, oldest first. */
  unshared(accountId: string, limit: number): UnsharedSubmission[] {
    return this.#statements.unshared.all(accountId, limit).map((row) => ({
      localId: Number(row.id),
      accountId,
      submissionId: String(row.submission_id),
      stateKind: String(row.state_kind),
      blake2b256: typeof row.blake2b256 === 'string' ? row.blake2b256 : null,
    }));
  }

  countUnshared(accountId: string): number {
    return Number(this.#statements.countUnshared.get(accountId)?.rows ?? 0);
  }

  /** The team knows these as they were read. */
  markShared(submissions: readonly UnsharedSubmission[]): Promise<void> {
    return this.#commit(() => {
      for (const { localId, stateKind } of submissions) this.#statements.markShared.run(stateKind, localId);
    });
  }

  /** Call when the team is another one, which knows nothing yet. */
  forgetShared(): Promise<void> {
    return this.#commit(() => {
      this.#statements.forgetShared.run();
    });
  }

  #put({ accountId, desk, receipt, folder = null }: SlipOfOthers): number[] {
    const { submission, file, composition } = receipt;
    const { id: submissionId, addedAt, submittedAt } = submission;
    const state = stateOf(receipt, submissionId);
    const known = this.#statements.find.get(accountId, submissionId);
    if (known !== undefined && !(known.is_name_only === 1 && hasDigests(receipt))) {
      const isNews = known.desk !== null && (known.desk !== desk || known.state_kind !== 'confirmed');
      // A team says which desk it was, which an imported receipt does not.
      if (!isNews || (desk === '' && known.desk !== '')) return [];
      this.#statements.update.run(desk, JSON.stringify(state), Number(known.id));
      return [Number(known.id)];
    }
    const sent = composition?.encryption?.stream ?? file;
    const from = desk === '' ? String(known?.desk ?? '') : desk;
    const row = this.#write({
      ...{ id: idOf(known), accountId, desk: from, name: file.name, folder, addedAt, submissionId, state },
      ...{ content: composition?.content ?? 'file', partSize: composition?.parts?.[0]?.size ?? null },
      ...{ bytes: sent, settlement: settlementOf(receipt), encryption: encryptionOf(receipt) },
      ...{ partOf: null, level: null, offset: null },
    });
    if (submittedAt !== null) {
      this.#statements.insertAttempt.run(row, submittedAt, submittedAt, submissionId);
    }
    const parts = partsOf(composition, submissionId).map((part) => {
      const named = this.#statements.find.get(accountId, part.submissionId);
      const isName = named?.is_name_only === 1 && named.id !== row;
      return this.#write({
        ...{ id: isName ? idOf(named) : null, accountId, desk: from, name: file.name, folder, addedAt },
        ...{ submissionId: part.submissionId, bytes: part },
        ...{ state: stateOf(receipt, part.submissionId), content: 'file', partSize: null },
        ...{ settlement: null, encryption: null, partOf: row, level: part.level, offset: part.offset },
      });
    });
    return [row, ...parts];
  }

  #write(slip: SlipRow): number {
    const { bytes, state, settlement, encryption, ...rest } = slip;
    const { size, keccak256, blake2b256, sha256 } = bytes;
    const written = this.#statements.write.get({
      ...{ ...rest, size, keccak256, blake2b256, sha256, state: JSON.stringify(state) },
      settlement: settlement === null ? null : JSON.stringify(settlement),
      encryption: encryption === null ? null : JSON.stringify(encryption),
    });
    return Number(written?.id);
  }
}

/** No app has encrypted for more keys than this. */
const MOST_READERS = 1_000;

/** False for a receipt that is too large to name its parts: the manifest alone does not tell what was submitted. */
export function isStorable({ composition }: Receipt): boolean {
  const whom = composition?.encryption?.for;
  const readers = whom?.kind === 'recipients' ? whom.count : 0;
  return readers <= MOST_READERS && (composition === null || composition.parts !== null);
}

type SlipRow = {
  /** Null for a new row. */
  readonly id: number | null;
  readonly accountId: string;
  readonly desk: string;
  readonly name: string;
  readonly folder: string | null;
  readonly addedAt: string;
  readonly submissionId: string;
  readonly state: object;
  readonly content: 'file' | 'folder';
  readonly partSize: number | null;
  readonly bytes: Omit<ReceiptBytes, 'size'> & { readonly size: number | null };
  readonly settlement: SettlementNote | null;
  readonly encryption: RowEncryption | null;
  readonly partOf: number | null;
  readonly level: number | null;
  readonly offset: number | null;
};

const idOf = (row: Record<string, unknown> | undefined): number | null => (row === undefined ? null : Number(row.id));

function hasDigests({ file, composition }: SlipReceipt): boolean {
  return composition !== null || (file.keccak256 ?? file.blake2b256 ?? file.sha256) !== null;
}

function stateOf({ submission }: SlipReceipt, submissionId: string): object {
  const { addedAt, submittedAt, seenConfirmedAt } = submission;
  if (seenConfirmedAt !== null) return { kind: 'confirmed', submissionId, at: seenConfirmedAt };
  return { kind: 'submitted', submissionId, at: submittedAt ?? addedAt };
}

/** Keeps that only the user of the other computer states that the file has this id. */
function settlementOf({ submission: { id, vouched } }: SlipReceipt): SettlementNote | null {
  return vouched === null ? null : { kind: 'went-through', submissionId: id, ...vouched };
}

/** A receipt has neither the readers' keys nor the place of an encrypted copy. */
function encryptionOf({ file, composition }: SlipReceipt): RowEncryption | null {
  const encryption = composition?.encryption ?? null;
  if (encryption === null) return null;
  const { size, keccak256, blake2b256, sha256 } = file;
  const whom = encryption.for;
  return {
    readers:
      whom.kind === 'passphrase'
        ? { kind: 'passphrase' }
        : { kind: 'recipients', recipients: Array.from({ length: whom.count }, () => '') },
    copy: {
      ...{ fileName: '', mtimeNs: '0', identity: '', contents: '' },
      original: { size: size ?? 0, keccak256, blake2b256, sha256 },
    },
  };
}

type SlipPart = ReceiptBytes & { readonly level: number; readonly offset: number; readonly submissionId: string };

/** The manifest of a submission in parts follows as the only part of the next level. It has the submission's own id. */
function partsOf(composition: Composition | null, submissionId: string): readonly SlipPart[] {
  const { parts = null, manifest = null } = composition ?? {};
  if (parts === null || manifest === null) return [];
  const level = 1 + parts.reduce((highest, part) => Math.max(highest, part.level), 0);
  return [...parts, { ...manifest, level, offset: 0, submissionId }];
}

function prepare(database: DatabaseSync) {
  const toShare = `FROM submissions WHERE account_id = ? AND submission_id IS NOT NULL AND part_of IS NULL AND desk IS NULL
    AND shared IS NOT state_kind`;
  return {
    find: database.prepare(
      `SELECT id, name, desk, state_kind, desk IS NOT NULL AND part_of IS NULL AND part_size IS NULL
         AND coalesce(keccak256, blake2b256, sha256) IS NULL AS is_name_only
       FROM submissions WHERE account_id = ? AND submission_id = ? ORDER BY part_of IS NOT NULL, id`,
    ),
    sent: database.prepare(
      `SELECT 1 FROM submissions WHERE account_id = ? AND blake2b256 = ? AND desk IS NULL
         AND state_kind IN (${inSql(kindsWhere(({ service }) => service !== 'nothing'))}) LIMIT 1`,
    ),
    count: database.prepare('SELECT count(*) AS rows FROM submissions WHERE desk IS NOT NULL AND part_of IS NULL'),
    write: database.prepare(
      `INSERT INTO submissions (id, account_id, desk, path, name, folder, content, size, added_at, keccak256, blake2b256,
         sha256, state, submission_id, settlement, encryption, part_of, level, offset, part_size, removed_at)
       VALUES (:id, :accountId, :desk, '', :name, :folder, :content, :size, :addedAt, :keccak256, :blake2b256,
         :sha256, :state, :submissionId, :settlement, :encryption, :partOf, :level, :offset, :partSize, :addedAt)
       ON CONFLICT (id) DO UPDATE SET desk = excluded.desk, name = excluded.name,
         folder = coalesce(excluded.folder, folder), content = excluded.content, size = excluded.size,
         added_at = excluded.added_at, keccak256 = excluded.keccak256, blake2b256 = excluded.blake2b256,
         sha256 = excluded.sha256, state = excluded.state, settlement = excluded.settlement,
         encryption = excluded.encryption, part_of = excluded.part_of, level = excluded.level,
         offset = excluded.offset, part_size = excluded.part_size
       RETURNING id`,
    ),
    insertAttempt: database.prepare(
      `INSERT OR IGNORE INTO attempts (local_id, number, started_at, whole_body_may_be_out, ended_at, outcome, detail)
       VALUES (?, 1, ?, 1, ?, 'accepted', ?)`,
    ),
    update: database.prepare('UPDATE submissions SET desk = ?, state = ? WHERE id = ?'),
    unshared: database.prepare(`SELECT id, submission_id, state_kind, blake2b256 ${toShare} ORDER BY id LIMIT ?`),
    countUnshared: database.prepare(`SELECT count(*) AS rows ${toShare}`),
    markShared: database.prepare('UPDATE submissions SET shared = ? WHERE id = ?'),
    forgetShared: database.prepare('UPDATE submissions SET shared = NULL WHERE shared IS NOT NULL'),
  };
}

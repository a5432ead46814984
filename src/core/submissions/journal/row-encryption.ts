import { z } from 'zod';
import type { PrivacyKind } from '../../../shared/bridge/encryption.ts';
import { receiptBytes } from '../../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { AccountKey, EncryptFor } from '../../encryption/index.ts';
import { type Load, loadOf } from './load.ts';

/** The readers of a row's encrypted file. Never contains the passphrase. */
const readers = z.discriminatedUnion('kind', [
  /** `kept`: the id of the account's saved passphrase; absent if the passphrase was typed for the drop. */
  z.object({ kind: z.literal('passphrase'), kept: z.string().exactOptional() }),
  /** The public keys at the time of the drop. */
  z.object({ kind: z.literal('recipients'), recipients: z.array(z.string()).min(1) }),
]);

/** The encrypted copy. The digests of the row are its digests. */
const encryptedCopy = z.object({
  /** Its file name in the folder of encrypted copies. */
  fileName: z.string(),
  mtimeNs: z.string(),
  /** The content before encryption: a file, or the concatenated files of a folder. */
  original: receiptBytes,
  /** Identifies the content, however it is encrypted: the BLAKE2b-256 of a file, or of a folder's list. */
  identity: z.string(),
  /** Base64 of an age file for the same readers, with the name and the files that a manifest would list. */
  contents: z.string(),
});

export const rowEncryption = z.object({ readers, copy: encryptedCopy.nullable() });
export type RowEncryption = Readonly<z.output<typeof rowEncryption>>;

const CHUNK = 64 * 1024;
const TAG = 16;
/** The size in bytes of a header without its readers. */
const HEADER = 100;

/**
 * Returns the maximum size of an age file with `size` bytes for these readers. The header has a line for each of them.
 */
function encryptedSize({ readers: whom }: RowEncryption, size: number): number {
  // Lines of post-quantum keys are long.
  const lines = whom.kind === 'passphrase' ? [100] : whom.recipients.map((key) => (key.length > 100 ? 1_800 : 200));
  const header = lines.reduce((all, line) => all + line, HEADER);
  return header + size + TAG * Math.max(1, Math.ceil(size / CHUNK));
}

/** `size`: that of the original, in bytes; null if it is not known. */
type Original = { readonly size: number | null; readonly encryption: RowEncryption | null };

type Sized = Original & { readonly name: string; readonly files: number | null };

/** Returns the maximum size of the submitted bytes. Null if the size is not known. */
export function outgoingSize({ size, encryption }: Original): number | null {
  return size === null || encryption === null || encryption.copy !== null ? size : encryptedSize(encryption, size);
}

/** Returns the load of a row that is submitted whole. Only its largest size is known until its encrypted copy exists. */
export function loadOfRow(row: Original): Load {
  const isBound = row.encryption !== null && row.encryption.copy === null;
  return { ...loadOf(outgoingSize(row) ?? 0), bounds: isBound ? 1 : 0 };
}

/** The size in bytes of one file in the contents, unless its path is very long. */
const ENTRY_BYTES = 420;

/** The size in bytes of the encryption's entry in a manifest, without the contents. */
const SEAL_BYTES = 100;

/** Returns the maximum size of the sealed contents in a manifest of the row. Null if it is not encrypted. */
export function sealedEntryBytes({ name, files, encryption }: Omit<Sized, 'size'>): number | null {
  if (encryption === null) return null;
  if (encryption.copy !== null) return SEAL_BYTES + encryption.copy.contents.length;
  const sealed = encryptedSize(encryption, 3 * Buffer.byteLength(name) + ENTRY_BYTES * (1 + (files ?? 1)));
  return SEAL_BYTES + 4 * Math.ceil(sealed / 3);
}

/** The account keys that drops use. */
export type DropKeys = {
  readonly standard: (accountId: string) => PrivacyKind;
  readonly encryptFor: (accountId: string, kind: Exclude<PrivacyKind, 'public'>) => Promise<Result<AccountKey>>;
  readonly keepPassphrase: (accountId: string, passphrase: string) => Promise<Result<unknown>>;
};

/** The readers of a drop. `passphrase` stays in memory. */
export type Private = { readonly encryption: RowEncryption; readonly passphrase: string | null };

type PrivateRow = { readonly id: number; readonly accountId: string; readonly encryption: RowEncryption | null };

const lost = failure({ code: 'passphrase-lost' });

/** Passphrases that were typed for rows, in memory only, until the rows are encrypted. */
export class Passphrases {
  readonly #keys: DropKeys | null;
  readonly #typed = new Map<number, string>();

  constructor(keys: DropKeys | null) {
    this.#keys = keys;
  }

  put(rowId: number, passphrase: string): void {
    this.#typed.set(rowId, passphrase);
  }

  forget(rowId: number): void {
    this.#typed.delete(rowId);
  }

  /**
   * Errors: `passphrase-lost` if it is neither in memory nor the saved one that the row was dropped for. Another saved passphrase is
   * not used, because the user did not choose it for this file.
   */
  async of({ id, accountId, encryption }: PrivateRow): Promise<Result<EncryptFor>> {
    const readers = encryption?.readers;
    if (readers?.kind === 'recipients') return success(readers);
    const typed = this.#typed.get(id);
    if (typed !== undefined) return success({ kind: 'passphrase', passphrase: typed });
    if (readers?.kept === undefined) return lost;
    const kept = (await this.#keys?.encryptFor(accountId, 'passphrase')) ?? lost;
    if (!kept.ok) return kept.error.code === 'passphrase-needed' ? lost : kept;
    const { value } = kept;
    if (value.kind !== 'passphrase' || value.id !== readers.kept) return lost;
    return success({ kind: 'passphrase', passphrase: value.passphrase });
  }
}

import { z } from 'zod';
import { receiptBytes } from '../../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import type { AccountKey, EncryptFor } from '../../encryption/index.ts';

/** Who will be able to read what a row submits. A passphrase is never among it. */
const readers = z.discriminatedUnion('kind', [
  /** `kept`: the id of the account's kept one, where it is for that; absent where it was typed for it, and in rows of before. */
  z.object({ kind: z.literal('passphrase'), kept: z.string().exactOptional() }),
  /** Public keys, as they were when it was dropped. */
  z.object({ kind: z.literal('recipients'), recipients: z.array(z.string()).min(1) }),
]);

/** The encrypted copy, which is what goes out: the digests of the row are its digests. */
const encryptedCopy = z.object({
  /** Its name in the app's folder of such copies. */
  fileName: z.string(),
  mtimeNs: z.string(),
  /** What was encrypted: a file, or the files of a folder, joined. */
  meant: receiptBytes,
  /** The same for the same file or folder, in whatever way it is encrypted: the BLAKE2b-256 of a file or of a folder's list. */
  identity: z.string(),
  /** Base64 of an age file for the same readers: what a manifest says of the name and the files. */
  contents: z.string(),
});

export const rowEncryption = z.object({ readers, copy: encryptedCopy.nullable() });
export type RowEncryption = Readonly<z.output<typeof rowEncryption>>;

const INTRO = 'age-encryption.org/v1\n'.length;
const CLOSE = '--- '.length + 43 + 1;
const NONCE = 16;
const SCRYPT = '-> scrypt '.length + 22 + 1 + 2 + 1 + 43 + 1;
/** Of each kind of public key: what a header has for it. */
const STANZAS = [
  { begins: 'age1pq1', bytes: '-> mlkem768x25519 '.length + 1_494 + 1 + 43 + 1 },
  { begins: 'age1tagpq1', bytes: '-> mlkem768p256tag '.length + 6 + 1 + 1_538 + 1 + 43 + 1 },
  { begins: 'age1tag1', bytes: '-> p256tag '.length + 6 + 1 + 87 + 1 + 43 + 1 },
  { begins: 'age1', bytes: '-> X25519 '.length + 43 + 1 + 43 + 1 },
];
const CHUNK = 64 * 1024;
const TAG = 16;

/** Bytes of an age file of so many bytes, for these readers. */
function encryptedSize({ readers: whom }: RowEncryption, size: number): number {
  const stanzas = whom.kind === 'passphrase' ? SCRYPT : whom.recipients.reduce((all, key) => all + stanzaOf(key), 0);
  return INTRO + stanzas + CLOSE + NONCE + size + TAG * Math.max(1, Math.ceil(size / CHUNK));
}

function stanzaOf(publicKey: string): number {
  return STANZAS.find(({ begins }) => publicKey.startsWith(begins))?.bytes ?? 0;
}

type Sized = {
  readonly size: number | null;
  readonly name: string;
  readonly files: number | null;
  readonly encryption: RowEncryption | null;
};

/** Bytes that go out, as far as is known by now; null where nobody knows. */
export function outgoingSize({ size, encryption }: Pick<Sized, 'size' | 'encryption'>): number | null {
  return size === null || encryption === null || encryption.copy !== null ? size : encryptedSize(encryption, size);
}

/** What one file takes in the contents, at most but for a very long path. */
const ENTRY_BYTES = 420;

/** Bytes of the sealed contents that a manifest of the row has; null where it is not encrypted. */
export function sealedBytes({ name, files, encryption }: Omit<Sized, 'size'>): number | null {
  if (encryption === null) return null;
  if (encryption.copy !== null) return Buffer.from(encryption.copy.contents, 'base64').length;
  return encryptedSize(encryption, 3 * Buffer.byteLength(name) + ENTRY_BYTES * (1 + (files ?? 1)));
}

/** Where the passphrase that is kept for an account is read. */
export type KeptKeys = {
  readonly encryptFor: (accountId: string, kind: 'passphrase') => Promise<Result<AccountKey>>;
};

/** For whom rows are encrypted: what is written down of it, and the passphrase, which is not. */
export type Private = { readonly encryption: RowEncryption; readonly passphrase: string | null };

type PrivateRow = { readonly id: number; readonly accountId: string; readonly encryption: RowEncryption | null };

const lost = failure({ code: 'passphrase-lost' });

/** What was typed for rows that are to be encrypted yet: in memory only, and no longer than until they are. */
export class Passphrases {
  readonly #keys: KeptKeys | null;
  readonly #typed = new Map<number, string>();

  constructor(keys: KeptKeys | null) {
    this.#keys = keys;
  }

  put(rowId: number, passphrase: string): void {
    this.#typed.set(rowId, passphrase);
  }

  forget(rowId: number): void {
    this.#typed.delete(rowId);
  }

  /**
   * `passphrase-lost` where it is not in memory, nor the one that the row is for and that is kept still: the person has to type
   * it again. Another kept one is none that they meant, and whoever knows it would read the file for good.
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

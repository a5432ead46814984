import { Decrypter, Encrypter, type Stanza } from 'age-encryption';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { secretKeysIn } from './age-keys.ts';
import type { DecryptWith, EncryptFor } from './jobs.ts';

/** Room for a hundred recipients of the largest kind, in bytes. An endless header would fill the memory. */
const LONGEST_HEADER = 256 * 1024;
/** The plain bytes in each chunk of an age file. */
const CHUNK = 64 * 1024;
const BEGINNING = 'age-encryption.org/';

/**
 * `workFactor`: the scrypt work factor (a power of two); the library's default if undefined. Throws if a recipient is
 * not valid.
 */
export function encrypterFor(encryptFor: EncryptFor, workFactor?: number): Encrypter {
  const encrypter = new Encrypter();
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
  if (encryptFor.kind === 'passphrase') encrypter.setPassphrase(encryptFor.passphrase);
  else for (const recipient of encryptFor.recipients) encrypter.addRecipient(recipient);
  return encrypter;
}

/** Reads from the source only on demand, so that nothing accumulates between the steps. */
export function streamOf(read: () => Uint8Array | null): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const piece = read();
        if (piece === null) controller.close();
        else controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
}

/** An error of the file's source or of the place for its plain content. */
class OwnError extends Error {}

/**
 * Decrypts an age file. `read` returns its next bytes, at most `CHUNK`; null at the end. `take` gets each piece of the
 * plain content, in order. Rethrows errors of both.
 *
 * The library describes errors only in text, so the failure is determined from how far the reading came.
 */
export async function decryptAge(
  read: () => Uint8Array | null,
  decryptWith: DecryptWith,
  take: (plain: Uint8Array) => void,
): Promise<Result<null>> {
  const own = <Value>(step: () => Value): Value => {
    try {
      return step();
    } catch (error) {
      throw new OwnError('', { cause: error });
    }
  };
  let taken = 0;
  let beginning = '';
  let isInHeader = true;
  const next = (): Uint8Array | null => {
    const piece = own(read);
    if (piece === null) return null;
    beginning = `${beginning}${Buffer.from(piece).toString('latin1', 0, BEGINNING.length)}`.slice(0, BEGINNING.length);
    taken += piece.length;
    if (!BEGINNING.startsWith(beginning)) throw new Error('It does not begin like an age file.');
    if (isInHeader && taken > LONGEST_HEADER + CHUNK) throw new Error('Its header is too long.');
    return piece;
  };
  const header = { stanzas: [] as readonly Stanza[], noneFits: false };
  const decrypter = decrypterFor(decryptWith, header);
  if (!decrypter.ok) return decrypter;
  try {
    const plain = await decrypter.value.decrypt(streamOf(next));
    isInHeader = false;
    for await (const piece of plain) own(() => take(piece));
    return success(null);
  } catch (error) {
    if (error instanceof OwnError) throw error.cause;
    if (beginning !== BEGINNING) return failure({ code: 'not-encrypted', detail: String(error) });
    if (!header.noneFits) return failure({ code: 'encrypted-damaged', detail: String(error) });
    const isForPassphrase = header.stanzas.some(({ args: [kind] }) => kind === 'scrypt');
    const [fits, other] =
      decryptWith.kind === 'passphrase'
        ? (['wrong-passphrase', 'key-needed'] as const)
        : (['passphrase-needed', 'wrong-key'] as const);
    return failure({ code: isForPassphrase ? fits : other, detail: String(error) });
  }
}

/**
 * The first identity only records the header. The last one is reached only if none of the user's keys fits. Errors
 * about invalid keys are replaced, because the library's own would repeat the key.
 */
function decrypterFor(
  decryptWith: DecryptWith,
  header: { stanzas: readonly Stanza[]; noneFits: boolean },
): Result<Decrypter> {
  const decrypter = new Decrypter();
  decrypter.addIdentity({
    unwrapFileKey: (stanzas: readonly Stanza[]) => {
      header.stanzas = stanzas;
      return null;
    },
  });
  if (decryptWith.kind === 'passphrase') decrypter.addPassphrase(decryptWith.passphrase);
  else {
    const keys = secretKeysIn(decryptWith.identity);
    if (!keys.ok) return keys;
    try {
      for (const key of keys.value) decrypter.addIdentity(key);
    } catch {
      return failure({ code: 'identity-not-valid' });
    }
  }
  decrypter.addIdentity({
    unwrapFileKey: () => {
      header.noneFits = true;
      return null;
    },
  });
  return success(decrypter);
}

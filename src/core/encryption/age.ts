import { Decrypter, Encrypter, type Stanza } from 'age-encryption';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
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

/** A file of `size` bytes. `read` returns its next bytes, at most `CHUNK`; null at the end. */
export type AgeSource = { readonly size: number; readonly read: () => Uint8Array | null };

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

/**
 * Reads one age file. The library describes errors only in text, so this class determines the failure from how far the
 * reading came.
 */
export class AgeReading {
  readonly #source: AgeSource;
  readonly #with: DecryptWith;
  #taken = 0;
  #beginning = '';
  #isInHeader = true;
  #stanzas: readonly Stanza[] | null = null;
  #noneFits = false;

  constructor(source: AgeSource, decryptWith: DecryptWith) {
    this.#source = source;
    this.#with = decryptWith;
  }

  /** Passes each piece of the plain content to `take`, in order. Rethrows errors of `take` and of the source. */
  async read(take: (plain: Uint8Array) => void): Promise<Result<{ readonly plainSize: number }>> {
    const thrown: { readonly error: unknown }[] = [];
    const guarded = <Value>(step: () => Value): Value => {
      try {
        return step();
      } catch (error) {
        thrown.push({ error });
        throw error;
      }
    };
    const decrypter = this.#decrypter();
    if (!decrypter.ok) return decrypter;
    try {
      const plain = await decrypter.value.decrypt(streamOf(() => this.#next(guarded)));
      this.#isInHeader = false;
      let plainSize = 0;
      for await (const piece of plain) {
        guarded(() => take(piece));
        plainSize += piece.length;
      }
      return success({ plainSize });
    } catch (error) {
      for (const { error: first } of thrown) throw first;
      return failure({ ...this.#failure(), detail: String(error) });
    }
  }

  #next(guarded: (step: () => Uint8Array | null) => Uint8Array | null): Uint8Array | null {
    const piece = guarded(this.#source.read);
    if (piece === null) return null;
    if (this.#taken < BEGINNING.length) this.#beginning += Buffer.from(piece).toString('latin1', 0, BEGINNING.length);
    this.#taken += piece.length;
    if (!this.#beginning.slice(0, BEGINNING.length).startsWith(BEGINNING.slice(0, this.#beginning.length)))
      throw new Error('It does not begin like an age file.');
    if (this.#isInHeader && this.#taken > LONGEST_HEADER + CHUNK) throw new Error('Its header is too long.');
    return piece;
  }

  /**
   * The first identity only records the header. The last one is reached only if none of the user's keys fits. Errors
   * about invalid keys are replaced, because the library's own would repeat the key.
   */
  #decrypter(): Result<Decrypter> {
    const decrypter = new Decrypter();
    decrypter.addIdentity({
      unwrapFileKey: (stanzas: readonly Stanza[]) => {
        this.#stanzas = stanzas;
        return null;
      },
    });
    if (this.#with.kind === 'passphrase') decrypter.addPassphrase(this.#with.passphrase);
    else {
      const keys = secretKeysIn(this.#with.identity);
      if (!keys.ok) return keys;
      try {
        for (const key of keys.value) decrypter.addIdentity(key);
      } catch {
        return failure({ code: 'identity-not-valid' });
      }
    }
    decrypter.addIdentity({
      unwrapFileKey: () => {
        this.#noneFits = true;
        return null;
      },
    });
    return success(decrypter);
  }

  #failure(): Failure {
    if (this.#taken < BEGINNING.length || !this.#beginning.startsWith(BEGINNING)) return { code: 'not-encrypted' };
    if (this.#stanzas === null || !this.#noneFits) return { code: 'encrypted-damaged' };
    const isForPassphrase = this.#stanzas.some(({ args: [kind] }) => kind === 'scrypt');
    if (this.#with.kind === 'passphrase') return { code: isForPassphrase ? 'wrong-passphrase' : 'key-needed' };
    return { code: isForPassphrase ? 'passphrase-needed' : 'wrong-key' };
  }
}

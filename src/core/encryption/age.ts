import { Decrypter, Encrypter, type Stanza } from 'age-encryption';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { secretKeysIn } from './age-keys.ts';
import type { DecryptWith, EncryptFor } from './jobs.ts';

/** Bytes: room for a hundred recipients of the largest kind. A header without end would fill the memory. */
const LONGEST_HEADER = 256 * 1024;
/** Of plain bytes in each chunk of an age file. */
const CHUNK = 64 * 1024;
const BEGINNING = 'age-encryption.org/';

/** `workFactor`: of scrypt, as a power of two; the library's own unless said. Throws where a recipient is none. */
export function encrypterFor(encryptFor: EncryptFor, workFactor?: number): Encrypter {
  const encrypter = new Encrypter();
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
  if (encryptFor.kind === 'passphrase') encrypter.setPassphrase(encryptFor.passphrase);
  else for (const recipient of encryptFor.recipients) encrypter.addRecipient(recipient);
  return encrypter;
}

/** Gives the next bytes of a file of `size` bytes, at most `CHUNK`; null at its end. */
export type AgeSource = { readonly size: number; readonly read: () => Uint8Array | null };

/** What a source gives, no sooner than it is wanted: nothing piles up between the steps. */
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

/** Reads one age file. The library says in words what went wrong; this tells it by how far the reading came. */
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

  /** Gives each piece of what was encrypted to `take`, in order. Throws what `take` or the source throws. */
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
   * The first identity only looks at the header, and the last is asked only if none of the user's fitted. The library's own error
   * would repeat a key that is not valid.
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

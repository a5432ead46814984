import { Decrypter, Encrypter, type Stanza } from 'age-encryption';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { secretKeysIn } from './age-keys.ts';
import type { DecryptWith, EncryptFor } from './jobs.ts';

/**
 * Of scrypt, as a power of two: the library takes no more either, for each step doubles time and memory (20: 1 GiB). What is
 * encrypted here has the library's own 18.
 */
const MOST_WORK = 20;
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

/**
 * One age file that is being read. The library says in words what went wrong; here it is told by how far it came: whether it
 * asked for the key at all, whether any key fitted, and in which chunk it stopped.
 */
export class AgeReading {
  readonly #source: AgeSource;
  readonly #with: DecryptWith;
  #taken = 0;
  #isAtEnd = false;
  #beginning = '';
  #isInHeader = true;
  #stanzas: readonly Stanza[] | null = null;
  #isTooCostly = false;
  #noneFits = false;
  #plainSize: number | null = null;
  #plainTaken = 0;

  constructor(source: AgeSource, decryptWith: DecryptWith) {
    this.#source = source;
    this.#with = decryptWith;
  }

  /** Each piece of what was encrypted goes to `take`, in order. What `take` or the source throws is thrown. */
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
      this.#plainSize = plain.size(this.#source.size);
      for await (const piece of plain) {
        guarded(() => take(piece));
        this.#plainTaken += piece.length;
      }
      return success({ plainSize: this.#plainTaken });
    } catch (error) {
      for (const { error: first } of thrown) throw first;
      return failure({ ...this.#failure(), detail: String(error) });
    }
  }

  #next(guarded: (step: () => Uint8Array | null) => Uint8Array | null): Uint8Array | null {
    const piece = guarded(this.#source.read);
    if (piece === null) {
      this.#isAtEnd = true;
      return null;
    }
    if (this.#taken < BEGINNING.length) this.#beginning += Buffer.from(piece).toString('latin1', 0, BEGINNING.length);
    this.#taken += piece.length;
    if (!this.#beginning.slice(0, BEGINNING.length).startsWith(BEGINNING.slice(0, this.#beginning.length)))
      throw new Error('It does not begin like an age file.');
    if (this.#isInHeader && this.#taken > LONGEST_HEADER + CHUNK) throw new Error('Its header is too long.');
    return piece;
  }

  /**
   * The first identity only looks at the header, and the last is asked only where none of the user's fitted. The library's own
   * error would repeat a key that is not valid.
   */
  #decrypter(): Result<Decrypter> {
    const decrypter = new Decrypter();
    decrypter.addIdentity({
      unwrapFileKey: (stanzas: readonly Stanza[]) => {
        this.#stanzas = stanzas;
        this.#isTooCostly = stanzas.some(({ args: [kind, , work] }) => kind === 'scrypt' && Number(work) > MOST_WORK);
        if (this.#isTooCostly) throw new Error('The work factor of its passphrase is too high.');
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
    if (this.#stanzas === null) {
      const isAge = this.#taken >= BEGINNING.length && this.#beginning.startsWith(BEGINNING);
      if (!isAge) return { code: 'not-encrypted' };
      return this.#isAtEnd ? { code: 'encrypted-cut-off' } : { code: 'encrypted-damaged' };
    }
    if (this.#isTooCostly) return { code: 'passphrase-too-costly' };
    if (this.#noneFits) return this.#wrongKey(this.#stanzas);
    if (this.#isInHeader) return { code: 'encrypted-damaged' };
    // No age file has this size, or what is wrong is in the last of its chunks.
    const isInLast = this.#plainSize === null || this.#plainSize - this.#plainTaken <= CHUNK;
    return isInLast ? { code: 'encrypted-cut-off' } : { code: 'encrypted-damaged' };
  }

  #wrongKey(stanzas: readonly Stanza[]): Failure {
    const isForPassphrase = stanzas.some(({ args: [kind] }) => kind === 'scrypt');
    if (this.#with.kind === 'passphrase') return { code: isForPassphrase ? 'wrong-passphrase' : 'key-needed' };
    return { code: isForPassphrase ? 'passphrase-needed' : 'wrong-key' };
  }
}

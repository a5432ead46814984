import {
  KEYCHAIN_SERVICE,
  type Keychain,
  type KeychainAnswer,
  type KeychainFailure,
  missingKeychain,
  readKeychainError,
} from './keychain.ts';

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

/** An entry that is written and removed at once to test if writing works. */
const PROBE_ENTRY = 'Checking whether this keychain can be used';

/** Windows stores at most 5 × 512 bytes in one entry (CRED_MAX_CREDENTIAL_BLOB_SIZE). */
const WINDOWS_LIMIT = 2560;

/** Uses the system's keychain through keytar. No other file loads keytar. */
export class KeytarKeychain implements Keychain {
  readonly #patience: number;
  #keytar: Keytar | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #overdue = false;
  #out = 0;

  /** `patience`: milliseconds that the user has to answer the system before the call fails. */
  constructor(patience = 60_000) {
    this.#patience = patience;
  }

  /** True while a call into the system runs, even if its caller has stopped waiting. */
  isAsking(): boolean {
    return this.#out > 0;
  }

  async read(entry: string): Promise<KeychainAnswer<string | null>> {
    const found = await this.#ask((keytar) => keytar.getPassword(KEYCHAIN_SERVICE, entry));
    return found.ok && found.value === null ? this.#nothingThere() : found;
  }

  async write(entry: string, secret: string): Promise<KeychainAnswer<null>> {
    if (process.platform === 'win32' && Buffer.byteLength(secret) > WINDOWS_LIMIT) {
      return { ok: false, error: { code: 'secret-too-long-for-keychain', values: { most: WINDOWS_LIMIT } } };
    }
    return this.#write(entry, secret);
  }

  async remove(entry: string): Promise<KeychainAnswer<null>> {
    const removed = await this.#remove(entry);
    if (!removed.ok) return removed;
    return removed.value ? { ok: true, value: null } : this.#nothingThere();
  }

  #write(entry: string, secret: string): Promise<KeychainAnswer<null>> {
    return this.#ask(async (keytar) => {
      await keytar.setPassword(KEYCHAIN_SERVICE, entry, secret);
      return null;
    });
  }

  #remove(entry: string): Promise<KeychainAnswer<boolean>> {
    return this.#ask((keytar) => keytar.deletePassword(KEYCHAIN_SERVICE, entry));
  }

  /** Tries to write an entry. Returns null if that works. */
  async #failureToWrite(): Promise<KeychainFailure | null> {
    const written = await this.#write(PROBE_ENTRY, 'nothing secret');
    if (!written.ok) return written.error;
    const removed = await this.#remove(PROBE_ENTRY);
    return removed.ok ? null : removed.error;
  }

  /** A locked Secret Service reports that an entry does not exist. Only a write shows that it is locked. */
  async #nothingThere(): Promise<KeychainAnswer<null>> {
    const failure = process.platform === 'linux' ? await this.#failureToWrite() : null;
    return failure === null ? { ok: true, value: null } : { ok: false, error: failure };
  }

  /**
   * keytar blocks one of Node's few worker threads while the system waits for the user. Calls therefore run one at a
   * time, and while a call is overdue, others fail at once.
   */
  #ask<Value>(call: (keytar: Keytar) => Promise<Value>): Promise<KeychainAnswer<Value>> {
    const answer = this.#last.then(async (): Promise<KeychainAnswer<Value>> => {
      if (this.#overdue) return noAnswer();
      const keytar = await this.#load();
      if (!keytar.ok) return keytar;
      this.#out += 1;
      const answered = call(keytar.value).then(
        (value): KeychainAnswer<Value> => ({ ok: true, value }),
        (error: unknown): KeychainAnswer<Value> => ({ ok: false, error: readKeychainError(textOf(error)) }),
      );
      void answered.finally(() => {
        this.#out -= 1;
      });
      return await this.#withinTime(answered);
    });
    this.#last = answer;
    return answer;
  }

  #withinTime<Value>(answered: Promise<KeychainAnswer<Value>>): Promise<KeychainAnswer<Value>> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#overdue = true;
        resolve(noAnswer());
      }, this.#patience);
      void answered.then((answer) => {
        clearTimeout(timer);
        this.#overdue = false;
        resolve(answer);
      });
    });
  }

  /** keytar's native part needs system libraries. If they are missing, there is no keychain. */
  async #load(): Promise<KeychainAnswer<Keytar>> {
    try {
      this.#keytar ??= (await import('keytar')).default;
      return { ok: true, value: this.#keytar };
    } catch (error) {
      return { ok: false, error: missingKeychain(textOf(error)) };
    }
  }
}

function noAnswer(): { readonly ok: false; readonly error: KeychainFailure } {
  return { ok: false, error: { code: 'keychain-unanswering' } };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

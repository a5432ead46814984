import { KEYCHAIN_SERVICE, type Keychain, type KeychainAnswer, type KeychainFailure } from './keychain.ts';
import { keychainFailure, readKeychainError } from './keychain-failure.ts';

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

/** `isAsking`: whether a call into the system is out, also one whose answer nobody waits for any more. */
export type SystemKeychain = Keychain & { readonly isAsking: () => boolean };

/** What is written to find out whether writing works, and taken away at once. */
const PROBE_ENTRY = 'Checking whether this keychain can be used';

/** Windows keeps at most 5 × 512 bytes in one entry (CRED_MAX_CREDENTIAL_BLOB_SIZE). */
const WINDOWS_LIMIT = 2560;

/**
 * The system's keychain through keytar; the only file that loads it. `patience`, in milliseconds, is how long a person
 * may take to answer the system's question before the call answers "locked".
 */
export function openKeytarKeychain(patience = 60_000): SystemKeychain {
  const load = onlyOnceItWorked(loadKeytar);
  // keytar blocks one of Node's few worker threads for as long as the system asks its question. So there is one call at
  // a time, and while one is still out after its time, others are answered without joining it.
  let last: Promise<unknown> = Promise.resolve();
  let overdue = false;
  let out = 0;

  const ask = <Value>(call: (keytar: Keytar) => Promise<Value>): Promise<KeychainAnswer<Value>> => {
    const answer = last.then(async (): Promise<KeychainAnswer<Value>> => {
      if (overdue) return lockedAnswer();
      const keytar = await load();
      if (!keytar.ok) return keytar;
      out += 1;
      const answered = call(keytar.value).then(
        (value): KeychainAnswer<Value> => ({ ok: true, value }),
        (error: unknown): KeychainAnswer<Value> => ({ ok: false, error: readKeychainError(textOf(error)) }),
      );
      void answered.finally(() => {
        out -= 1;
      });
      return await withinTime(answered);
    });
    last = answer;
    return answer;
  };

  const withinTime = <Value>(answered: Promise<KeychainAnswer<Value>>): Promise<KeychainAnswer<Value>> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        overdue = true;
        resolve(lockedAnswer());
      }, patience);
      void answered.then((answer) => {
        clearTimeout(timer);
        overdue = false;
        resolve(answer);
      });
    });

  const write = (entry: string, secret: string): Promise<KeychainAnswer<null>> =>
    ask(async (keytar) => {
      await keytar.setPassword(KEYCHAIN_SERVICE, entry, secret);
      return null;
    });

  const remove = async (entry: string): Promise<KeychainAnswer<boolean>> =>
    ask((keytar) => keytar.deletePassword(KEYCHAIN_SERVICE, entry));

  /** Null when an entry could be written now. */
  const troubleWriting = async (): Promise<KeychainFailure | null> => {
    const written = await write(PROBE_ENTRY, 'nothing secret');
    if (!written.ok) return written.error;
    const removed = await remove(PROBE_ENTRY);
    return removed.ok ? null : removed.error;
  };

  /** A locked Secret Service answers "nothing there" to a search. Only a write tells the two apart. */
  const nothingThere = async (): Promise<KeychainAnswer<null>> => {
    const trouble = process.platform === 'linux' ? await troubleWriting() : null;
    return trouble === null ? { ok: true, value: null } : { ok: false, error: trouble };
  };

  return {
    isAsking: () => out > 0,
    read: async (entry) => {
      const found = await ask((keytar) => keytar.getPassword(KEYCHAIN_SERVICE, entry));
      return found.ok && found.value === null ? nothingThere() : found;
    },
    write: async (entry, secret) => {
      if (process.platform === 'win32' && Buffer.byteLength(secret) > WINDOWS_LIMIT) {
        return { ok: false, error: tooLongForWindows };
      }
      return write(entry, secret);
    },
    remove: async (entry) => {
      const removed = await remove(entry);
      if (!removed.ok) return removed;
      return removed.value ? { ok: true, value: null } : nothingThere();
    },
    probe: async () => {
      const trouble = await troubleWriting();
      if (trouble === null) return { kind: 'available' };
      const { code, message, detail = '' } = trouble;
      if (code === 'keychain-missing') return { kind: 'missing', message, detail };
      if (code === 'keychain-locked') return { kind: 'locked', message, detail };
      return { kind: 'refused', message, detail };
    },
  };
}

const tooLongForWindows: KeychainFailure = {
  code: 'keychain-refused',
  message: `Windows keeps no more than ${WINDOWS_LIMIT} characters in one entry, and this is longer. Ask your operator for a shorter one.`,
};

function lockedAnswer(): { readonly ok: false; readonly error: KeychainFailure } {
  return { ok: false, error: keychainFailure('keychain-locked', 'The keychain did not answer in time.') };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** keytar's native part needs system libraries: where they are not there, there is no keychain, and no crash. */
async function loadKeytar(): Promise<KeychainAnswer<Keytar>> {
  try {
    const { default: keytar } = await import('keytar');
    return { ok: true, value: keytar };
  } catch (error) {
    return { ok: false, error: keychainFailure('keychain-missing', textOf(error)) };
  }
}

function onlyOnceItWorked<Value>(load: () => Promise<KeychainAnswer<Value>>): () => Promise<KeychainAnswer<Value>> {
  let loaded: KeychainAnswer<Value> | null = null;
  return async () => {
    if (loaded?.ok !== true) loaded = await load();
    return loaded;
  };
}

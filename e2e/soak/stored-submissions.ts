import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The service's stored bytes: SHA-256 (hex) by submission id. */
export type StoredSubmissions = {
  readonly read: () => Promise<ReadonlyMap<string, string>>;
};

/**
 * Reads the accepted submissions from the practice service's data folder: `submissions/<id>` exists exactly if the
 * ledger charged for it. Hashes each once.
 */
export function storedSubmissions(dataDir: string): StoredSubmissions {
  const folder = join(dataDir, 'submissions');
  const digests = new Map<string, string>();
  return {
    async read() {
      for (const id of await namesIn(folder)) {
        if (digests.has(id)) continue;
        digests.set(
          id,
          createHash('sha256')
            .update(await readFile(join(folder, id)))
            .digest('hex'),
        );
      }
      return digests;
    },
  };
}

/** A service that was killed before it created the folder has accepted nothing. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

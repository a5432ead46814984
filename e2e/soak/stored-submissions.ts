import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The service's stored bytes: SHA-256 (hex) by submission id. */
export type StoredSubmissions = {
  readonly read: () => Promise<ReadonlyMap<string, string>>;
};

/**
 * Reads what the practice service has taken from its data folder: a body lies in `submissions/<id>` exactly when the
 * ledger charged for it. Each is hashed once.
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

/** A service that was killed before it made its folder has taken nothing. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

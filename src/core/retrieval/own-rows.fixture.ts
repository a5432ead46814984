import type { FileDigests } from '../../shared/bridge/receipts.ts';
import { digestsOf } from '../manifest/manifest.fixture.ts';
import { accountId, type InParts, type RetrievalRig } from './retrieval.fixture.ts';

/** For tests: rows of this computer, as they are in the database once all of them is confirmed. */

type Part = { readonly level: number; readonly offset: number; readonly bytes: Uint8Array; readonly id: string };

/** What went in parts: what Dropslip read of the stream, and each of its submissions, the last of which names the others. */
export function keepInParts(rig: Pick<RetrievalRig, 'database'>, stream: Uint8Array, parts: readonly Part[]): number {
  const insert = rig.database.prepare(
    `INSERT INTO submissions (account_id, path, name, size, added_at, blake2b256, sha256, state, submission_id, part_of,
       level, offset, part_size)
     VALUES (?, '/f', 'mine.bin', ?, '2026-01-01T00:00:00Z', ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const add = (bytes: Uint8Array, id: string, ...place: readonly (number | null)[]): number => {
    const { blake2b256, sha256 }: Omit<FileDigests, 'keccak256'> = digestsOf(bytes);
    const state = JSON.stringify({ kind: 'confirmed', submissionId: id, at: '2026-01-01T00:00:00Z' });
    const row = insert.run(accountId, bytes.length, blake2b256, sha256, state, id, ...place);
    return Number(row.lastInsertRowid);
  };
  const row = add(stream, parts.at(-1)?.id ?? '', null, null, null, 1);
  for (const { level, offset, bytes, id } of parts) add(bytes, id, row, level, offset, null);
  return row;
}

/** The parts of one that the fixture submitted, and the manifest that names them, one level above. */
export function partsOf({ bytes, manifest, id, text }: InParts, level = 0): readonly Part[] {
  const slices = manifest.parts.map(({ offset, size, submissionId }) => ({
    level,
    offset,
    bytes: bytes.subarray(offset, offset + size),
    id: submissionId,
  }));
  return [...slices, { level: level + 1, offset: 0, bytes: text, id }];
}

import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inTransaction, openDatabase } from '../../src/practice-service/database.ts';
import { feeOf, startingTokens } from '../../src/practice-service/options.ts';

export type PastSubmission = {
  /** Index of its token among the initial tokens of the practice service. */
  readonly token: number;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly at: number;
};

/** Adds past submissions in blocks to the app's practice service. Call it before the app starts. Returns the ids. */
export function fillPracticeLedger(userData: string, past: readonly PastSubmission[]): string[] {
  const dataDir = join(userData, 'practice');
  mkdirSync(dataDir, { recursive: true });
  const database = openDatabase(dataDir, startingTokens);
  const addBlock = database.prepare(
    'INSERT INTO blocks (number, hash, produced_at, extrinsics_root) VALUES (?, ?, ?, ?)',
  );
  const add = database.prepare(
    `INSERT INTO submissions (id, token_details_id, size, fee, data_hash, accepted_at, block_number, extrinsic_index, tx_hash, encrypted)
     VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, 0)`,
  );
  const ids = inTransaction(database, () =>
    past.map(({ token, size, at }, number) => {
      const hash = (what: string): string => createHash('sha256').update(`${what} ${number}`).digest('hex');
      const known = startingTokens[token];
      if (known === undefined) throw new Error(`The practice service has no token ${token}.`);
      const id = hash('id').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
      addBlock.run(number + 1, hash('block'), at + 6_000, hash('root'));
      add.run(id, token + 1, size, feeOf(known, size).toString(), hash('data'), at, number + 1, hash('tx'));
      return id;
    }),
  );
  database.close();
  return ids;
}

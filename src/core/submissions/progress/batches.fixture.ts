import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../../storage/schema.ts';
import { Estimates } from '../cost/estimates.ts';
import { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import { PartRows } from '../journal/part-rows.ts';
import { type Batch, Batches } from './batch.ts';

/** For tests: one batch for every account. */
export function batchesOf(batch: Batch): Batches {
  const database = new DatabaseSync(':memory:');
  for (const migration of migrations) database.exec(migration);
  const commit = async (write: () => void): Promise<void> => write();
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const estimates = new Estimates([], () => null);
  const batches = new Batches(clock, new EarlierSubmissions(database), new PartRows(database, commit), estimates);
  return Object.assign(batches, { of: () => batch });
}

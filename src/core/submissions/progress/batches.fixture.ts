import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../../storage/schema.ts';
import { Estimates } from '../cost/estimates.ts';
import { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import { SubmissionQueries } from '../journal/submission-queries.ts';
import { type Batch, Batches } from './batch.ts';

/** For tests: one batch for every account. */
export function batchesOf(batch: Batch): Batches {
  const database = new DatabaseSync(':memory:');
  for (const migration of migrations) database.exec(migration);
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const estimates = new Estimates([], () => null);
  const batches = new Batches(clock, new EarlierSubmissions(database), new SubmissionQueries(database), estimates);
  return Object.assign(batches, { of: () => batch });
}

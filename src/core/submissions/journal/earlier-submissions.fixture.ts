import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../../storage/schema.ts';
import { EarlierSubmissions } from './earlier-submissions.ts';

/** For tests: a journal without submissions. */
export function noEarlierSubmissions(): EarlierSubmissions {
  const database = new DatabaseSync(':memory:');
  for (const migration of migrations) database.exec(migration);
  return new EarlierSubmissions(database);
}

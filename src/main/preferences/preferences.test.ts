import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { standardPreferences } from '../../shared/preferences.ts';
import { Preferences } from './preferences.ts';

let database: DatabaseSync;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
});

function open(onChange: (chosen: Preferences['chosen']) => void = () => undefined): Preferences {
  return new Preferences(database, async (write) => write(), onChange);
}

test('what the person has chosen is there again after a restart', async () => {
  expect(open().chosen).toEqual(standardPreferences);
  await open().change({ appearance: 'dark', spendingColumns: ['fees', 'file'] });
  await open().change({ spendingShape: 'charts' });
  expect(open().chosen).toEqual({
    ...standardPreferences,
    appearance: 'dark',
    spendingColumns: ['fees', 'file'],
    spendingShape: 'charts',
  });
});

test('what follows the choice outside of the page hears of it at the start and at each change', async () => {
  await open().change({ appearance: 'dark' });
  const heard: string[] = [];
  await open(({ appearance }) => heard.push(appearance)).change({ appearance: 'light' });
  expect(heard).toEqual(['dark', 'light']);
});

test('what nobody can read any more is as if nothing had been chosen', () => {
  database.exec(`INSERT INTO settings VALUES ('preferences', '{"appearance":')`);
  expect(open().chosen).toEqual(standardPreferences);
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrations } from '../schema.ts';
import { folder, killed, live, open } from './lived-in-databases.fixture.ts';

/** An update that was taken back: what the newer version left meets the version before it. */

/** Every file of the data folder with its bytes. */
function everything(): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map(({ name }) => [name, readFileSync(`${folder}/${name}`, 'base64')]));
}

function changed(before: ReadonlyMap<string, string>): readonly string[] {
  const now = everything();
  return [...new Set([...before.keys(), ...now.keys()])].filter((name) => before.get(name) !== now.get(name));
}

/** As a version of later makes it of this one's, ended in good order or killed. */
async function asNewer(end: 'ended' | 'killed'): Promise<void> {
  const lived = live();
  lived.database.exec(`CREATE TABLE of_later (what TEXT) STRICT; PRAGMA user_version = ${migrations.length + 1}`);
  await lived.write(20, 'kept');
  // What tells how far it is may have another name by then.
  lived.database.exec('ALTER TABLE attempt_sequence RENAME TO sequence_of_later');
  if (end === 'ended') await lived.end();
  else killed();
}

test('what a newer version left is refused, and not a byte of the data folder is changed', async () => {
  await asNewer('ended');
  const before = everything();
  expect(() => open()).toThrow('newer Dropslip');
  expect(changed(before)).toEqual([]);
});

test('what a newer version left that was killed is refused, and nothing of its log is lost', async () => {
  await asNewer('killed');
  const before = everything();
  expect(before.has('dropslip.db-wal')).toBe(true);
  expect(() => open()).toThrow('newer Dropslip');
  expect(changed(before)).toEqual([]);
});

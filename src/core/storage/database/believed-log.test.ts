import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { killed, live, logs, open, path, rows, there } from './lived-in-databases.fixture.ts';
import { readMark } from './sequence-mark.ts';

describe('a database that goes on after a kill is believed with its log', () => {
  test('where the file tells nothing of its identity', async () => {
    const first = live();
    first.database.exec('DELETE FROM database_identity');
    await first.end();
    await live().write(40, 'here');
    killed();
    const salt = readFileSync(`${path}-wal`).toString('hex', 16, 24);
    writeFileSync(`${path}.sequence`, `42 2 ${'0'.repeat(32)} ${salt}\n`);
    const { kind, database } = open();
    expect([kind, rows(database, 'here')]).toEqual(['sound', 40]);
  });

  test('where the mark could not be written since the start before', async () => {
    const first = live();
    await first.write(3, 'first');
    await first.end();
    mkdirSync(join(`${path}.sequence.new`, 'of somebody'), { recursive: true });
    const second = live();
    await second.write(40, 'here');
    expect(second.problems).toHaveLength(1);
    // It would say that the log belongs to nobody.
    expect(readMark(path)?.ended).toBeNull();
    killed();
    const { kind, database } = open();
    expect([kind, rows(database, 'here')]).toEqual(['sound', 40]);
  });

  test('where the mark of another database is back, as after a power cut', async () => {
    await live().write(3, 'here');
    killed();
    const stale = readFileSync(`${path}.sequence`);
    const other = live(there);
    await other.write(40, 'there');
    await other.end();
    copyFileSync(there, path);
    await live().write(40, 'since');
    killed();
    writeFileSync(`${path}.sequence`, stale);
    const { database } = open();
    expect([rows(database, 'there'), rows(database, 'since')]).toEqual([40, 40]);
    expect(logs()).toHaveLength(1);
  });

  test('wherever the moving of the log into the file was cut off', async () => {
    await live().write(40, 'here');
    killed();
    const suffixes = ['', '-wal', '.sequence'];
    const [before = Buffer.alloc(0), ...beside] = suffixes.map((suffix) => readFileSync(`${path}${suffix}`));
    const moved = new DatabaseSync(path);
    moved.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    moved.close();
    const after = readFileSync(path);
    const pages = Array.from({ length: after.length / 4096 }, (_page, page) => page * 4096);
    const changed = pages.filter((at) => !after.subarray(at, at + 4096).equals(before.subarray(at, at + 4096)));
    expect(changed.length).toBeGreaterThan(5);
    for (const end of changed) {
      const half = Buffer.concat([before, Buffer.alloc(Math.max(0, end - before.length))]);
      for (const at of changed.filter((one) => one < end)) after.copy(half, at, at, at + 4096);
      for (const [index, content] of [half, ...beside].entries()) writeFileSync(`${path}${suffixes[index]}`, content);
      const { kind, database } = open();
      expect([kind, rows(database, 'here'), logs()]).toEqual(['sound', 40, []]);
      database.close();
    }
  });
});

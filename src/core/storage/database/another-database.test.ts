import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeCopy } from '../index.ts';
import { add, folder, killed, live, logs, now, open, path, rows, there } from './lived-in-databases.fixture.ts';
import { readMark } from './sequence-mark.ts';

describe('a data file of another computer, in the place of a new one whose app was killed', () => {
  test.each([3, 60])('is what it was there: none of the %s rows of here is in it', async (fresh) => {
    const other = live(there);
    await other.write(40, 'there');
    await other.end();
    await live().write(fresh, 'here');
    killed();
    copyFileSync(there, path);
    const { kind, database } = open();
    expect([kind, rows(database, 'there'), rows(database, 'here')]).toEqual(['put-back', 40, 0]);
    expect(logs()).toHaveLength(1);
    database.close();
    expect(live().kind).toBe('sound');
  });

  test('also where nothing that advances the sequence was written here', async () => {
    const other = live(there);
    await other.write(40, 'there');
    await other.end();
    const { commit, database: here, mark } = live();
    await commit(() => add(here, 'here 0'));
    await mark.note();
    killed();
    copyFileSync(there, path);
    const { kind, database } = open();
    expect([kind, rows(database, 'there'), rows(database, 'here')]).toEqual(['put-back', 40, 0]);
  });

  test.each([3, 60])('keeps the log that came with it, where %s rows were here', async (fresh) => {
    await live(there).write(40, 'there');
    killed(there);
    const here = live();
    await here.write(fresh, 'here');
    await here.end();
    await live().write(3, 'next');
    killed();
    for (const suffix of ['', '-wal']) copyFileSync(`${there}${suffix}`, `${path}${suffix}`);
    const { kind, database } = open();
    expect([kind, rows(database, 'there')]).toEqual(['put-back', 40]);
    expect(logs()).toEqual([]);
  });
});

test('a data file of another computer is distrusted once where no log was left', async () => {
  const other = live(there);
  await other.write(40, 'there');
  await other.end();
  const here = live();
  await here.write(3, 'here');
  await here.end();
  copyFileSync(there, path);
  const kinds: string[] = [];
  for (let start = 0; start < 3; start += 1) {
    const next = live();
    kinds.push(next.kind);
    expect(rows(next.database, 'there')).toBe(40);
    await next.end();
  }
  expect(kinds).toEqual(['put-back', 'sound', 'sound']);
});

test('a data file of another computer is gone on from, however far the copy of what was here is', async () => {
  const other = live(there);
  await other.write(3, 'there');
  await other.end();
  const here = live();
  await here.write(40, 'here');
  await takeCopy(path, now);
  await here.end();
  copyFileSync(there, path);
  const { kind, database } = open();
  expect([kind, rows(database, 'there')]).toEqual(['put-back', 3]);
});

test.each(['a copy', 'a backup'])('%s of the same database is distrusted once, and then the latest', async (older) => {
  const first = live();
  await first.write(3, 'first');
  await first.end();
  copyFileSync(path, join(folder, 'a backup'));
  const second = live();
  await takeCopy(path, now - 3_600_000);
  renameSync(`${path}.copy`, join(folder, 'a copy'));
  const identity = readMark(path)?.identity;
  await second.write(40, 'here');
  killed();
  copyFileSync(join(folder, older), path);
  const third = live();
  expect([third.kind, rows(third.database, 'first'), rows(third.database, 'here')]).toEqual(['put-back', 3, 0]);
  await third.write(40, 'since');
  expect(readMark(path)?.identity).toBe(identity);
  killed();
  const { kind, database } = open();
  expect([kind, rows(database, 'since')]).toEqual(['sound', 40]);
});

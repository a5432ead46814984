import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createWalFlush } from '../../../src/core/storage/group-commit.ts';
import { GroupCommit } from '../../../src/core/storage/index.ts';
import { readJournal } from '../journal-reading.ts';
import { databasePath } from '../submissions-core.ts';
import { CoreRun, smallFiles, stopClocks, testFolder } from './batch.fixture.ts';
import { type Charge, MemoryService } from './memory-service.fixture.ts';

const FILES = 5;
const perhapsTaken = ['sending', 'unsettled', 'submitted', 'confirmed', 'delayed'];

beforeEach(stopClocks);

/** Every third answer is lost: of what was taken, and of what was not. */
const treat = (file: string, attempt: number) => {
  const number = Number(file.split(' ')[1]);
  return { taken: attempt > 1 || number % 6 !== 1, answered: attempt > 1 || number % 3 !== 1 };
};

/**
 * Where each transaction of a write-ahead log ends, in bytes (sqlite.org/fileformat2.html, "The Write-Ahead Log"): 32
 * bytes of header; frames of 24 bytes and a page; the last frame of a transaction says how large the database then is.
 */
function commitEnds(log: Buffer): number[] {
  const frameBytes = 24 + log.readUInt32BE(8);
  const ends: number[] = [0];
  for (let at = 32; at + frameBytes <= log.length; at += frameBytes) {
    if (log.readUInt32BE(at + 4) > 0) ends.push(at + frameBytes);
  }
  return ends;
}

test('a power cut between any two writes costs nobody a second charge and loses nothing', {
  timeout: 240_000,
}, async (context) => {
  const folder = await testFolder(context.onTestFinished);
  const files = await smallFiles(folder, FILES);
  const userData = join(folder, 'whole run');
  const log = `${databasePath(userData)}-wal`;
  /** So much of the log is on the disk for certain. */
  let durable = 0;
  const taken: (Charge & { readonly durable: number })[] = [];
  const service = new MemoryService({ treat, onCharge: (charge) => taken.push({ ...charge, durable }) });
  await service.listen();

  const run = await CoreRun.open(
    {
      userData,
      commitTo: (database) => {
        const wal = createWalFlush(database);
        const later = async (): Promise<void> => {
          const written = statSync(log).size;
          await wal.later();
          durable = written;
        };
        return new GroupCommit(database, undefined, { ...wal, later });
      },
    },
    service,
  );
  // From here on the log only grows, so that each of its prefixes is what a power cut may leave.
  run.core.database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0');
  const before = join(folder, 'before.db');
  copyFileSync(databasePath(userData), before);
  await run.drop(files);
  await run.timePasses(() => run.areAll('confirmed'));
  const whole = readFileSync(log);
  await run.close();
  await service.close();
  expect(service.charges).toHaveLength(FILES);

  const cuts = commitEnds(whole);
  expect(cuts.length).toBeGreaterThan(FILES);
  const broken: unknown[] = [];
  const seen = new Set<string>();
  for (const cut of cuts) {
    // What the service can have by then: nothing leaves before its attempt is on the disk.
    const charges = taken.filter((charge) => charge.durable <= cut);
    // A transaction that is not on the disk whole does not count.
    for (const torn of [0, 1, 30, 2_000]) {
      const place = join(folder, `cut at ${cut} and ${torn}`);
      mkdirSync(place);
      copyFileSync(before, databasePath(place));
      writeFileSync(`${databasePath(place)}-wal`, whole.subarray(0, cut + torn));
      const rows = new Map(readJournal(databasePath(place)).map((submission) => [submission.name, submission]));
      for (const { file } of charges) {
        const state = rows.get(`${file}.bin`)?.state ?? 'no row';
        if (!perhapsTaken.includes(state)) broken.push({ cut, torn, file, state });
      }
      // What was written in between may be none of the queue's: then the same was looked at before.
      const found = JSON.stringify([[...rows.values()], charges.map(({ id }) => id)]);
      if (torn > 0 || seen.has(found)) continue;
      seen.add(found);
      const after = new MemoryService({ charges });
      await after.listen();
      const next = await CoreRun.open({ userData: place }, after);
      await next.drop(files);
      await next.timePasses(() => next.areAll('confirmed'));
      await next.close();
      broken.push(...next.broken(files).map((violation) => ({ cut, ...violation })));
      await after.close();
    }
  }
  expect(broken).toEqual([]);
  expect(seen.size).toBeGreaterThan(FILES);
});

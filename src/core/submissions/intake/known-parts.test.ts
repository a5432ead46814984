import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type PracticeService, startPracticeService } from '../../../practice-service/index.ts';
import { temporaryFolder } from '../../../practice-service/service.fixture.ts';
import { openDatabase } from '../../storage/index.ts';
import { dropPaths } from '../drops/drop.fixture.ts';
import { partsOf, photo, rejoined } from '../parts/parts.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

const open: PracticeService[] = [];

afterEach(async () => {
  await closeRigs();
  await Promise.all(open.splice(0).map((service) => service.close()));
});

const SLICE = 20_000;
const limits = { payloadLimitBytes: SLICE, blockTimeSeconds: 0.2 } as const;
const film = photo(20 * SLICE);

/** What was submitted is known by the service's records alone, as after a copy of the data took its place. */
const forgetJournal = (path: string): void => {
  const database = openDatabase(path);
  database.exec('DELETE FROM attempts; DELETE FROM submissions; DELETE FROM former_submissions');
  database.close();
};

const isOver = (rig: Rig, name: string): boolean =>
  ['confirmed', 'rejected', 'incomplete'].includes(rig.named(name).state.kind);

const idsOf = (rig: Rig, name: string): string[] =>
  partsOf(rig, name).flatMap(({ submissionId }) => submissionId ?? []);

test('bytes that were known by their record alone are known again: of a changed file only what is new is paid for', async () => {
  const rig = await openRig({ service: limits });
  await rig.submissions.payloadLimits.set(accountId, SLICE);
  await rig.drop({ film });
  await rig.untilAll('confirmed');
  const paid = await rig.ledger();
  await rig.restart({ beforeOpening: forgetJournal });
  await dropPaths(rig.submissions.drops, accountId, [join(rig.folder, 'files', 'film')]);
  await rig.until(() => isOver(rig, 'film'));
  expect(await rig.ledger()).toHaveLength(paid.length);
  await rig.written();
  const changed = Buffer.concat([film.subarray(0, 19 * SLICE), photo(SLICE, 9)]);
  await rig.drop({ 'second cut': changed });
  await rig.until(() => isOver(rig, 'second cut'));
  const { state } = rig.named('second cut');
  expect(state.kind).toBe('confirmed');
  // Its last slice, and a manifest that names it.
  expect(await rig.ledger()).toHaveLength(paid.length + 2);
  const { content } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
  expect(content.equals(changed)).toBe(true);
  // The same in a later run, and where its beginning is another.
  await rig.restart();
  await writeFile(join(rig.folder, 'files', 'film'), Buffer.concat([photo(SLICE, 8), film.subarray(SLICE)]));
  await dropPaths(rig.submissions.drops, accountId, [join(rig.folder, 'files', 'film')]);
  await rig.until(() => rig.all().every(({ state: { kind } }) => kind === 'confirmed' || kind === 'incomplete'));
  expect(await rig.ledger()).toHaveLength(paid.length + 4);
});

test('what was known by its record at a service that the account has left is not taken for what is at another', async () => {
  let other: PracticeService | null = null;
  let isMoved = false;
  let most = Number.POSITIVE_INFINITY;
  const at = (service: PracticeService): PracticeService => (isMoved && other !== null ? other : service);
  const rig: Rig = await openRig({
    service: limits,
    isPractice: () => false,
    canSubmit: () => rig.all().reduce((bytes, { parts }) => bytes + (parts?.submittedBytes ?? 0), 0) < most,
    address: (service) => at(service).url,
    credentials: (service) => ({ apiKey: at(service).apiKey, accessToken: at(service).accessToken }),
  });
  other = await startPracticeService({ dataDir: await temporaryFolder(), ...limits });
  open.push(other);
  await rig.submissions.changeSettings(accountId, { atOnce: 1, askBeyondFiles: null });
  await rig.submissions.payloadLimits.set(accountId, SLICE);
  await rig.drop({ film });
  await rig.untilAll('confirmed');
  const first = new Set((await rig.ledger()).map(({ id }) => id));
  await rig.restart({ beforeOpening: forgetJournal });
  // What is known of it is there, and nothing goes on from then.
  most = film.length;
  await rig.drop({ film: Buffer.concat([film, photo(5 * SLICE, 9)]) });
  await rig.until(() => (rig.named('film').parts?.submittedBytes ?? 0) >= film.length);
  expect(idsOf(rig, 'film').filter((id) => first.has(id)).length).toBeGreaterThan(10);
  await rig.written();
  const left = await rig.submissions.leftBehind.leave(accountId, ['api-key', 'access-token']);
  isMoved = true;
  most = Number.POSITIVE_INFINITY;
  left();
  rig.submissions.moved(accountId);
  await rig.untilAll('incomplete');
  await rig.submissions.payloadLimits.set(accountId, SLICE);
  await rig.submissions.commands.retry([rig.named('film').id], agreed);
  await rig.until(() => isOver(rig, 'film'));
  expect(rig.named('film').state.kind).toBe('confirmed');
  const ids = idsOf(rig, 'film');
  expect(ids).toHaveLength(26);
  expect(ids.filter((id) => first.has(id))).toEqual([]);
});

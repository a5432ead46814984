import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../storage/index.ts';
import { dropPaths } from '../drops/drop.fixture.ts';
import { photo, rejoined } from '../parts/parts.fixture.ts';
import { accountId, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const SLICE = 20_000;
const limits = { payloadLimitBytes: SLICE, blockTimeSeconds: 0.2 } as const;
const film = photo(20 * SLICE);

/**
 * Deletes the journal, so that submissions are known from the service's records alone, as after a data folder was
 * replaced.
 */
const forgetJournal = (path: string): void => {
  const database = openDatabase(path);
  database.exec('DELETE FROM attempts; DELETE FROM submissions; DELETE FROM former_submissions');
  database.close();
};

const isOver = (rig: Rig, name: string): boolean =>
  ['confirmed', 'rejected', 'incomplete'].includes(rig.named(name).state.kind);

test('after the journal is lost, only the new bytes of a changed file are paid for', async () => {
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
  // The last slice and its manifest are new.
  expect(await rig.ledger()).toHaveLength(paid.length + 2);
  const { content } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
  expect(content.equals(changed)).toBe(true);
  // The same in a later run for a file whose beginning changed.
  await rig.restart();
  await writeFile(join(rig.folder, 'files', 'film'), Buffer.concat([photo(SLICE, 8), film.subarray(SLICE)]));
  await dropPaths(rig.submissions.drops, accountId, [join(rig.folder, 'files', 'film')]);
  await rig.until(() => rig.all().every(({ state: { kind } }) => kind === 'confirmed' || kind === 'incomplete'));
  expect(await rig.ledger()).toHaveLength(paid.length + 4);
});

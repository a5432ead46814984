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

/** What was submitted is known by the service's records alone, as after a copy of the data took its place. */
const forgetJournal = (path: string): void => {
  const database = openDatabase(path);
  database.exec('DELETE FROM attempts; DELETE FROM submissions; DELETE FROM former_submissions');
  database.close();
};

const isOver = (rig: Rig, name: string): boolean =>
  ['confirmed', 'rejected', 'incomplete'].includes(rig.named(name).state.kind);

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

import { copyFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { success } from '../../../shared/failures/failure.ts';
import type { Part } from '../../../shared/submissions/parts.ts';
import { payingTokens } from '../../accounts/index.ts';
import { openDatabase } from '../../storage/index.ts';
import { distrustQueue } from '../journal/restored.ts';
import type { TriedAgain } from '../queue/tried-again.ts';
import type { Fault } from '../sending/faulty-proxy.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';
import { expectWhole, partsOf, photo, rejoined } from './parts.fixture.ts';

afterEach(closeRigs);

const none: Fault = { kind: 'none' };
const SLICE = 20_000;
const film = photo(1_000_000);
const service = { payloadLimitBytes: SLICE } as const;
/** So long lies between two looks at the records of an account whose data came from a copy. */
const LOOKS_ARE_APART_MS = 30_000;

/** A rig that sends one at a time, and nothing more once so many bytes of all files hold receipts, until it is let go on. */
async function restingRig(options: RigOptions = {}) {
  let most = Number.POSITIVE_INFINITY;
  // Asked before each is sent: a machine that is slow to tell what has become of one sends no more than a quick one.
  const held = (): number => rig.all().reduce((bytes, { parts }) => bytes + (parts?.submittedBytes ?? 0), 0);
  const rig: Rig = await openRig({ service, ...options, canSubmit: () => held() < most });
  await rig.submissions.changeSettings(accountId, { atOnce: 1 });
  const restAt = async (name: string, bytes: number): Promise<void> => {
    most = bytes;
    await rig.until(() => {
      const { parts } = rig.named(name);
      return (parts?.submittedBytes ?? 0) >= bytes && parts?.counts.sending === 0;
    });
  };
  const goOn = (): void => {
    most = Number.POSITIVE_INFINITY;
    rig.submissions.queue.wake();
  };
  return { rig, restAt, goOn };
}

const isOver = ({ state }: { state: { kind: string } }): boolean =>
  ['confirmed', 'rejected', 'incomplete'].includes(state.kind);
const hashes = async (rig: Rig): Promise<(string | null)[]> => (await rig.ledger()).map(({ dataHash }) => dataHash);

test.each([
  ['as long', 700_000],
  ['longer', 750_000],
  ['shorter', 50_000],
])(
  'a file that is changed between two slices is claimed to be nothing, and tried again it is what it is now: %s',
  async (_, rest) => {
    const { rig, restAt, goOn } = await restingRig();
    await rig.drop({ film });
    await restAt('film', 200_000);
    const now = Buffer.concat([film.subarray(0, 300_000), photo(rest, 9)]);
    await writeFile(join(rig.folder, 'files', 'film'), now);
    goOn();
    await rig.until(() => isOver(rig.named('film')));
    expect(rig.named('film').state).toMatchObject({ kind: 'incomplete', reason: { code: 'file-changed' } });
    expect(partsOf(rig, 'film').filter(({ kind }) => kind === 'manifest')).toEqual([]);
    const asked: TriedAgain[] = [];
    await rig.submissions.commands.retry([rig.named('film').id], async (tried) => {
      asked.push(...tried);
      return success(tried.map(({ id }) => id));
    });
    expect(asked).toMatchObject([{ file: 'changed' }]);
    await rig.until(() => isOver(rig.named('film')));
    const { state } = rig.named('film');
    expect(state.kind).toBe('confirmed');
    const { content } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
    expect(content.equals(now)).toBe(true);
    const charged = await hashes(rig);
    expect(new Set(charged).size).toBe(charged.length);
  },
);

describe('where no records can be read, a part whose answer was lost', () => {
  const keyAlone: RigOptions = {
    service,
    isTrusted: () => false,
    credentials: ({ apiKey }) => ({ apiKey, accessToken: null }),
  };
  const yes = async (ids: readonly number[]) => success(ids);

  async function withLostPart(forwarded: boolean) {
    let slices = 0;
    const rig = await openRig({
      ...keyAlone,
      nextFault: (bytes) => {
        if (bytes !== SLICE) return none;
        slices += 1;
        return slices === 4 ? { kind: 'reset-when-whole', forwarded } : none;
      },
    });
    await rig.drop({ film });
    await rig.until(() => rig.named('film').state.kind === 'incomplete');
    const open = partsOf(rig, 'film').filter(({ state }) => state.kind === 'unsettled');
    expect(open).toHaveLength(1);
    return { rig, id: open[0]?.id ?? 0 };
  }

  test('stops its file, which goes on with the id that a person gives for it', async () => {
    const { rig, id } = await withLostPart(true);
    const known = new Set(partsOf(rig, 'film').map(({ submissionId }) => submissionId));
    const submissionId = (await rig.ledger()).find((record) => !known.has(record.id))?.id ?? '';
    const settled = await rig.submissions.byHand.settle({ id, submissionId });
    expect(settled.ok).toBe(true);
    await rig.until(() => rig.named('film').state.kind === 'submitted');
    expect(await rig.ledger()).toHaveLength(51);
    const { state } = rig.named('film');
    const { content } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
    expect(content.equals(film)).toBe(true);
  });

  test('stops its file, and goes once more where a person says that it did not arrive', async () => {
    const { rig, id } = await withLostPart(false);
    const settled = await rig.submissions.byHand.sendAgain([id], yes);
    expect(settled.ok).toBe(true);
    await rig.until(() => rig.named('film').state.kind === 'submitted');
    expect(await rig.ledger()).toHaveLength(51);
  });
});

test('a file that is moved to the front goes before the parts of another that are left', async () => {
  const { rig, restAt, goOn } = await restingRig();
  await rig.drop({ film });
  await restAt('film', 200_000);
  await rig.drop({ next: photo(200_000, 3) });
  const isRead = (): boolean => {
    const details = rig.submissions.details(rig.named('next').id);
    return details.ok && details.value.sha256 !== null;
  };
  await rig.until(isRead);
  await rig.submissions.commands.moveToFront([rig.named('next').id]);
  goOn();
  await rig.until(() => ['submitted', 'confirmed'].includes(rig.named('next').state.kind));
  // Of the other, those that were read ahead may go while its own are read.
  expect(rig.named('film').state.kind).toBe('in-parts');
  await rig.until(() => rig.all().every(isOver));
  expect(await rig.ledger()).toHaveLength(51 + 11);
});

describe('a file that is taken off the list in the middle of its parts', () => {
  async function removedHalf() {
    const { rig, restAt, goOn } = await restingRig();
    await rig.drop({ film });
    await restAt('film', 200_000);
    const { id } = rig.named('film');
    await rig.submissions.commands.cancel([id]);
    // Its account keeps its address as long as the rest of it may be sent.
    expect(rig.submissions.hasUnfinished(accountId)).toBe(true);
    const removal = await rig.submissions.removals.remove([id]);
    expect(rig.all()).toEqual([]);
    expect(rig.submissions.hasUnfinished(accountId)).toBe(false);
    return { rig, id, goOn, removal };
  }

  test('comes back with its parts, and goes on from there', async () => {
    const { rig, id, goOn, removal } = await removedHalf();
    expect(await rig.submissions.removals.undo(accountId, removal?.id ?? null)).toMatchObject({ files: 1 });
    expect(rig.named('film').parts?.submittedBytes).toBeGreaterThanOrEqual(200_000);
    goOn();
    await rig.submissions.commands.retry([id], agreed);
    await rig.until(() => isOver(rig.named('film')));
    await expectWhole(rig, 'film', film);
  });

  test('keeps the receipts of its parts, and dropped again it pays for the rest alone', async () => {
    const { rig, goOn } = await removedHalf();
    await rig.restart();
    expect(
      rig.database.prepare('SELECT count(*) AS kept FROM submissions WHERE submission_id IS NOT NULL').get(),
    ).toEqual({ kept: (await rig.ledger()).length });
    goOn();
    await rig.drop({ film });
    await rig.until(() => isOver(rig.named('film')));
    expect(rig.named('film').state.kind).toBe('confirmed');
    expect(await rig.ledger()).toHaveLength(51);
  });
});

// The run that was ended has the file open still, and Windows lets nobody replace one that is.
describe.skipIf(process.platform === 'win32')('a copy of the data from the middle of a file’s parts', () => {
  /** The file as the copy has it, and what had been paid for when the copy took the place of the data. */
  async function restored(isSentSince: boolean) {
    let skipped = 0;
    const { rig, restAt, goOn } = await restingRig({ monotonic: () => performance.now() + skipped });
    await rig.drop({ film });
    // The rest of its parts are made by then, and known in the copy.
    await restAt('film', 600_000);
    await rig.written();
    const copy = join(rig.folder, 'copy.db');
    rig.database.exec(`VACUUM INTO '${copy}'`);
    const paidBefore = (await rig.ledger()).length;
    if (isSentSince) {
      goOn();
      await rig.until(() => isOver(rig.named('film')));
    } else {
      await rig.submissions.commands.pause([rig.named('film').id]);
      goOn();
    }
    const paid = (await rig.ledger()).length;
    await rig.restart({
      beforeOpening: (path) => {
        for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
        copyFileSync(copy, path);
        const database = openDatabase(path);
        distrustQueue(database, new Date().toISOString(), payingTokens(database));
        database.close();
      },
    });
    expect(rig.named('film').state).toEqual({ kind: 'paused', why: { kind: 'since-copy' } });
    const later = (ms: number): void => {
      skipped += ms;
      rig.submissions.queue.wake();
    };
    return { rig, paidBefore, paid, later };
  }

  const isPaid = ({ submissionId }: Part): boolean => submissionId !== null;

  test('is looked for once the user lets it go on, and nothing is paid for twice', async () => {
    const { rig, paid, later } = await restored(true);
    await rig.submissions.commands.resume([rig.named('film').id], 'since-copy');
    await rig.until(() => partsOf(rig, 'film').length >= 50 && partsOf(rig, 'film').every(isPaid));
    later(LOOKS_ARE_APART_MS);
    await rig.until(() => isOver(rig.named('film')));
    expect(await rig.ledger()).toHaveLength(paid);
  });

  test('goes on from there where nothing was submitted since', async () => {
    const { rig, paidBefore, paid } = await restored(false);
    expect(paid).toBe(paidBefore);
    expect(paid).toBeLessThan(40);
    await rig.submissions.commands.resume([rig.named('film').id], 'since-copy');
    await rig.until(() => isOver(rig.named('film')));
    await expectWhole(rig, 'film', film);
  });
});

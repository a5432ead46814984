import { copyFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { success } from '../../../shared/failures/failure.ts';
import type { Part } from '../../../shared/submissions/parts.ts';
import { payingTokens } from '../../accounts/index.ts';
import { openDatabase } from '../../storage/index.ts';
import { distrustQueue } from '../journal/restored.ts';
import type { TriedAgain } from '../queue/commands.ts';
import type { Fault } from '../sending/faulty-proxy.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';
import { expectWhole, partsOf, photo, rejoined } from './parts.fixture.ts';

afterEach(closeRigs);

const none: Fault = { kind: 'none' };
const SLICE = 20_000;
const film = photo(1_000_000);
const service = { payloadLimitBytes: SLICE } as const;
/** The pause between two reads of the records of an account with restored data. */
const LOOKS_ARE_APART_MS = 30_000;

/** Opens a rig that sends one at a time. `restAt` stops it once so many bytes have receipts, until `goOn`. */
async function restingRig(options: RigOptions = {}) {
  let most = Number.POSITIVE_INFINITY;
  // Called before each submission, so that a slow machine sends no more than a fast one.
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
  ['same size', 700_000],
  ['longer', 750_000],
  ['shorter', 50_000],
])('a file changed between two slices is incomplete, and a retry sends it as it is: %s', async (_, rest) => {
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
});

describe('a part with a lost answer and without records', () => {
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

  test('stops its file, which continues with an id from the user', async () => {
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

  test('stops its file, and is sent again if the user says that it did not arrive', async () => {
    const { rig, id } = await withLostPart(false);
    const settled = await rig.submissions.byHand.sendAgain([id], yes);
    expect(settled.ok).toBe(true);
    await rig.until(() => rig.named('film').state.kind === 'submitted');
    expect(await rig.ledger()).toHaveLength(51);
  });
});

test('a file moved to the front goes before the remaining parts of another', async () => {
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
  await rig.until(() => rig.all().every(isOver));
  const next = new Set(partsOf(rig, 'next').map(({ submissionId }) => submissionId));
  // Most of the film was still to come then. The service lists the newest first.
  const isNext = (await rig.ledger()).map(({ id }) => next.has(id));
  expect(isNext).toHaveLength(51 + 11);
  expect(isNext.indexOf(true)).toBeGreaterThan(20);
});

describe('a file that is removed in the middle of its parts', () => {
  async function removedHalf() {
    const { rig, restAt, goOn } = await restingRig();
    await rig.drop({ film });
    await restAt('film', 200_000);
    const { id } = rig.named('film');
    await rig.submissions.commands.cancel([id]);
    // The account must keep its address while the rest may still be sent.
    expect(rig.submissions.parts.hasUnfinished(accountId)).toBe(true);
    await rig.submissions.removals.remove([id]);
    expect(rig.all()).toEqual([]);
    expect(rig.submissions.parts.hasUnfinished(accountId)).toBe(false);
    return { rig, id, goOn };
  }

  test('is restored with its parts and continues', async () => {
    const { rig, id, goOn } = await removedHalf();
    expect(await rig.submissions.removals.undo(accountId)).toMatchObject({ files: 1 });
    expect(rig.named('film').parts?.submittedBytes).toBeGreaterThanOrEqual(200_000);
    goOn();
    await rig.submissions.commands.retry([id], agreed);
    await rig.until(() => isOver(rig.named('film')));
    await expectWhole(rig, 'film', film);
  });

  test('keeps the receipts of its parts, and a new drop pays only for the rest', async () => {
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

// The ended run still has the file open, and Windows does not replace open files.
describe.skipIf(process.platform === 'win32')('a copy of the data from the middle of a file’s parts', () => {
  /** Restores a copy from the middle of a file. Returns the number of paid submissions at the copy and at the restore. */
  async function restored(isSentSince: boolean) {
    let skipped = 0;
    const { rig, restAt, goOn } = await restingRig({ monotonic: () => performance.now() + skipped });
    await rig.drop({ film });
    // By then all its parts exist, and the copy contains them.
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

  test('is searched for when the user resumes it, and is paid for once', async () => {
    const { rig, paid, later } = await restored(true);
    await rig.submissions.commands.resume([rig.named('film').id], 'since-copy');
    await rig.until(() => partsOf(rig, 'film').length >= 50 && partsOf(rig, 'film').every(isPaid));
    later(LOOKS_ARE_APART_MS);
    await rig.until(() => isOver(rig.named('film')));
    expect(await rig.ledger()).toHaveLength(paid);
  });

  test('continues if nothing was submitted since', async () => {
    const { rig, paidBefore, paid } = await restored(false);
    expect(paid).toBe(paidBefore);
    expect(paid).toBeLessThan(40);
    await rig.submissions.commands.resume([rig.named('film').id], 'since-copy');
    await rig.until(() => isOver(rig.named('film')));
    await expectWhole(rig, 'film', film);
  });
});

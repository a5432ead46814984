import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blake2b } from '@noble/hashes/blake2.js';
import { afterEach, describe, expect, test } from 'vitest';
import { success } from '../../../shared/failures/failure.ts';
import type { Part } from '../../../shared/submissions/parts.ts';
import { cleanUp } from '../../service/scripted-server.fixture.ts';
import { GroupCommit } from '../../storage/index.ts';
import { Slips } from '../journal/slips.ts';
import { accountId, agreed, closeRigs, openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';
import { partsOf, photo, rejoined } from './parts.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const SLICE = 20_000;
const yes = async (ids: readonly number[]) => success(ids);

/** Opens a rig without readable records. The answer of the first full slice is lost. */
async function rigWithLostAnswer(forwarded = true, changes: RigOptions = {}): Promise<Rig> {
  let isLost = false;
  return openRig({
    service: { payloadLimitBytes: SLICE },
    isTrusted: () => false,
    // The search takes longer than the second after which a part with the same bytes is checked again.
    grace: { earlierRun: 200, thisRun: 2_500, lateList: 60_000 },
    credentials: ({ apiKey }) => ({ apiKey, accessToken: null }),
    nextFault: (bytes) => {
      if (bytes !== SLICE || isLost) return { kind: 'none' };
      isLost = true;
      return { kind: 'reset-when-whole', forwarded };
    },
    ...changes,
  });
}

async function settle(rig: Rig, id: number, known: ReadonlySet<string | null>): Promise<void> {
  const submissionId = (await rig.ledger()).find((record) => !known.has(record.id))?.id ?? '';
  const settled = await rig.submissions.byHand.settle({ id, submissionId });
  expect(settled.ok).toBe(true);
}

describe('bytes that the service may have accepted', () => {
  test('stop a file that repeats them, which continues once they are settled', async () => {
    const rig = await rigWithLostAnswer();
    const disk = Buffer.concat([Buffer.alloc(5 * SLICE), photo(3 * SLICE)]);
    await rig.drop({ disk });
    await rig.until(() => rig.named('disk').state.kind === 'incomplete');
    const parts = partsOf(rig, 'disk');
    expect(parts.filter(({ state }) => state.kind === 'unsettled')).toHaveLength(1);
    expect(parts.filter(({ state }) => state.kind === 'submitted')).toHaveLength(3);
    const open = parts.find(({ state }) => state.kind === 'unsettled');
    await settle(rig, open?.id ?? 0, new Set(parts.map(({ submissionId }) => submissionId)));
    await rig.until(() => rig.named('disk').state.kind === 'submitted');
    expect(await rig.ledger()).toHaveLength(5);
    const { state } = rig.named('disk');
    const { content } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
    expect(content.equals(disk)).toBe(true);
  });

  test('stop another file with them, which names the first and does not pay again', async () => {
    const rig = await rigWithLostAnswer();
    await rig.drop({ page: photo(SLICE, 7) });
    await rig.untilAll('unsettled');
    await rig.until(() => rig.waitingWords() === '');
    const film = Buffer.concat([photo(SLICE, 8), photo(SLICE, 7), photo(SLICE, 9)]);
    await rig.drop({ film });
    await rig.until(() => rig.named('film').state.kind === 'incomplete');
    expect(rig.named('film').state).toMatchObject({ reason: { code: 'same-bytes-unknown', values: { name: 'page' } } });
    await settle(rig, rig.named('page').id, new Set(partsOf(rig, 'film').map(({ submissionId }) => submissionId)));
    await rig.submissions.commands.retry([rig.named('film').id], agreed);
    await rig.until(() => rig.named('film').state.kind === 'submitted');
    expect(await rig.ledger()).toHaveLength(4);
  });
});

describe('a changed file that is retried while a part of it is in doubt', () => {
  const film = photo(3 * SLICE, 5);

  /** Leaves the first slice in doubt, and then changes the last one. */
  async function startedAnew(forwarded: boolean) {
    const rig = await rigWithLostAnswer(forwarded);
    await rig.drop({ film });
    await rig.until(() => rig.named('film').state.kind === 'incomplete');
    const before = partsOf(rig, 'film').flatMap(({ submissionId }) => submissionId ?? []);
    const now = Buffer.concat([film.subarray(0, 2 * SLICE), photo(SLICE, 6)]);
    await writeFile(join(rig.folder, 'files', 'film'), now);
    await rig.submissions.commands.retry([rig.named('film').id], agreed);
    await rig.until(() => rig.named('film').state.kind === 'incomplete');
    const [open, ...others] = inTrouble(rig);
    expect(others).toEqual([]);
    const expectSubmitted = async (submissions: number): Promise<void> => {
      await rig.until(() => rig.named('film').state.kind === 'submitted');
      expect(await rig.ledger()).toHaveLength(submissions);
      const { state } = rig.named('film');
      const { content } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
      expect(content.equals(now)).toBe(true);
    };
    return { rig, open, before, expectSubmitted };
  }

  function inTrouble(rig: Rig): readonly Part[] {
    const { id } = rig.named('film');
    const page = rig.submissions.partsOf({ id, which: 'troubled', offset: 0, limit: 10 });
    return page.ok ? page.value : [];
  }

  test('shows that part after its current ones, and does not refer to itself', async () => {
    const { rig, open } = await startedAnew(true);
    expect(open).toMatchObject({ number: 4, kind: 'slice', state: { kind: 'unsettled' } });
    expect(rig.named('film').state).not.toMatchObject({ reason: { code: 'same-bytes-unknown' } });
    expect(rig.named('film').parts?.trouble).toEqual({ number: 4, kind: 'slice', status: 'notKnown' });
  });

  test('continues with an id from the user, and pays nothing twice', async () => {
    const { rig, open, before, expectSubmitted } = await startedAnew(true);
    await settle(rig, open?.id ?? 0, new Set([...before, ...partsOf(rig, 'film').map((part) => part.submissionId)]));
    await expectSubmitted(5);
  });

  test('sends those bytes if the user says that they did not arrive', async () => {
    const { rig, open, expectSubmitted } = await startedAnew(false);
    const settled = await rig.submissions.byHand.sendAgain([open?.id ?? 0], yes);
    expect(settled.ok).toBe(true);
    await expectSubmitted(5);
  });
});

test('bytes that did not arrive with a cancelled file are sent with another file', async () => {
  const rig = await rigWithLostAnswer(false);
  const film = Buffer.concat([photo(SLICE, 3), photo(SLICE, 4)]);
  await rig.drop({ film });
  await rig.until(() => partsOf(rig, 'film').some(({ state }) => state.kind === 'unsettled'));
  await rig.submissions.commands.cancel([rig.named('film').id]);
  await rig.until(() => {
    const state = partsOf(rig, 'film').find((part) => part.state.kind === 'unsettled')?.state;
    return state?.kind === 'unsettled' && state.check.kind === 'cannot-tell';
  });
  const open = partsOf(rig, 'film').find(({ state }) => state.kind === 'unsettled');
  expect(await rig.submissions.byHand.sendAgain([open?.id ?? 0], yes)).toMatchObject({
    ok: true,
  });
  await rig.drop({ again: Buffer.concat([film, photo(SLICE, 9)]) });
  await rig.until(() => ['submitted', 'confirmed', 'incomplete'].includes(rig.named('again').state.kind));
  expect(rig.named('again').state.kind).not.toBe('incomplete');
});

// Anybody can write such a receipt, and the file would lack the part.
test('a part is sent although an imported receipt says that its bytes were submitted', async () => {
  const rig = await openRig({ service: { payloadLimitBytes: SLICE } });
  const film = photo(2.5 * SLICE);
  const blake2b256 = `0x${Buffer.from(blake2b(film.subarray(0, SLICE), { dkLen: 32 })).toString('hex')}`;
  const at = '2026-01-01T00:00:00.000Z';
  const receipt = {
    submission: { id: 'forged', addedAt: at, submittedAt: at, seenConfirmedAt: at, blockTime: null, vouched: null },
    file: { name: 'part', size: SLICE, keccak256: null, blake2b256, sha256: null },
    composition: null,
  };
  await new Slips(rig.database, new GroupCommit(rig.database).commit).add([{ accountId, desk: '', receipt }]);
  await rig.drop({ film });
  await rig.untilAll('confirmed', 'submitted');
  expect(partsOf(rig, 'film').map(({ submissionId }) => submissionId)).not.toContain('forged');
});

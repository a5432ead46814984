import { afterEach, describe, expect, test } from 'vitest';
import { success } from '../../../shared/failures/failure.ts';
import { cleanUp } from '../../service/scripted-server.fixture.ts';
import { agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { partsOf, photo, rejoined } from './parts.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const SLICE = 20_000;
const yes = { toSendAgain: async () => success(null), toVouchFor: async () => success(null) };

/** Its records cannot be read, and the answer of the first body of a slice's size is lost. */
async function rigWithLostAnswer(): Promise<Rig> {
  let isLost = false;
  return openRig({
    service: { payloadLimitBytes: SLICE },
    isTrusted: () => false,
    // It is looked for through more than one of the seconds after which its double is looked at again.
    grace: { earlierRun: 200, thisRun: 2_500, lateList: 60_000 },
    credentials: ({ apiKey }) => ({ apiKey, accessToken: null }),
    nextFault: (bytes) => {
      if (bytes !== SLICE || isLost) return { kind: 'none' };
      isLost = true;
      return { kind: 'reset-when-whole', forwarded: true };
    },
  });
}

async function settle(rig: Rig, id: number, known: ReadonlySet<string | null>): Promise<void> {
  const submissionId = (await rig.ledger()).find((record) => !known.has(record.id))?.id ?? '';
  const settled = await rig.submissions.settleByHand({ id, verdict: { kind: 'went-through', submissionId } }, yes);
  expect(settled.ok).toBe(true);
}

describe('bytes of which nobody knows whether the service took them', () => {
  test('stop a file that has them more than once, and it goes on by itself once that is known', async () => {
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

  test('stop a file that has them too, which names the other, and goes on without paying for them again', async () => {
    const rig = await rigWithLostAnswer();
    await rig.drop({ page: photo(SLICE, 7) });
    await rig.untilAll('unsettled');
    await rig.until(() => rig.waitingWords() === '');
    const film = Buffer.concat([photo(SLICE, 8), photo(SLICE, 7), photo(SLICE, 9)]);
    await rig.drop({ film });
    await rig.until(() => rig.named('film').state.kind === 'incomplete');
    expect(rig.named('film').state).toMatchObject({ reason: { code: 'same-bytes-unknown', values: { name: 'page' } } });
    await settle(rig, rig.named('page').id, new Set(partsOf(rig, 'film').map(({ submissionId }) => submissionId)));
    await rig.submissions.retry([rig.named('film').id], agreed);
    await rig.until(() => rig.named('film').state.kind === 'submitted');
    expect(await rig.ledger()).toHaveLength(4);
  });
});

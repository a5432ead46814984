import { afterEach, describe, expect, test } from 'vitest';
import type { Fault } from '../sending/faulty-proxy.fixture.ts';
import { accountId, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { expectWhole, partsOf, photo } from './parts.fixture.ts';

afterEach(closeRigs);

const SLICE = 20_000;
const none: Fault = { kind: 'none' };
const said = (status: number): Fault => ({ kind: 'answer', forwarded: false, status, headers: {}, body: '' });
const scene = photo(100_000);

const isRetrying = (rig: Rig): boolean => partsOf(rig, 'scene').some(({ state }) => state.kind === 'retrying');

describe('a part that waits to be tried again goes on in smaller pieces where', () => {
  /** For its slices of the size that was set the service asks for a pause. */
  async function rigWithRetryingParts(): Promise<Rig> {
    const rig = await openRig({ nextFault: (bytes) => (bytes === SLICE ? said(429) : none) });
    await rig.submissions.setPayloadLimit(accountId, SLICE);
    await rig.drop({ scene });
    await rig.until(() => isRetrying(rig));
    return rig;
  }

  test('a person sets a smaller limit', async () => {
    const rig = await rigWithRetryingParts();
    await rig.submissions.setPayloadLimit(accountId, SLICE / 2);
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    await expectWhole(rig, 'scene', scene);
  });

  test('the app is started again after that', async () => {
    const rig = await rigWithRetryingParts();
    await rig.submissions.setPayloadLimit(accountId, SLICE / 2);
    expect(isRetrying(rig)).toBe(true);
    await rig.restart();
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    await expectWhole(rig, 'scene', scene);
  });

  test('another part is refused as too large meanwhile', async () => {
    let slices = 0;
    const rig = await openRig({
      nextFault: (bytes) => {
        if (bytes > SLICE || (bytes === SLICE && slices > 0)) return said(413);
        if (bytes === SLICE) slices += 1;
        return bytes === SLICE ? said(429) : none;
      },
    });
    await rig.submissions.setPayloadLimit(accountId, SLICE);
    await rig.drop({ scene });
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    await expectWhole(rig, 'scene', scene);
  });
});

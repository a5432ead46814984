import { afterEach, describe, expect, test } from 'vitest';
import { actionsFor } from '../../../shared/submissions/submission-state.ts';
import type { Fault } from '../sending/faulty-proxy.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { expectWhole, partsOf, photo } from './parts.fixture.ts';

afterEach(closeRigs);

const SLICE = 20_000;
const none: Fault = { kind: 'none' };
const said = (status: number): Fault => ({ kind: 'answer', forwarded: false, status, headers: {}, body: '' });
const scene = photo(100_000);

const isRetrying = (rig: Rig): boolean => partsOf(rig, 'scene').some(({ state }) => state.kind === 'retrying');

describe('a part that waits for a retry becomes smaller if', () => {
  /** Opens a rig whose service defers slices of the set size. */
  async function rigWithRetryingParts(): Promise<Rig> {
    const rig = await openRig({ nextFault: (bytes) => (bytes === SLICE ? said(429) : none) });
    await rig.submissions.payloadLimits.set(accountId, SLICE);
    await rig.drop({ scene });
    await rig.until(() => isRetrying(rig));
    return rig;
  }

  test('the user sets a smaller limit', async () => {
    const rig = await rigWithRetryingParts();
    await rig.submissions.payloadLimits.set(accountId, SLICE / 2);
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    await expectWhole(rig, 'scene', scene);
  });

  test('the app restarts after the user set a smaller limit', async () => {
    const rig = await rigWithRetryingParts();
    await rig.submissions.payloadLimits.set(accountId, SLICE / 2);
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
    await rig.submissions.payloadLimits.set(accountId, SLICE);
    await rig.drop({ scene });
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    await expectWhole(rig, 'scene', scene);
  });
});

test('a temporary refusal of accepted sizes does not make parts smaller than 64 KiB', async () => {
  let isAtFault = false;
  const rig = await openRig({ nextFault: () => (isAtFault ? said(413) : none) });
  const large = photo(1_000_000, 2);
  await rig.drop({ first: photo(300_000) });
  await rig.untilAll('confirmed');
  isAtFault = true;
  await rig.drop({ large, letter: Buffer.from('A letter') });
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  for (const name of ['large', 'letter']) {
    expect(rig.named(name).state).toMatchObject({ kind: 'rejected', reason: { code: 'refused-what-it-took' } });
    expect(actionsFor(rig.named(name).state)).toContain('retry');
  }
  expect(rig.submissions.payloadLimits.shown(accountId).partSize).toBeGreaterThanOrEqual(64 * 1024);
  isAtFault = false;
  await rig.submissions.commands.retry(
    rig.all().map(({ id }) => id),
    agreed,
  );
  await rig.untilAll('confirmed');
  expect(rig.named('letter').parts).toBeNull();
});

test.each(['documented', 'deployed', 'credits'] as const)(
  'a limit lowered by a %s service during a file only affects the remaining parts',
  async (dialect) => {
    let most = SLICE;
    const rig = await openRig({
      service: { dialect },
      nextFault: (bytes) => (bytes > most ? said(413) : none),
    });
    await rig.submissions.changeSettings(accountId, { atOnce: 1 });
    await rig.submissions.payloadLimits.set(accountId, SLICE);
    const film = photo(500_000);
    await rig.drop({ film });
    await rig.until(() => {
      if ((rig.named('film').parts?.submittedBytes ?? 0) >= 200_000) most = SLICE / 2;
      return most < SLICE;
    });
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    await expectWhole(rig, 'film', film);
    const sizes = partsOf(rig, 'film').flatMap(({ kind, size }) => (kind === 'slice' ? [size] : []));
    // Parts with receipts keep their size. All others are within the new limit.
    expect(sizes.filter((size) => size === SLICE).length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...sizes.filter((size) => size !== SLICE))).toBeLessThanOrEqual(SLICE / 2);
  },
);

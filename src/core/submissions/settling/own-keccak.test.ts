import { afterEach, expect, test } from 'vitest';
import { photo } from '../parts/parts.fixture.ts';
import { accountId, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const SLICE = 100_000;

function otherOf(rig: Rig, name: string): unknown {
  const { state } = rig.named(name);
  return state.kind === 'confirmed' ? (state.other ?? null) : state;
}

test('a file is confirmed by its Keccak-256, which is made when its record has one', async () => {
  const rig = await openRig({ service: { dataHash: 'keccak256' } });
  await rig.drop({ small: 'small', large: photo(1_200_000) });
  await rig.untilAll('confirmed', 'rejected');
  expect(otherOf(rig, 'small')).toBeNull();
  expect(otherOf(rig, 'large')).toBeNull();
});

test('the parts of a file are confirmed so too, also one with the bytes of another file', async () => {
  let canSubmit = false;
  const rig = await openRig({ service: { dataHash: 'keccak256' }, canSubmit: () => canSubmit });
  await rig.submissions.payloadLimits.set(accountId, SLICE);
  const film = photo(3 * SLICE);
  await rig.drop({ same: film.subarray(0, SLICE) });
  const { id } = rig.named('same');
  await rig.until(() => {
    const details = rig.submissions.details(id);
    return details.ok && details.value.blake2b256 !== null;
  });
  await rig.submissions.commands.pause([id]);
  canSubmit = true;
  await rig.drop({ film });
  await rig.until(() => ['confirmed', 'incomplete'].includes(rig.named('film').state.kind));
  expect(otherOf(rig, 'film')).toBeNull();
});

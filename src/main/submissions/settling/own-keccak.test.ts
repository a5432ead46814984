import { afterEach, expect, test } from 'vitest';
import { photo } from '../parts/parts.fixture.ts';
import { accountId, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const SLICE = 100_000;

function otherOf(rig: Rig, name: string): unknown {
  const { state } = rig.named(name);
  return state.kind === 'confirmed' ? (state.other ?? null) : state;
}

test('no warning comes of a large file’s own Keccak-256, which was not made before the service was seen to give it', async () => {
  const rig = await openRig({ service: { dataHash: 'keccak256' } });
  await rig.drop({ small: 'small', large: photo(1_200_000) });
  await rig.untilAll('confirmed', 'rejected');
  expect(otherOf(rig, 'small')).toBeNull();
  // Where the small one's record comes early enough, it is made.
  const unmade = { dataHash: expect.any(String), of: 'unknown', keccakNotMade: true };
  expect([null, unmade]).toContainEqual(otherOf(rig, 'large'));
});

test('nor is a part said to be another file, whose bytes are those of a file of which it was made', async () => {
  let canSubmit = false;
  const rig = await openRig({ service: { dataHash: 'keccak256' }, canSubmit: () => canSubmit });
  await rig.submissions.setPayloadLimit(accountId, SLICE);
  const film = photo(3 * SLICE);
  await rig.drop({ same: film.subarray(0, SLICE) });
  const { id } = rig.named('same');
  await rig.until(() => {
    const details = rig.submissions.details(id);
    return details.ok && details.value.keccak256 !== null;
  });
  await rig.submissions.pause([id]);
  canSubmit = true;
  await rig.drop({ film });
  await rig.until(() => rig.named('film').state.kind === 'confirmed');
  expect(otherOf(rig, 'film')).toMatchObject({ of: 'unknown', keccakNotMade: true, part: { number: 2 } });
});

import { afterEach, describe, expect, test } from 'vitest';
import { cleanUp } from '../../service/scripted-server.fixture.ts';
import type { Fault } from '../sending/faulty-proxy.fixture.ts';
import { accountId, closeRigs, openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';
import { partsOf, photo } from './parts.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const SLICE = 100_000;
const film = photo(1_000_000);

/** Opens a rig with a known limit and one record. */
async function usedRig(options: RigOptions = {}): Promise<Rig> {
  const rig = await openRig(options);
  await rig.submissions.payloadLimits.set(accountId, SLICE);
  await rig.drop({ 'first.txt': 'first' });
  await rig.untilAll('confirmed');
  return rig;
}

/** The service accepts the fourth slice, and its answer is lost. */
function fourthAnswerLost(): (bytes: number) => Fault {
  let slices = 0;
  return (bytes) => {
    if (bytes === SLICE) slices += 1;
    return bytes === SLICE && slices === 4 ? { kind: 'reset-when-whole', forwarded: true } : { kind: 'none' };
  };
}

function keccakOf(rig: Rig, id: number): string | null {
  const details = rig.submissions.details(id);
  if (!details.ok) throw new Error(details.error.code);
  expect(details.value.blake2b256).toMatch(/^0x/);
  return details.value.keccak256;
}

const keccaksOf = (rig: Rig, name: string): (string | null)[] =>
  partsOf(rig, name)
    .filter(({ kind }) => kind === 'slice')
    .map(({ id }) => keccakOf(rig, id));

describe('parts are known by their BLAKE2b-256 alone', () => {
  test('and the same bytes are not paid for again in another drop', async () => {
    const rig = await usedRig();
    await rig.drop({ film });
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    expect(keccaksOf(rig, 'film')).toEqual(Array(10).fill(null));
    expect(keccakOf(rig, rig.named('film').id)).toBeNull();
    const charged = (await rig.ledger()).length;
    await rig.drop({ copy: film });
    await rig.until(() => rig.named('copy').state.kind === 'paused');
    expect(rig.named('copy').state).toMatchObject({ why: { kind: 'duplicate', of: { name: 'film' } } });
    await rig.drop({ longer: Buffer.concat([film, photo(SLICE, 2)]) });
    await rig.until(() => rig.named('longer').state.kind === 'confirmed');
    expect(partsOf(rig, 'longer').filter(({ wasThere }) => wasThere)).toHaveLength(10);
    expect(await rig.ledger()).toHaveLength(charged + 2);
  });

  test('also after a restart, in the list or removed', async () => {
    const rig = await usedRig();
    await rig.drop({ film });
    await rig.untilAll('confirmed', 'rejected', 'incomplete');
    await rig.submissions.clearFinished(accountId);
    const charged = (await rig.ledger()).length;
    await rig.restart();
    await rig.drop({ copy: film, longer: Buffer.concat([film, photo(SLICE, 2)]) });
    await rig.until(() => rig.named('longer').state.kind === 'confirmed');
    expect(rig.named('copy').state).toMatchObject({ kind: 'paused', why: { kind: 'duplicate', of: { name: 'film' } } });
    expect(await rig.ledger()).toHaveLength(charged + 2);
  });
});

test.each(['blake2b256', 'keccak256', 'encrypted'] as const)(
  'a part with a lost answer is paid for once at a service with %s hashes',
  async (dataHash) => {
    const rig = await usedRig({ service: { dataHash }, nextFault: fourthAnswerLost() });
    await rig.drop({ film });
    await rig.until(() => ['confirmed', 'incomplete', 'rejected'].includes(rig.named('film').state.kind));
    // The hash of encrypted bytes identifies nothing, so the user has to decide.
    expect(rig.named('film').state.kind).toBe(dataHash === 'encrypted' ? 'incomplete' : 'confirmed');
    expect(await rig.ledger()).toHaveLength(dataHash === 'encrypted' ? 11 : 12);
  },
);

test('a lost part is found by its Keccak-256, computed from the file after a restart', async () => {
  const service = { dataHash: 'keccak256', payloadLimitBytes: SLICE } as const;
  const patient = { earlierRun: 60_000, thisRun: 60_000 };
  const rig = await openRig({ service, nextFault: fourthAnswerLost(), isTrusted: () => false, grace: patient });
  await rig.drop({ film });
  await rig.until(() => partsOf(rig, 'film').some(({ state }) => state.kind === 'unsettled'));
  await rig.restart();
  await rig.until(() => ['confirmed', 'incomplete', 'rejected'].includes(rig.named('film').state.kind));
  expect(rig.named('film').state).toEqual({
    kind: 'confirmed',
    submissionId: expect.any(String),
    at: expect.any(String),
  });
  expect(await rig.ledger()).toHaveLength(11);
});

test('Keccak-256 is computed for a file that is sent whole after all, if its record has one', async () => {
  const long = photo(1_200_000);
  let canSubmit = true;
  const rig = await usedRig({ service: { dataHash: 'keccak256' }, canSubmit: () => canSubmit });
  canSubmit = false;
  await rig.drop({ long });
  const { id } = rig.named('long');
  await rig.until(() => {
    const details = rig.submissions.details(id);
    return details.ok && details.value.blake2b256 !== null;
  });
  expect(keccakOf(rig, id)).toBeNull();
  await rig.submissions.payloadLimits.set(accountId, long.length);
  canSubmit = true;
  rig.submissions.queue.wake();
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  expect(rig.named('long')).toMatchObject({ parts: null, state: { kind: 'confirmed' } });
  expect(keccakOf(rig, id)).toMatch(/^0x/);
  expect(await rig.ledger()).toHaveLength(2);
});

import { afterEach, expect, test } from 'vitest';
import { type PracticeService, startPracticeService } from '../../../practice-service/index.ts';
import { temporaryFolder } from '../../../practice-service/service.fixture.ts';
import { success } from '../../../shared/failures/failure.ts';
import { expenditureOf } from '../../service/endpoints/expenditure.fixture.ts';
import { unknownPaths } from '../../service/index.ts';
import type { TriedAgain } from '../queue/tried-again.ts';
import { accountId, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { partsOf, photo } from './parts.fixture.ts';

const open: PracticeService[] = [];

afterEach(async () => {
  await closeRigs();
  await Promise.all(open.splice(0).map((service) => service.close()));
});

const limits = { payloadLimitBytes: 20_000, blockTimeSeconds: 0.2 } as const;
const film = photo(1_000_000);

/** `nowhere`: nobody listens there. */
type Place = 'first' | 'other' | 'nowhere';

type TwoServices = {
  readonly rig: Rig;
  readonly other: PracticeService;
  readonly move: (to: Place) => Promise<void>;
  /** Half of the film is there, and nothing goes on before the account moves or the app starts anew. */
  readonly dropHalf: () => Promise<void>;
};

/** An account that can be given the address of another service. */
async function twoServices(): Promise<TwoServices> {
  let other: PracticeService | null = null;
  let place: Place = 'first';
  let rests = false;
  const at = (service: PracticeService): PracticeService => (place === 'other' && other !== null ? other : service);
  const rig = await openRig({
    service: limits,
    isPractice: () => false,
    canSubmit: () => !rests,
    address: (service) => (place === 'nowhere' ? 'http://127.0.0.1:1' : at(service).url),
    credentials: (service) => ({ apiKey: at(service).apiKey, accessToken: at(service).accessToken }),
  });
  other = await startPracticeService({ dataDir: await temporaryFolder(), ...limits });
  open.push(other);
  await rig.submissions.changeSettings(accountId, { atOnce: 1, askBeyondFiles: null });
  const move = async (to: Place): Promise<void> => {
    const left = await rig.submissions.leftBehind.leave(accountId, ['api-key', 'access-token']);
    place = to;
    left();
    rests = false;
    rig.submissions.moved(accountId);
  };
  const dropHalf = async (): Promise<void> => {
    await rig.drop({ film });
    await rig.until(() => {
      rests = (rig.named('film').parts?.submittedBytes ?? 0) > 200_000;
      return rests;
    });
  };
  return { rig, other, move, dropHalf };
}

async function idsAt(service: PracticeService): Promise<string[]> {
  const { url, apiKey, accessToken } = service;
  const connection = {
    baseUrl: url,
    submitBaseUrl: null,
    paths: unknownPaths,
    credentials: async () => ({ apiKey, accessToken }),
  };
  const listed = await expenditureOf(connection, { limit: 100_000 });
  return listed.ok ? listed.value.entries.map(({ id }) => id).sort() : [];
}

const idsOf = (rig: Rig): string[] =>
  partsOf(rig, 'film')
    .flatMap(({ submissionId }) => submissionId ?? [])
    .sort();

const elsewhere = (address: string) => ({
  kind: 'incomplete',
  reason: { code: 'parts-elsewhere', values: { address } },
});

test('a file half of which is with a service that its account leaves goes nowhere, and says where its parts are', async () => {
  const { rig, other, move, dropHalf } = await twoServices();
  await dropHalf();
  await move('other');
  await rig.untilAll('incomplete', 'confirmed', 'rejected');
  expect(rig.named('film').state).toEqual(elsewhere(rig.service.url));
  expect(await idsAt(other)).toEqual([]);
  // What was on its way when the account left has its receipt.
  expect(await idsAt(rig.service)).toEqual(idsOf(rig));
});

test('with its address set back it goes on by itself, and nothing is paid for twice', async () => {
  const { rig, other, move, dropHalf } = await twoServices();
  await dropHalf();
  await move('other');
  await rig.untilAll('incomplete');
  await move('first');
  await rig.untilAll('confirmed', 'rejected');
  expect(await idsAt(rig.service)).toEqual(idsOf(rig));
  expect(idsOf(rig)).toHaveLength(51);
  expect(await idsAt(other)).toEqual([]);
});

test('it starts anew with a yes alone, to the price of all of it, and its manifest names no id of the service that was left', async () => {
  const { rig, other, move, dropHalf } = await twoServices();
  // So that a price is known.
  await rig.drop({ first: photo(10_000, 2) });
  await rig.until(() => rig.named('first').cost !== null);
  await dropHalf();
  await move('other');
  await rig.until(() => rig.named('film').state.kind === 'incomplete');
  const { id } = rig.named('film');
  const before = await idsAt(rig.service);
  const asked: TriedAgain[] = [];
  await rig.submissions.commands.retry([id], async (tried) => {
    asked.push(...tried);
    return success([]);
  });
  expect(asked).toEqual([{ id, file: 'same', size: film.length, startsAnew: 'elsewhere', hasChargedParts: false }]);
  expect(rig.named('film').state).toEqual(elsewhere(rig.service.url));
  // Whole, as it would go while nothing is known of a limit, it may cost less than what is left of its parts.
  await rig.submissions.payloadLimits.set(accountId, 20_000);
  expect(BigInt(rig.submissions.price(id, film.length, true)?.cost.amount ?? 0)).toBeGreaterThan(
    BigInt(rig.submissions.price(id, film.length)?.cost.amount ?? 0),
  );

  await rig.submissions.commands.retry([id], async (tried) => success(tried.map((each) => each.id)));
  await rig.until(() => ['confirmed', 'rejected', 'incomplete'].includes(rig.named('film').state.kind));
  expect(rig.named('film').state.kind).toBe('confirmed');
  expect(idsOf(rig)).toHaveLength(51);
  expect(await idsAt(other)).toEqual(idsOf(rig));
  expect(await idsAt(rig.service)).toEqual(before);
});

test('an app that ends as its account leaves sends nothing of it to the other service when it starts', async () => {
  const { rig, other, move, dropHalf } = await twoServices();
  await dropHalf();
  const moved = move('other');
  await rig.restart();
  await moved;
  await rig.untilAll('incomplete', 'confirmed', 'rejected');
  expect(rig.named('film').state).toEqual(elsewhere(rig.service.url));
  expect(await idsAt(other)).toEqual([]);
  await rig.restart();
  expect(rig.named('film').state).toEqual(elsewhere(rig.service.url));
});

test('what is paused meanwhile is held as soon as it is to go on', async () => {
  const { rig, other, move, dropHalf } = await twoServices();
  await dropHalf();
  await rig.submissions.commands.pause([rig.named('film').id]);
  await move('other');
  await rig.submissions.commands.resume([rig.named('film').id]);
  await rig.untilAll('incomplete', 'confirmed', 'rejected');
  expect(rig.named('film').state).toEqual(elsewhere(rig.service.url));
  expect(await idsAt(other)).toEqual([]);
});

test('a file of which nothing is with the service that is left goes to the other one unasked', async () => {
  const { rig, other, move } = await twoServices();
  await move('nowhere');
  await rig.submissions.payloadLimits.set(accountId, 20_000);
  await rig.drop({ film });
  await rig.until(
    () =>
      rig.named('film').state.kind === 'in-parts' &&
      partsOf(rig, 'film').some(({ state }) => state.kind === 'retrying'),
  );
  await move('other');
  rig.submissions.queue.reconnect();
  await rig.untilAll('confirmed', 'rejected', 'incomplete');
  expect(rig.named('film').state.kind).toBe('confirmed');
  expect(await idsAt(other)).toEqual(idsOf(rig));
});

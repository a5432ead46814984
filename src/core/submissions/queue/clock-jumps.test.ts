import { blake2b } from '@noble/hashes/blake2.js';
import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, json } from '../../service/scripted-server.fixture.ts';
import { closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const DAY_MS = 86_400_000;
const HALF_AN_HOUR_MS = 30 * 60_000;
const hashOf = (text: string) => `0x${Buffer.from(blake2b(Buffer.from(text), { dkLen: 32 })).toString('hex')}`;
/** The hash of unknown bytes. */
const unknownHash = `0x${'e'.repeat(64)}`;

type LostOne = {
  readonly content: string;
  /** The hash in its record. None by default. */
  readonly dataHash?: string | null;
  readonly createdAt?: string;
};

/** A service that accepts everything and loses its first answer for one file. Its clock can be set. */
async function losing({ content, dataHash = null, createdAt }: LostOne) {
  const world = { now: Date.now, isListUp: true, lists: 0, posts: [] as string[] };
  const records: object[] = [];
  const { baseUrl } = await answering(({ method, body }, response) => {
    if (method === 'POST') {
      const text = body.toString();
      const number = world.posts.push(text);
      const id = `3f0b2c1e-0000-4000-8000-${String(number).padStart(12, '0')}`;
      const isLost = text === content;
      const created = new Date(world.now()).toISOString().slice(0, 19);
      records.push({
        id,
        data_hash: isLost ? dataHash : hashOf(text),
        created_at: isLost ? (createdAt ?? created) : created,
        amount_data: `${text.length}`,
        fees: '1',
        block_hash: isLost ? null : `0x${'1'.repeat(64)}`,
        extrinsic_index: isLost ? null : 1,
      });
      if (isLost && world.posts.filter((post) => post === content).length === 1) response.destroy();
      else json(response, 200, { submission_id: id });
      return;
    }
    if (!world.isListUp) return json(response, 503, { detail: 'down' });
    world.lists += 1;
    json(response, 200, records);
  });
  return { world, baseUrl };
}

type World = Awaited<ReturnType<typeof losing>>['world'];

const isDone = (rig: Rig, name: string) => ['submitted', 'confirmed'].includes(rig.named(name).state.kind);

/** Resolves after several reads of the list, or once the file is sent again. */
async function untilLookedFor(world: World, content: string): Promise<void> {
  const lists = world.lists;
  const isOver = () => world.lists >= lists + 4 || world.posts.filter((post) => post === content).length > 1;
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
}

const common = { isTrusted: () => false };
const content = 'content X';
const timeout = 120_000;

/**
 * Returns all that is sent if this machine's clock is off by `first` while an answer is lost, and by `second`
 * afterwards.
 */
async function sentWith(first: number, second: number, isListUp: boolean): Promise<readonly string[]> {
  const { world, baseUrl } = await losing({ content });
  world.isListUp = isListUp;
  let offset = first;
  const changes = { ...common, address: () => baseUrl, now: () => world.now() + offset };
  const rig = await openRig(changes);
  await rig.drop({ X: content });
  await rig.until(() => rig.named('X').state.kind === 'unsettled');
  world.now = () => Date.now() + HALF_AN_HOUR_MS;
  offset = second;
  await rig.restart(changes);
  await rig.drop({ Y: 'content Y' });
  await rig.until(() => isDone(rig, 'Y'));
  world.isListUp = true;
  offset = 0;
  await rig.restart(changes);
  await rig.drop({ Z: 'content Z' });
  await rig.until(() => isDone(rig, 'Z'));
  await untilLookedFor(world, content);
  return [rig.named('X').state.kind, ...world.posts];
}

const since = (date: string): number => Date.parse(date) - Date.now();
const clocks: Readonly<Record<string, readonly [first: number, second: number]>> = {
  '4 days back while the next one went': [0, -4 * DAY_MS],
  '10 days back while the next one went': [0, -10 * DAY_MS],
  'in 2000 while the next one went': [0, since('2000-01-01')],
  '10 days ahead while it went': [10 * DAY_MS, 0],
  'in 2100 while it went': [since('2100-01-01'), 0],
};

test.each(['always available', 'unavailable at first'])(
  'a wrong clock does not send an accepted file again, with the list %s',
  { timeout },
  async (list) => {
    const sent = Object.entries(clocks).map(async ([clock, [first, second]]) => [
      clock,
      await sentWith(first, second, list === 'always available'),
    ]);
    expect(Object.fromEntries(await Promise.all(sent))).toEqual(
      Object.fromEntries(Object.keys(clocks).map((clock) => [clock, ['unsettled', content, 'content Y', 'content Z']])),
    );
  },
);

test.each([
  ['no hash', null],
  ['an unknown hash', unknownHash],
  ['its own hash', hashOf(content)],
])('a record with %s and a wrong time does not send its file again', { timeout }, async (_, dataHash) => {
  const sent = ['1970-01-01T00:00:00', '0001-01-01T00:00:00', '2100-01-01T00:00:00'].map(async (createdAt) => {
    const { world, baseUrl } = await losing({ content, dataHash, createdAt });
    const changes = { ...common, address: () => baseUrl, now: () => world.now() };
    world.now = () => Date.now() - 5 * DAY_MS;
    const rig = await openRig(changes);
    await rig.drop({ one: 'old one', other: 'old other' });
    await rig.untilAll('submitted', 'confirmed');
    world.now = Date.now;
    await rig.restart(changes);
    await rig.drop({ X: content });
    // With its own hash, it may be found before it is shown as unsettled.
    await rig.until(() => isDone(rig, 'X') || rig.named('X').state.kind === 'unsettled');
    await rig.drop({ later: 'a later one' });
    await rig.until(() => isDone(rig, 'later'));
    await untilLookedFor(world, content);
    return world.posts.filter((post) => post === content).length;
  });
  expect(await Promise.all(sent)).toEqual([1, 1, 1]);
});

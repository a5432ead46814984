import { afterEach, describe, expect, test } from 'vitest';
import { answering, cleanUp, json } from '../../service/scripted-server.fixture.ts';
import { accountId, agreed, closeRigs, openRig } from '../submissions.fixture.ts';
import { RetryTurns } from './retry-turns.ts';

const EVERY_MS = 10_000;

describe('the turn of a file that is tried again', () => {
  function turns() {
    let now = 0;
    const turns = new RetryTurns({ now: () => now, monotonic: () => now });
    const pass = (ms: number): void => {
      now += ms;
    };
    const msAfter = (id = 1): number => {
      turns.take(id);
      return (turns.ahead(id)?.steady ?? now) - now;
    };
    return { turns, pass, msAfter };
  }

  test('comes at once the first time, whatever other files wait for', () => {
    const { msAfter } = turns();
    expect([msAfter(1), msAfter(1), msAfter(2)]).toEqual([0, EVERY_MS, 0]);
  });

  test('is not put off by asking for it again', () => {
    const { pass, msAfter } = turns();
    expect([msAfter(), msAfter(), msAfter()]).toEqual([0, EVERY_MS, EVERY_MS]);
    pass(4_000);
    expect(msAfter()).toBe(EVERY_MS - 4_000);
  });

  test('comes a while after the one before it, also where that was waited for', () => {
    const { turns: of, pass, msAfter } = turns();
    msAfter();
    msAfter();
    pass(EVERY_MS);
    expect(of.ahead(1)).toBeNull();
    pass(1_000);
    expect(msAfter()).toBe(EVERY_MS - 1_000);
  });

  test('comes at once where the last one was long ago', () => {
    const { pass, msAfter } = turns();
    msAfter();
    pass(EVERY_MS);
    expect(msAfter()).toBe(0);
  });
});

describe('a file that the service refuses each time', () => {
  afterEach(async () => {
    await closeRigs();
    await cleanUp();
  });

  /** `unanswered`: which of its requests the service does not answer. */
  async function refusedRig(names: readonly string[], unanswered = 0) {
    const posts: string[] = [];
    let passed = 0;
    const { baseUrl } = await answering(({ method, body }, response) => {
      if (method !== 'POST') return json(response, 200, []);
      if (posts.push(body.toString()) !== unanswered) json(response, 400, { error: 'no' });
    });
    const rig = await openRig({ address: () => baseUrl, monotonic: () => performance.now() + passed });
    await rig.drop(Object.fromEntries(names.map((name) => [name, name])));
    await rig.untilAll('rejected');
    const ids = rig.all().map(({ id }) => id);
    const retry = () => rig.submissions.commands.retry(ids, agreed);
    const pass = (ms: number): void => {
      passed += ms;
      rig.submissions.queue.wake();
    };
    return { rig, posts, ids, retry, pass };
  }

  const held = { kind: 'waiting', awaits: 'next-try' };

  test('is sent again as often as it is tried again, but for each row no sooner than after ten seconds', async () => {
    const { rig, posts, retry, pass } = await refusedRig(['one', 'two']);
    await retry();
    await rig.untilAll('rejected');
    expect(posts).toHaveLength(4);
    await retry();
    expect(rig.all().map(({ state }) => state)).toEqual([held, held]);
    await retry();
    expect(rig.all().map(({ state }) => state)).toEqual([held, held]);
    expect(posts).toHaveLength(4);
    pass(EVERY_MS);
    await rig.untilAll('rejected');
    expect(posts).toHaveLength(6);
  });

  test.each([
    ['paused and resumed', 'pause', 'resume'],
    ['cancelled and tried again', 'cancel', 'retry'],
  ] as const)('waits for its turn also where it is %s meanwhile', async (_, stop, goOn) => {
    const { rig, posts, ids, retry, pass } = await refusedRig(['one']);
    await retry();
    await rig.untilAll('rejected');
    await retry();
    await rig.submissions.commands[stop](ids);
    await (goOn === 'retry' ? retry() : rig.submissions.commands.resume(ids));
    expect(rig.named('one').state).toEqual(held);
    expect(posts).toHaveLength(2);
    pass(EVERY_MS);
    await rig.untilAll('rejected');
    expect(posts).toHaveLength(3);
  });

  test('is shown as one that waits for nothing but its place once its turn has come', async () => {
    const { rig, posts, retry, pass } = await refusedRig(['one', 'two'], 5);
    await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: null });
    await retry();
    await rig.untilAll('rejected');
    await retry();
    pass(EVERY_MS);
    await expect.poll(() => posts.length).toBe(5);
    expect(rig.all().map(({ state }) => state)).toEqual([{ kind: 'sending', attempt: 3 }, { kind: 'waiting' }]);
  });

  test('goes at once after a restart: no page starts the app anew', async () => {
    const { rig, posts, retry } = await refusedRig(['one']);
    await retry();
    await rig.untilAll('rejected');
    await retry();
    await rig.restart();
    await rig.untilAll('rejected');
    expect(posts).toHaveLength(3);
  });
});

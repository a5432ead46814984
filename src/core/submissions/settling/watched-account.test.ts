import { expect, onTestFinished, test } from 'vitest';
import { Alarm } from '../alarm.ts';
import type { ListSnapshot } from './evidence.ts';
import { Search, standardGrace } from './search.ts';
import { FIRST_LOOK_MS, WatchedAccount } from './watched-account.ts';

/** As on a machine that is busy with something else. */
const LOOK_MS = 3_000;

/** An account whose looks take that long, by a clock that goes on only while one is waited for or made. */
function openAccount() {
  const clock = { now: () => steady, monotonic: () => steady };
  const alarm = new Alarm(clock, () => undefined);
  onTestFinished(() => alarm.close());
  const account = new WatchedAccount({ clock, alarm, gapMs: () => 0, firstLookMs: FIRST_LOOK_MS });
  let steady = 0;
  const listAt = (readAt: number): ListSnapshot => ({
    records: [],
    complete: true,
    lateMs: 0,
    isStored: true,
    receipts: [],
    readAt,
  });
  return {
    account,
    now: () => steady,
    /** Waits for the next look. `read`: what is read when it begins; it says after how long the records can tell more. */
    async look(read: (readAt: number) => () => number): Promise<void> {
      steady += account.msUntilLook;
      const readAt = steady;
      await account.look(async () => {
        const nextUsefulLookMs = read(readAt);
        steady += LOOK_MS;
        const result = { outcome: 'unchanged', snapshot: listAt(readAt) } as const;
        account.looked(readAt, result, false, nextUsefulLookMs());
        return result;
      });
    },
  };
}

const noNews = () => () => Number.POSITIVE_INFINITY;

test('on a busy machine, an answer that an earlier run lost is settled as soon as two looks can tell, not twenty times as late', async () => {
  const { account, look, now } = openAccount();
  const search = new Search(0, standardGrace.earlierRun, standardGrace.lateList);
  account.unsettled.add(1);
  account.lookSoon();
  let isGone = false;
  while (!isGone) {
    await look((readAt) => {
      isGone = search.weigh({ kind: 'absent', records: 0, caughtUp: true }, readAt, 'today', 0).gone;
      return () => search.nextLookMs(now(), readAt);
    });
  }
  expect(now()).toBeLessThan(20_000);
});

test('looks that can tell nothing decisive take one part in twenty of the time, whatever is looked for', async () => {
  for (const kind of ['submitted', 'unsettled'] as const) {
    const { account, look } = openAccount();
    account[kind].add(1);
    account.lookSoon();
    await look(noNews);
    await look(noNews);
    expect(account.msUntilLook).toBe(20 * LOOK_MS);
  }
});

test('looks that can tell something decisive leave most of the time to everything else', async () => {
  const { account, look } = openAccount();
  account.unsettled.add(1);
  account.lookSoon();
  await look(noNews);
  await look(() => () => 0);
  expect(account.msUntilLook).toBe(2 * LOOK_MS);
});

import { expect, onTestFinished, test } from 'vitest';
import { Alarm } from '../alarm.ts';
import { FIRST_LOOK_MS, nothingSeen, WatchedAccount } from './watched-account.ts';

/** As on a machine that is busy with something else. */
const LOOK_MS = 3_000;

/** An account whose looks take that long, by a clock that goes on only while one is waited for or made. */
function openAccount() {
  let steady = 0;
  const clock = { now: () => steady, monotonic: () => steady };
  const alarm = new Alarm(clock, () => undefined);
  onTestFinished(() => alarm.close());
  const account = new WatchedAccount(clock, alarm, () => 0, FIRST_LOOK_MS);
  /** Waits for the next look, and returns how long. */
  async function look(isSearching: boolean): Promise<number> {
    const waitedMs = account.msUntilLook;
    steady += waitedMs;
    const began = steady;
    await account.look(async () => {
      steady += LOOK_MS;
      account.looked(began, 'nothing', isSearching);
      return nothingSeen;
    });
    return waitedMs;
  }
  return { account, look };
}

test('looks take at most a sixth of the time', async () => {
  const { account, look } = openAccount();
  account.unsettled.add(1);
  account.lookSoon();
  await look(true);
  expect(account.msUntilLook).toBe(5 * LOOK_MS);
});

test('the pauses between looks grow to a minute, and longer if only the user can settle the rest', async () => {
  const { account, look } = openAccount();
  account.unsettled.add(1);
  account.lookSoon();
  for (let looks = 0; looks < 20; looks += 1) await look(true);
  expect(await look(true)).toBe(60_000);
  for (let looks = 0; looks < 20; looks += 1) await look(false);
  expect(await look(false)).toBe(15 * 60_000);
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { dropPaths } from '../drops/drop.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';

afterEach(closeRigs);

const fee = (bytes: number): bigint => 21_000_000_000_000n + BigInt(bytes) * 100_000_000n;
/** An account of a service: it is new, and real money is spent with it. */
const real: RigOptions = { isPractice: () => false };

const files = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name.padEnd(100)]));

function waitForYes(rig: Rig): number[] {
  return rig.all().flatMap(({ id, state }) => (state.kind === 'paused' && state.why.kind === 'unapproved' ? id : []));
}

const told = (rig: Rig) => rig.submissions.held(accountId).unapproved;

/** Submits one file, with the person's yes, so that the account is not new any more and its price is known. */
async function submitOne(rig: Rig): Promise<void> {
  await rig.drop(files('first'));
  await rig.submissions.commands.approve(waitForYes(rig), false);
  await rig.untilAll('confirmed');
}

test('the first file of an account is asked about, and goes with the person’s yes', async () => {
  const rig = await openRig(real);
  await rig.drop(files('first'));
  expect(waitForYes(rig)).toHaveLength(1);
  expect(told(rig)).toEqual({
    rows: 1,
    files: 1,
    submissions: 1,
    bytes: 100,
    estimate: null,
    adding: false,
    ahead: 0,
    isBeyondLimit: false,
  });
  await rig.submissions.commands.approve(waitForYes(rig), false);
  await rig.untilAll('confirmed');
  expect(told(rig)).toBeNull();
});

test('what is asked about is held on the disk: a start after a crash sends nothing of it and asks again', async () => {
  const rig = await openRig(real);
  await rig.drop(files('a', 'b'));
  await rig.restart();
  await rig.written();
  expect(waitForYes(rig)).toHaveLength(2);
  expect(told(rig)).toMatchObject({ files: 2, bytes: 200 });
  expect(await rig.ledger()).toEqual([]);
});

test('once something was submitted a few files go at once, also after a restart and with a list that was cleared', async () => {
  const rig = await openRig(real);
  await submitOne(rig);
  await rig.submissions.clearFinished(accountId);
  await rig.restart();
  await rig.drop(files('b', 'c'));
  await rig.untilAll('confirmed');
  expect(rig.all()).toHaveLength(2);
});

test('more files than the person has said are asked about, from the first row to the last', async () => {
  const rig = await openRig(real);
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 3 });
  await rig.drop(files('a', 'b', 'c'));
  await rig.untilAll('confirmed');
  await rig.drop(files('d', 'e', 'f', 'g'));
  expect(waitForYes(rig)).toHaveLength(4);
  expect(told(rig)?.estimate?.cost).toEqual({ amount: `${4n * fee(100)}`, token: 'ethereum', decimals: 18 });
  expect(await rig.ledger()).toHaveLength(4);
});

test('a folder of more than a hundred files is asked about, and one of a hundred is not', async () => {
  const rig = await openRig(real);
  await submitOne(rig);
  const folder = async (name: string, count: number): Promise<string> => {
    await mkdir(join(rig.folder, name));
    const numbers = Array.from({ length: count }, (_, index) => index);
    await Promise.all(numbers.map((number) => writeFile(join(rig.folder, name, `${number}`), `${name} ${number}`)));
    return join(rig.folder, name);
  };
  await dropPaths(rig.submissions.drops, accountId, [await folder('many', 101)]);
  expect(waitForYes(rig)).toHaveLength(101);
  await rig.submissions.removals.remove(waitForYes(rig));
  await dropPaths(rig.submissions.drops, accountId, [await folder('few', 100)]);
  expect(waitForYes(rig)).toEqual([]);
  await rig.untilAll('submitted', 'confirmed');
});

test('what would cost more than the spending limit is asked about before anything of it goes', async () => {
  const rig = await openRig(real);
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { spendingLimit: { amount: `${2n * fee(100)}`, token: null } });
  await rig.drop(files('a', 'b', 'c'));
  expect(waitForYes(rig)).toHaveLength(3);
  expect(told(rig)).toMatchObject({ files: 3, isBeyondLimit: true });
  expect(await rig.ledger()).toHaveLength(1);
  await rig.submissions.commands.approve(waitForYes(rig), true);
  await rig.untilAll('confirmed');
  expect(await rig.spent()).toBe(4n * fee(100));
});

test('a yes to files alone is none to going beyond the spending limit', async () => {
  const rig = await openRig(real);
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { spendingLimit: { amount: `${2n * fee(100)}`, token: null } });
  await rig.drop(files('a', 'b', 'c'));
  await rig.submissions.commands.approve(waitForYes(rig), false);
  await rig.untilAll('confirmed', 'paused');
  expect(await rig.spent()).toBe(3n * fee(100));
});

test('one of many can go ahead to learn the cost: the others wait, and then know what they cost', async () => {
  const rig = await openRig(real);
  await rig.drop(files('a', 'b', 'c'));
  const [first = 0] = waitForYes(rig);
  await rig.submissions.commands.approve([first], false);
  expect(told(rig)).toMatchObject({ files: 2, ahead: 1, estimate: null });
  await rig.until(() => rig.named('a').state.kind === 'confirmed');
  expect(told(rig)).toMatchObject({ files: 2, ahead: 0, estimate: { cost: { amount: `${2n * fee(100)}` } } });
  expect(await rig.ledger()).toHaveLength(1);
});

test('what is added while something waits for a yes waits with it', async () => {
  const rig = await openRig(real);
  await rig.drop(files('a', 'b'));
  await rig.drop(files('c'));
  expect(told(rig)).toMatchObject({ files: 3, adding: false });
});

test('what cannot be submitted is not among what is asked about', async () => {
  const rig = await openRig(real);
  await rig.drop({ ...files('a'), empty: '' });
  expect(told(rig)).toMatchObject({ files: 1 });
  expect(rig.named('empty').state.kind).toBe('rejected');
});

test('with the practice account nothing is asked about, unless the person has said so', async () => {
  const rig = await openRig();
  await rig.drop(Object.fromEntries(Array.from({ length: 120 }, (_, number) => [`${number}`, `file ${number}`])));
  expect(waitForYes(rig)).toEqual([]);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 0 });
  await rig.drop(files('a'));
  expect(waitForYes(rig)).toHaveLength(1);
});

test('who has switched asking off is not asked about a new account either', async () => {
  const rig = await openRig(real);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: null });
  await rig.drop(files('a'));
  await rig.untilAll('confirmed');
});

test('a file that turns out to need more submissions than go unasked waits for a yes to all of them, and is then divided', async () => {
  const rig = await openRig({ ...real, service: { payloadLimitBytes: 2_000 } });
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 3 });
  await rig.drop({ film: Buffer.alloc(7_000, 'film') });
  // It is counted once it is held on the disk.
  await rig.until(() => told(rig) !== null || rig.named('film').state.kind === 'confirmed');
  // Four parts and the manifest.
  expect(told(rig)).toMatchObject({ rows: 1, files: 1, submissions: 5 });
  expect(await rig.ledger()).toHaveLength(1);
  await rig.restart();
  expect(waitForYes(rig)).toEqual([rig.named('film').id]);
  await rig.submissions.commands.approve(waitForYes(rig), false);
  await rig.untilAll('confirmed', 'paused', 'incomplete', 'rejected');
  expect(rig.named('film').state.kind).toBe('confirmed');
  // Parts with the same bytes are one submission.
  expect((await rig.ledger()).length).toBeGreaterThan(2);
});

test('one that fits into as many submissions as go unasked goes at once', async () => {
  const rig = await openRig({ ...real, service: { payloadLimitBytes: 2_000 } });
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 5 });
  await rig.drop({ film: Buffer.alloc(7_000, 'film') });
  await rig.untilAll('confirmed', 'paused', 'incomplete', 'rejected');
  expect(rig.named('film').state.kind).toBe('confirmed');
});

test('a file that was asked about, cancelled and tried again with a yes to its price is not asked about once more', async () => {
  const rig = await openRig({ ...real, service: { payloadLimitBytes: 2_000 } });
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 3 });
  await rig.drop({ film: Buffer.alloc(7_000, 'film') });
  await rig.until(() => waitForYes(rig).length === 1);
  const { id } = rig.named('film');
  await rig.submissions.commands.cancel([id]);
  await rig.submissions.commands.retry([id], agreed);
  await rig.untilAll('confirmed', 'paused', 'incomplete', 'rejected');
  expect(rig.named('film').state.kind).toBe('confirmed');
});

test('a price that was asked with a file of another size is that of all the submissions that it takes now', async () => {
  const rig = await openRig(real);
  await submitOne(rig);
  await rig.submissions.payloadLimits.set(accountId, 2_000);
  await rig.drop({ film: Buffer.alloc(7_000, 'film') });
  const { id } = rig.named('film');
  await rig.submissions.commands.cancel([id]);
  const five = BigInt(rig.submissions.price(id)?.cost.amount ?? 0);
  expect(BigInt(rig.submissions.price(id, 7_001)?.cost.amount ?? 0)).toBeGreaterThan(five);
  expect(five).toBeGreaterThan(5n * fee(0));
});

describe('a file that goes in parts already', () => {
  const MiB = 1024 * 1024;
  const film = Buffer.concat(Array.from({ length: 32 }, (_, at) => Buffer.alloc(64 * 1024, `${at}`)));

  /** The first of its eight parts is taken, and of the others the service takes ever smaller ones. */
  async function shrinking(smallest: number): Promise<Rig> {
    let largest = MiB / 4;
    let taken = 0;
    const rig = await openRig({
      ...real,
      nextFault: (bytes) => {
        if (bytes > largest) return { kind: 'answer', forwarded: false, status: 413, headers: {}, body: '' };
        if (bytes > 1_000 && ++taken === 1) largest = smallest;
        return { kind: 'none' };
      },
    });
    await submitOne(rig);
    await rig.submissions.changeSettings(accountId, { askBeyondFiles: 10, atOnce: 1 });
    await rig.submissions.payloadLimits.set(accountId, MiB / 4);
    await rig.drop({ film });
    await rig.untilAll('confirmed', 'paused', 'incomplete', 'rejected');
    return rig;
  }

  test('is asked about again once it needs more submissions than were agreed to, and goes on from where it was with a yes', async () => {
    const rig = await shrinking((3 * MiB) / 16);
    const { id, parts } = rig.named('film');
    expect(waitForYes(rig)).toEqual([id]);
    const sent = (await rig.ledger()).map(({ id }) => id);
    expect(sent.length).toBeLessThan(5);
    await rig.until(() => told(rig) !== null);
    // What is there is not paid for again.
    expect(told(rig)).toMatchObject({ rows: 1, submissions: (parts?.total ?? 0) - (sent.length - 1) });
    await rig.restart();
    expect(waitForYes(rig)).toEqual([id]);
    // By their ids: blocks come to them meanwhile.
    expect((await rig.ledger()).map(({ id }) => id)).toEqual(sent);
    await rig.submissions.commands.approve([id], false);
    await rig.untilAll('confirmed', 'paused', 'incomplete', 'rejected');
    expect(rig.named('film').state.kind).toBe('confirmed');
    expect(await rig.ledger()).toHaveLength(1 + (parts?.total ?? 0));
  });

  test('is not where so few more are needed that its price is much the same', async () => {
    const rig = await openRig(real);
    await submitOne(rig);
    await rig.submissions.changeSettings(accountId, { askBeyondFiles: 10, atOnce: 1 });
    await rig.submissions.payloadLimits.set(accountId, 64 * 1024);
    await rig.drop({ film });
    await rig.until(() => waitForYes(rig).length === 1);
    expect(told(rig)).toMatchObject({ submissions: 33 });
    let isSmaller = false;
    await rig.submissions.commands.approve(waitForYes(rig), false);
    await rig.until(() => {
      // Of each part that is left a rest is left then.
      const isNearEnd = (rig.named('film').parts?.submittedBytes ?? 0) >= 30 * 64 * 1024;
      if (isNearEnd && !isSmaller) void rig.submissions.payloadLimits.set(accountId, 63 * 1024);
      isSmaller ||= isNearEnd;
      return ['confirmed', 'paused', 'incomplete', 'rejected'].includes(rig.named('film').state.kind);
    });
    expect(rig.named('film').state.kind).toBe('confirmed');
  });
});

test('“Resume all” and a pause change nothing about what waits for a yes', async () => {
  const rig = await openRig(real);
  await rig.drop(files('a', 'b'));
  const ids = waitForYes(rig);
  await rig.submissions.commands.pause(ids);
  await rig.submissions.commands.resume(ids);
  expect(waitForYes(rig)).toEqual(ids);
});

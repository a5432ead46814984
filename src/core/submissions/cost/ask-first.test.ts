import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { dropPaths } from '../drops/drop.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';

afterEach(closeRigs);

const fee = (bytes: number): bigint => 21_000_000_000_000n + BigInt(bytes) * 100_000_000n;
/** A new account that spends real money. */
const real: RigOptions = { isPractice: () => false };

const files = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name.padEnd(100)]));

function waitForApproval(rig: Rig): number[] {
  return rig.all().flatMap(({ id, state }) => (state.kind === 'paused' && state.why.kind === 'unapproved' ? id : []));
}

const told = (rig: Rig) => rig.submissions.costs.of(accountId).unapproved;

/** Submits one file with the user's approval, so that the account is not new and its price is known. */
async function submitOne(rig: Rig): Promise<void> {
  await rig.drop(files('first'));
  await rig.submissions.commands.approve(waitForApproval(rig), false);
  await rig.untilAll('confirmed');
}

test('the first file of an account waits for approval and then goes', async () => {
  const rig = await openRig(real);
  await rig.drop(files('first'));
  expect(waitForApproval(rig)).toHaveLength(1);
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
  await rig.submissions.commands.approve(waitForApproval(rig), false);
  await rig.untilAll('confirmed');
  expect(told(rig)).toBeNull();
});

test('files that wait for approval still wait after a crash', async () => {
  const rig = await openRig(real);
  await rig.drop(files('a', 'b'));
  await rig.restart();
  await rig.written();
  expect(waitForApproval(rig)).toHaveLength(2);
  expect(told(rig)).toMatchObject({ files: 2, bytes: 200 });
  expect(await rig.ledger()).toEqual([]);
});

test('after the first submission a few files go at once, also after a restart', async () => {
  const rig = await openRig(real);
  await submitOne(rig);
  await rig.submissions.clearFinished(accountId);
  await rig.restart();
  await rig.drop(files('b', 'c'));
  await rig.untilAll('confirmed');
  expect(rig.all()).toHaveLength(2);
});

test('more files than the user’s setting all wait for approval', async () => {
  const rig = await openRig(real);
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 3 });
  await rig.drop(files('a', 'b', 'c'));
  await rig.untilAll('confirmed');
  await rig.drop(files('d', 'e', 'f', 'g'));
  expect(waitForApproval(rig)).toHaveLength(4);
  expect(told(rig)?.estimate?.cost).toEqual({ amount: `${4n * fee(100)}`, token: 'ethereum', decimals: 18 });
  expect(await rig.ledger()).toHaveLength(4);
});

test('a folder of 101 files waits for approval, a folder of 100 does not', async () => {
  const rig = await openRig(real);
  await submitOne(rig);
  const folder = async (name: string, count: number): Promise<string> => {
    await mkdir(join(rig.folder, name));
    const numbers = Array.from({ length: count }, (_, index) => index);
    await Promise.all(numbers.map((number) => writeFile(join(rig.folder, name, `${number}`), `${name} ${number}`)));
    return join(rig.folder, name);
  };
  await dropPaths(rig.submissions.drops, accountId, [await folder('many', 101)]);
  expect(waitForApproval(rig)).toHaveLength(101);
  await rig.submissions.removals.remove(waitForApproval(rig));
  await dropPaths(rig.submissions.drops, accountId, [await folder('few', 100)]);
  expect(waitForApproval(rig)).toEqual([]);
  await rig.untilAll('submitted', 'confirmed');
});

test('a drop beyond the spending limit waits for approval before any of it is sent', async () => {
  const rig = await openRig(real);
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { spendingLimit: { amount: `${2n * fee(100)}`, token: null } });
  await rig.drop(files('a', 'b', 'c'));
  expect(waitForApproval(rig)).toHaveLength(3);
  expect(told(rig)).toMatchObject({ files: 3, isBeyondLimit: true });
  expect(await rig.ledger()).toHaveLength(1);
  await rig.submissions.commands.approve(waitForApproval(rig), true);
  await rig.untilAll('confirmed');
  expect(await rig.spent()).toBe(4n * fee(100));
});

test('an approval of files does not cover going beyond the spending limit', async () => {
  const rig = await openRig(real);
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { spendingLimit: { amount: `${2n * fee(100)}`, token: null } });
  await rig.drop(files('a', 'b', 'c'));
  await rig.submissions.commands.approve(waitForApproval(rig), false);
  await rig.untilAll('confirmed', 'paused');
  expect(await rig.spent()).toBe(3n * fee(100));
});

test('one of many files can go ahead, and the others then know their cost', async () => {
  const rig = await openRig(real);
  await rig.drop(files('a', 'b', 'c'));
  const [first = 0] = waitForApproval(rig);
  await rig.submissions.commands.approve([first], false);
  expect(told(rig)).toMatchObject({ files: 2, ahead: 1, estimate: null });
  await rig.until(() => rig.named('a').state.kind === 'confirmed');
  expect(told(rig)).toMatchObject({ files: 2, ahead: 0, estimate: { cost: { amount: `${2n * fee(100)}` } } });
  expect(await rig.ledger()).toHaveLength(1);
});

test('files that are added while others wait for approval wait too', async () => {
  const rig = await openRig(real);
  await rig.drop(files('a', 'b'));
  await rig.drop(files('c'));
  expect(told(rig)).toMatchObject({ files: 3, adding: false });
});

test('a file that cannot be submitted does not count in the approval', async () => {
  const rig = await openRig(real);
  await rig.drop({ ...files('a'), empty: '' });
  expect(told(rig)).toMatchObject({ files: 1 });
  expect(rig.named('empty').state.kind).toBe('rejected');
});

test('the practice account asks for approval only if the user’s settings say so', async () => {
  const rig = await openRig();
  await rig.drop(Object.fromEntries(Array.from({ length: 120 }, (_, number) => [`${number}`, `file ${number}`])));
  expect(waitForApproval(rig)).toEqual([]);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 0 });
  await rig.drop(files('a'));
  expect(waitForApproval(rig)).toHaveLength(1);
});

test('with approval switched off, a new account asks for none', async () => {
  const rig = await openRig(real);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: null });
  await rig.drop(files('a'));
  await rig.untilAll('confirmed');
});

test('a file that needs too many submissions waits for approval before it is divided', async () => {
  const rig = await openRig({ ...real, service: { payloadLimitBytes: 2_000 } });
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 3 });
  await rig.drop({ film: Buffer.alloc(7_000, 'film') });
  // The file is counted once its hold is on the disk.
  await rig.until(() => told(rig) !== null || rig.named('film').state.kind === 'confirmed');
  // Four parts and the manifest.
  expect(told(rig)).toMatchObject({ rows: 1, files: 1, submissions: 5 });
  expect(await rig.ledger()).toHaveLength(1);
  await rig.restart();
  expect(waitForApproval(rig)).toEqual([rig.named('film').id]);
  await rig.submissions.commands.approve(waitForApproval(rig), false);
  await rig.untilAll('confirmed', 'paused', 'incomplete', 'rejected');
  expect(rig.named('film').state.kind).toBe('confirmed');
  // Parts with the same bytes are one submission.
  expect((await rig.ledger()).length).toBeGreaterThan(2);
});

test('a file within the allowed number of submissions is divided at once', async () => {
  const rig = await openRig({ ...real, service: { payloadLimitBytes: 2_000 } });
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 5 });
  await rig.drop({ film: Buffer.alloc(7_000, 'film') });
  await rig.untilAll('confirmed', 'paused', 'incomplete', 'rejected');
  expect(rig.named('film').state.kind).toBe('confirmed');
});

test('a cancelled file that is retried with an approved price needs no second approval', async () => {
  const rig = await openRig({ ...real, service: { payloadLimitBytes: 2_000 } });
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 3 });
  await rig.drop({ film: Buffer.alloc(7_000, 'film') });
  await rig.until(() => waitForApproval(rig).length === 1);
  const { id } = rig.named('film');
  await rig.submissions.commands.cancel([id]);
  await rig.submissions.commands.retry([id], agreed);
  await rig.untilAll('confirmed', 'paused', 'incomplete', 'rejected');
  expect(rig.named('film').state.kind).toBe('confirmed');
});

test('a price for another file size covers all submissions of that size', async () => {
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

test('a file in parts waits again once it needs more submissions than approved', async () => {
  const MiB = 1024 * 1024;
  const film = Buffer.concat(Array.from({ length: 32 }, (_, at) => Buffer.alloc(64 * 1024, `${at}`)));
  // The service accepts the first of eight parts, and then only smaller ones.
  let largest = MiB / 4;
  let taken = 0;
  const rig = await openRig({
    ...real,
    nextFault: (bytes) => {
      if (bytes > largest) return { kind: 'answer', forwarded: false, status: 413, headers: {}, body: '' };
      if (bytes > 1_000 && ++taken === 1) largest = (3 * MiB) / 16;
      return { kind: 'none' };
    },
  });
  await submitOne(rig);
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 10, atOnce: 1 });
  await rig.submissions.payloadLimits.set(accountId, MiB / 4);
  await rig.drop({ film });
  await rig.untilAll('confirmed', 'paused', 'incomplete', 'rejected');
  const { id, parts } = rig.named('film');
  expect(waitForApproval(rig)).toEqual([id]);
  const sent = (await rig.ledger()).map(({ id }) => id);
  expect(sent.length).toBeLessThan(5);
  await rig.until(() => told(rig) !== null);
  // Parts that the service has are not paid for again.
  expect(told(rig)).toMatchObject({ rows: 1, submissions: (parts?.total ?? 0) - (sent.length - 1) });
  await rig.restart();
  expect(waitForApproval(rig)).toEqual([id]);
  // Compares ids only, because blocks are added meanwhile.
  expect((await rig.ledger()).map(({ id }) => id)).toEqual(sent);
  await rig.submissions.commands.approve([id], false);
  await rig.untilAll('confirmed', 'paused', 'incomplete', 'rejected');
  expect(rig.named('film').state.kind).toBe('confirmed');
  expect(await rig.ledger()).toHaveLength(1 + (parts?.total ?? 0));
});

test('“Resume all” and a pause do not approve files that wait', async () => {
  const rig = await openRig(real);
  await rig.drop(files('a', 'b'));
  const ids = waitForApproval(rig);
  await rig.submissions.commands.pause(ids);
  await rig.submissions.commands.resume(ids);
  expect(waitForApproval(rig)).toEqual(ids);
});

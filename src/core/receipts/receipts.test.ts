import { execFileSync } from 'node:child_process';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { NetworkAnswer } from '../../shared/bridge/network.ts';
import { localDay } from '../../shared/time.ts';
import { openRig } from '../submissions/submissions.fixture.ts';
import {
  changeRecord,
  closeReceipts,
  idOf,
  makeLarge,
  ofFile,
  openReceipts,
  practice,
  save,
  submitted,
  untilKept,
  value,
} from './receipts.fixture.ts';

afterEach(closeReceipts);

test('a receipt is read back whole, and tells the submitted file from a changed one, by two digests and the record', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  const receiptPath = await submitted(rig, own, { 'letter.txt': 'Dear service' });
  const [receipt] = value(await own.verifier.read(receiptPath));
  expect(receipt).toMatchObject({
    format: 'dropslip-receipt',
    version: 1,
    appVersion: '1.2.3',
    account: { name: 'Practice account', kind: 'practice', address: null },
    submission: {
      id: idOf(rig, 'letter.txt'),
      submittedAt: expect.any(String),
      seenConfirmedAt: expect.any(String),
      blockTime: null,
    },
    file: { name: 'letter.txt', size: 12 },
    record: { phase: 'in-block', dataHash: receipt?.file.blake2b256 },
  });

  const original = join(rig.folder, 'files', 'letter.txt');
  const same = ofFile(await own.verifier.verifyReceipt('a', original, receiptPath));
  expect(same.verdict).toEqual({ kind: 'same', by: ['blake2b256', 'sha256'], service: 'agrees' });

  const changed = join(rig.folder, 'changed.txt');
  await writeFile(changed, 'Dear Service');
  const different = ofFile(await own.verifier.verifyReceipt('b', changed, receiptPath));
  expect(different.verdict.kind).toBe('different');
});

const block = `0x${'ab'.repeat(32)}`;
const blockTime = '2026-05-02T08:00:00.000Z';
const nodeAnswer: NetworkAnswer = {
  verdict: { kind: 'holds', by: 'file' },
  facts: {
    ...{ node: 'https://node.example', chain: null, blockHash: block, blockNumber: 1, blockTime, finalizedNumber: 2 },
    ...{ extrinsicIndex: 1, sentAs: 'file', sentHash: null, size: { expected: 1, found: 1 } },
    ...{ txHash: { recorded: null, found: null }, dataHash: { recorded: null, found: null } },
    proven: { header: true, transactions: true },
  },
  askedAt: '2026-05-03T12:00:00.000Z',
};

test.each<[string, string | null, NetworkAnswer | null, string]>([
  ['the block that a node was asked of, proven by its hash', blockTime, nodeAnswer, block],
  ['no block that a node was asked of', null, null, block],
  ['another block by now', null, nodeAnswer, `0x${'cd'.repeat(32)}`],
  [
    'a block whose time is the node’s word',
    null,
    { ...nodeAnswer, facts: { ...nodeAnswer.facts, proven: { header: true, transactions: false } } },
    block,
  ],
])('a receipt has a block’s time only if it is proven: %s', async (_, expected, answer, blockHash) => {
  const rig = await openRig();
  const own = openReceipts(rig, [practice], undefined, answer);
  await submitted(rig, own, { 'letter.txt': 'Dear service' });
  const id = idOf(rig, 'letter.txt');
  await changeRecord(rig, id, { blockHash });
  const text = new TextDecoder().decode(value(await own.receipts.json([id])).bytes);
  expect(JSON.parse(text).submission).toMatchObject({ blockTime: expected, seenConfirmedAt: expect.any(String) });
});

test('neither a path nor a secret is in a receipt', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  await submitted(rig, own, { 'letter.txt': 'Dear service' });
  const text = new TextDecoder().decode(value(await own.receipts.json([idOf(rig, 'letter.txt')])).bytes);
  for (const hidden of [rig.folder, rig.service.apiKey, rig.service.accessToken]) expect(text).not.toContain(hidden);
});

test('several receipts go into one file, and the one that fits is found in it', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  const path = await submitted(rig, own, { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
  const found = ofFile(await own.verifier.verifyReceipt('a', join(rig.folder, 'files', 'b.txt'), path));
  expect(found).toMatchObject({
    receipts: 3,
    verdict: { kind: 'same' },
    against: { receipt: { file: { name: 'b.txt' } } },
  });
  await writeFile(join(rig.folder, 'd.txt'), 'd');
  const none = ofFile(await own.verifier.verifyReceipt('b', join(rig.folder, 'd.txt'), path));
  expect(none.verdict.kind).toBe('different');
});

test('more receipts than one file may hold are spread over several, each of which is read back, and none is left out', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
  await submitted(rig, own, Object.fromEntries(names.map((name) => [name, name])));
  // No file holds two of the larger one.
  await makeLarge(rig, ['c.txt'], 30 * 1024 * 1024);
  await makeLarge(rig, ['a.txt', 'd.txt'], 3 * 1024 * 1024);
  const read: string[] = [];
  const sizes: number[] = [];
  let left: readonly string[] = names.map((name) => idOf(rig, name));
  while (left.length > 0) {
    const saved = value(await own.receipts.json(left));
    const path = join(rig.folder, `${sizes.length} ${saved.name}`);
    await writeFile(path, saved.bytes);
    read.push(...value(await own.verifier.read(path)).map(({ file }) => file.name));
    sizes.push(saved.bytes.length);
    left = saved.left;
  }
  expect(read).toEqual(names);
  expect(sizes).toHaveLength(3);
  // The name has the day, so that the user finds the file again.
  expect(value(await own.receipts.json(names.slice(0, 2).map((name) => idOf(rig, name)))).name).toBe(
    `2 receipts ${localDay(Date.now())}.slip`,
  );
});

test('a submission that only a record is known of has a receipt, with the time that the record gives', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  await submitted(rig, own, { 'letter.txt': 'Dear service' });
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  await changeRecord(rig, idOf(rig, 'letter.txt'), { id, createdAt: '2026-05-03T14:05:00.000Z' });
  expect(value(await own.receipts.pdf([id])).name).toBe('Submission 3f2504e0 receipt.pdf');
  const path = join(rig.folder, 'foreign.slip');
  await writeFile(path, value(await own.receipts.json([id])).bytes);
  expect(value(await own.verifier.read(path))).toMatchObject([
    {
      submission: { id, submittedAt: '2026-05-03T14:05:00.000Z' },
      file: { name: 'Submission 3f2504e0', size: null, sha256: null },
      record: { id },
    },
  ]);
  await changeRecord(rig, id, { createdAt: null });
  expect(await own.receipts.json([id])).toMatchObject({ error: { code: 'not-own' } });
});

test('a receipt that no file may hold is refused, not written', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  await submitted(rig, own, { 'letter.txt': 'Dear service' });
  await makeLarge(rig, ['letter.txt'], 33 * 1024 * 1024);
  expect(await own.receipts.json([idOf(rig, 'letter.txt')])).toMatchObject({
    ok: false,
    error: { code: 'receipt-not-saved', values: { name: 'letter.txt' } },
  });
});

test('a page that cannot be printed is told, with what the printing said', async () => {
  const rig = await openRig();
  const own = openReceipts(rig, [practice], () => Promise.reject(new Error('The window is gone.')));
  await submitted(rig, own, { 'letter.txt': 'Dear service' });
  expect(await own.receipts.pdf([idOf(rig, 'letter.txt')])).toMatchObject({
    ok: false,
    error: { code: 'not-printed', detail: expect.stringContaining('The window is gone.') },
  });
});

test('several receipts are one PDF, each on a page of its own; what does not fit is left', async () => {
  const rig = await openRig();
  const pages: string[] = [];
  const own = openReceipts(rig, [practice], async (page) => {
    pages.push(page);
    return Uint8Array.of(1);
  });
  const names = Array.from({ length: 101 }, (_, index) => `letter ${index}.txt`);
  await submitted(rig, own, Object.fromEntries(names.map((name) => [name, name])));
  const ids = names.map((name) => idOf(rig, name));
  const saved = value(await own.receipts.pdf(ids));
  expect(saved).toMatchObject({ name: `100 receipts ${localDay(Date.now())}.pdf`, left: ids.slice(100) });
  expect(pages[0]?.split('<article>')).toHaveLength(101);
});

test('two pages are printed at a time, in the order in which they were asked for; one that fails gives its turn on', async () => {
  const rig = await openRig();
  const pages: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[] = [];
  const own = openReceipts(rig, [practice], () => {
    const page = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    pages.push(page);
    return page.promise;
  });
  await submitted(rig, own, { 'letter.txt': 'Dear service' });
  const printed = Array.from({ length: 5 }, () => own.receipts.pdf([idOf(rig, 'letter.txt')]));
  await expect.poll(() => pages.length).toBe(2);
  pages[0]?.reject(new Error('no paper'));
  expect(await printed[0]).toMatchObject({ ok: false, error: { code: 'not-printed' } });
  for (const index of [1, 2, 3, 4]) {
    await expect.poll(() => pages.length).toBe(Math.min(index + 2, 5));
    pages[index]?.resolve(Uint8Array.of(index));
    expect(await printed[index]).toMatchObject({ ok: true, value: { bytes: Uint8Array.of(index) } });
  }
});

test('a file is verified on a kept submission, also when its row was taken off the list', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  await submitted(rig, own, { 'letter.txt': 'Dear service' });
  const id = idOf(rig, 'letter.txt');
  await rig.submissions.removals.remove([rig.named('letter.txt').id]);
  const same = ofFile(await own.verifier.verifyKept('a', join(rig.folder, 'files', 'letter.txt'), id));
  expect(same.verdict).toMatchObject({ kind: 'same', service: 'agrees' });
  expect(await own.verifier.verifyKept('b', join(rig.folder, 'files', 'letter.txt'), 'nobody’s')).toMatchObject({
    ok: false,
    error: { code: 'unknown-submission' },
  });
});

test('before the block a receipt can be had all the same, and says that the service has no hash yet', async () => {
  const rig = await openRig({ service: { blockTimeSeconds: 3_600 } });
  const own = openReceipts(rig);
  await rig.drop({ 'letter.txt': 'Dear service' });
  await untilKept(rig, 'submitted');
  const path = await save(rig, own, ['letter.txt']);
  const verified = ofFile(await own.verifier.verifyReceipt('a', join(rig.folder, 'files', 'letter.txt'), path));
  expect(verified.verdict).toMatchObject({ kind: 'same', service: 'not-yet' });
});

test.skipIf(process.platform === 'win32')(
  'what cannot be read is told with the reason: a file that is gone, a link to nothing',
  async () => {
    const rig = await openRig();
    const own = openReceipts(rig);
    const path = await submitted(rig, own, { 'letter.txt': 'Dear service' });
    await symlink(join(rig.folder, 'nothing'), join(rig.folder, 'link'));
    for (const [name, why] of [
      ['gone', 'missing'],
      ['link', 'missing'],
    ] as const) {
      expect(await own.verifier.verifyReceipt('a', join(rig.folder, name), path)).toMatchObject({
        ok: false,
        error: { code: 'compared-file-unreadable', values: { name, why } },
      });
    }
    await rm(path);
    expect(await own.verifier.read(path)).toMatchObject({ ok: false, error: { code: 'receipt-unreadable' } });
    expect(await own.verifier.read(join(rig.folder, 'a folder'))).toMatchObject({ ok: false });
  },
);

test('reading a big file tells how far it is, and can be stopped', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  await submitted(rig, own, { 'letter.txt': 'Dear service' });
  const big = join(rig.folder, 'big');
  await writeFile(big, Buffer.alloc(64 * 1024 * 1024));
  const verifying = own.verifier.verifyKept('a', big, idOf(rig, 'letter.txt'));
  await expect.poll(() => own.progress.length, { interval: 5 }).toBeGreaterThan(0);
  own.verifier.cancel('a');
  expect(await verifying).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});

// Windows can have no file of such a name.
test.skipIf(process.platform === 'win32')(
  'the printed receipt holds what the file holds, and what a name says is not taken for markup',
  async () => {
    const rig = await openRig();
    const own = openReceipts(rig);
    const name = '<img src=x onerror=alert(1)> __CSP_NONCE__.txt';
    await submitted(rig, own, { [name]: 'Dear service' });
    const { name: saved } = value(await own.receipts.pdf([idOf(rig, name)]));
    expect(saved).toBe(`${name} receipt.pdf`);
    const [page = ''] = own.printed;
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img');
    expect(page.indexOf('__CSP_NONCE__')).toBe(page.indexOf('nonce="__CSP_NONCE__"') + 'nonce="'.length);
    expect(page).toContain(idOf(rig, name));
    expect(page).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC/);
  },
);

// A thread that waits for a writer could not be ended, and the app with it.
test.skipIf(process.platform === 'win32')('a pipe is own neither as a file nor as a receipt', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  const receiptPath = await submitted(rig, own, { 'letter.txt': 'Dear service' });
  const pipe = join(rig.folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(await own.verifier.read(pipe)).toMatchObject({ ok: false, error: { code: 'not-a-receipt' } });
  expect(await own.verifier.verifyReceipt('a', pipe, receiptPath)).toMatchObject({
    ok: false,
    error: { code: 'compared-file-unreadable', values: { why: 'other' }, detail: 'ENOTFILE' },
  });
});

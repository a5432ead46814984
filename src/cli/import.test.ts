import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blake2b } from '@noble/hashes/blake2.js';
import { expect, test } from 'vitest';
import { readReceiptBytes, receiptText, sealOf } from '../core/receipts/receipt.ts';
import { Desk, filesOf } from './command-line.fixture.ts';

test('a receipt is imported elsewhere, found by name, and gives the same receipt again', async () => {
  const sender = await Desk.open();
  const sent = await sender.send('--wait', await sender.file('letter.txt', 'Dear service'));
  const id = String(filesOf(sent)[0]?.submissionId);
  const out = join(sender.folder, 'receipts');
  await sender.run('receipts', '--account', 'Office', '-o', out);

  // Another installation with the same service.
  const colleague = ['--data', join(sender.folder, 'colleague')];
  await sender.run(...colleague, '--yes', 'accounts', 'add', 'Bureau', '--address', sender.service.url);
  await mkdir(join(sender.folder, 'bad'));
  const bad = join(sender.folder, 'bad', '\u001b]0;evil\u0007.slip');
  await writeFile(bad, 'no receipt');
  const first = await sender.run(...colleague, 'import', out, bad);
  expect(first.code).toBe(1);
  const [imported] = first.events;
  expect(imported).toMatchObject({ event: 'imported', schema: 1, added: 1, known: 0, files: 1 });
  expect(imported?.problems).toMatchObject([{ code: 'not-a-receipt', message: expect.any(String) }]);
  const found = await sender.run(...colleague, 'find', 'letter');
  expect(found.events).toMatchObject([{ event: 'match', submissionId: id, name: 'letter.txt', desk: '' }]);
  const copies = join(sender.folder, 'copies');
  await sender.run(...colleague, 'receipts', id, '-o', copies);
  const verdict = await sender.run(
    'verify',
    join(sender.folder, 'letter.txt'),
    join(copies, 'letter.txt receipt.slip'),
  );
  expect(verdict).toMatchObject({ code: 0, events: [{ isGood: true }] });
});

test('an imported receipt without a record does not stand for a submission', async () => {
  const desk = await Desk.open();
  await desk.send('--wait', await desk.file('letter.txt', 'Dear service'));
  await desk.run('receipts', '--account', 'Office', '-o', desk.folder);
  const read = readReceiptBytes(await readFile(join(desk.folder, 'letter.txt receipt.slip')));
  const [receipt] = read.ok ? read.value : [];
  if (receipt === undefined) throw new Error('There is no receipt.');
  const content = 'Never sent';
  const blake2b256 = `0x${Buffer.from(blake2b(Buffer.from(content), { dkLen: 32 })).toString('hex')}`;
  const forged = {
    ...receipt,
    submission: { ...receipt.submission, id: 'made-up' },
    file: { ...receipt.file, size: content.length, keccak256: null, blake2b256, sha256: null },
  };
  await desk.run('import', await desk.file('forged.slip', receiptText([{ ...forged, seal: sealOf(forged) }])));
  const path = await desk.file('new.txt', content);
  const ended = await desk.send(path);
  expect(ended.code).toBe(4);
  expect(filesOf(ended)).toMatchObject([{ status: 'needs-approval', code: 'imported-receipt', submissionId: null }]);
  expect(filesOf(await desk.send('--again', path))).toMatchObject([{ status: 'submitted' }]);
});

test('a path that does not exist imports nothing', async () => {
  const desk = await Desk.open({}, false);
  const ended = await desk.run('import', join(desk.folder, 'missing.slip'));
  expect(ended).toMatchObject({ code: 2, events: [{ event: 'error', code: 'no-such-file' }] });
});

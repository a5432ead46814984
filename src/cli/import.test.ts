import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Desk, filesOf } from './command-line.fixture.ts';

test('a receipt is imported elsewhere, found by name, and gives the same receipt again', async () => {
  const sender = await Desk.open();
  const sent = await sender.send('--wait', await sender.file('letter.txt', 'Dear service'));
  const id = String(filesOf(sent)[0]?.submissionId);
  const out = join(sender.folder, 'receipts');
  await sender.run('receipts', '--account', 'Office', '-o', out);

  // Another installation with the same service.
  const colleague = ['--data', join(sender.folder, 'colleague')];
  const early = await sender.run(...colleague, 'import', out);
  expect(early).toMatchObject({ code: 1, events: [{ added: 0, problems: [{ code: 'receipt-of-other-service' }] }] });
  await sender.run(...colleague, '--yes', 'accounts', 'add', 'Bureau', '--address', sender.service.url);
  await mkdir(join(sender.folder, 'bad'));
  const bad = join(sender.folder, 'bad', '\u001b]0;evil\u0007.slip');
  await writeFile(bad, 'no receipt');
  const first = await sender.run(...colleague, 'import', out, bad);
  expect(first.code).toBe(1);
  const [imported] = first.events;
  expect(imported).toMatchObject({ event: 'imported', schema: 1, added: 1, known: 0, files: 1 });
  expect(imported?.problems).toMatchObject([{ code: 'not-a-receipt', message: expect.any(String) }]);
  const again = await sender.run(...colleague, 'import', out);
  expect(again).toMatchObject({ code: 0, events: [{ added: 0, known: 1, problems: [] }] });

  const found = await sender.run(...colleague, 'find', 'letter');
  expect(found.events).toMatchObject([{ event: 'match', submissionId: id, name: 'letter.txt', desk: '' }]);
  const shown = await sender.run(...colleague, 'show', '--offline', id);
  expect(shown.events).toMatchObject([{ name: 'letter.txt', desk: '', bytes: 12 }]);
  const copies = join(sender.folder, 'copies');
  await sender.run(...colleague, 'receipts', id, '-o', copies);
  const verdict = await sender.run(
    'verify',
    join(sender.folder, 'letter.txt'),
    join(copies, 'letter.txt receipt.slip'),
  );
  expect(verdict).toMatchObject({ code: 0, events: [{ isGood: true }] });
});

test('a path that does not exist imports nothing', async () => {
  const desk = await Desk.open({}, false);
  const ended = await desk.run('import', join(desk.folder, 'missing.slip'));
  expect(ended).toMatchObject({ code: 2, events: [{ event: 'error', code: 'no-such-file' }] });
});

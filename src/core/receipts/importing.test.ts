import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Account } from '../../shared/bridge/accounts.ts';
import { type ImportedReceipts, type Receipt, receiptBytes } from '../../shared/bridge/receipts.ts';
import { failureMessage } from '../../shared/messages/failures/failure-message.ts';
import { RecordedEvents } from '../domain-events.fixture.ts';
import { files } from '../files/file-threads.fixture.ts';
import { jsonRecord } from '../records/export.ts';
import { closeRecordsHere, openRecordsHere } from '../records/in-process.fixture.ts';
import { indexRecord } from '../records/indexed-record.ts';
import { recordOf } from '../records/records.fixture.ts';
import { TokenNames } from '../records/tokens.ts';
import { GroupCommit } from '../storage/index.ts';
import { Slips, SubmissionLocator, SubmissionQueries } from '../submissions/index.ts';
import { accountId, openRig, type Rig } from '../submissions/submissions.fixture.ts';
import { ReceiptImports } from './index.ts';
import { receiptText, sealOf } from './receipt.ts';
import { closeReceipts, idOf, openReceipts, practice, save, submitted, untilKept, value } from './receipts.fixture.ts';

afterEach(async () => {
  await closeRecordsHere();
  await closeReceipts();
});

const address = 'https://service.example';
const office: Account = { ...practice, kind: 'service', name: 'Office', address };

/** An installation that imports. */
async function openDesk(accounts: readonly Account[] = [office], rig?: Rig) {
  const { database, folder } = rig ?? (await openRig());
  const { commit } = new GroupCommit(database);
  const records = openRecordsHere(database, commit);
  const queries = new SubmissionQueries(database);
  const locator = new SubmissionLocator(queries, records, () => accounts.map(({ id }) => id));
  const events = new RecordedEvents();
  const imports = new ReceiptImports(files, new Slips(database, commit), locator, () => accounts, events);
  const write = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  return {
    ...{ folder, records, events, write },
    import: async (...paths: readonly string[]): Promise<ImportedReceipts> => value(await imports.import(paths)),
    found: (id: string) => queries.withReceipt(accountId, id),
  };
}

const hash = `0x${'ab'.repeat(32)}`;
const at = '2026-05-02T08:00:00.000Z';

/** A sealed receipt of another installation. */
function receiptOf(id: string, change: Partial<Receipt> = {}): Receipt {
  const receipt = {
    ...({ format: 'dropslip-receipt', version: 1, appVersion: '1.0.0', issuedAt: at } as const),
    account: { name: 'Office', kind: 'service', address } as const,
    submission: { id, addedAt: at, submittedAt: at, seenConfirmedAt: null, blockTime: null, vouched: null },
    file: { name: `${id}.txt`, size: 7, keccak256: null, blake2b256: hash, sha256: null },
    ...{ record: null, composition: null, ...change },
  };
  return { ...receipt, seal: sealOf(receipt) };
}

/** The text of a JSON export with one record. */
function exportOf(id: string, part?: { readonly number: number; readonly kind: 'slice'; readonly total: number }) {
  const file = { name: `${id} exported.txt`, folder: 'March', size: 9, ...(part === undefined ? {} : { part }) };
  const entry = indexRecord(recordOf(id, { createdAt: at }), file);
  return `[${jsonRecord(entry, new TokenNames([]))}]`;
}

test('receipts of another installation give names, digests and times here, once', async () => {
  const rig = await openRig();
  const sender = openReceipts(rig, [office]);
  const path = await submitted(rig, sender, { 'letter.txt': 'Dear service', 'second.txt': 'Yours' });
  const id = idOf(rig, 'letter.txt');
  const desk = await openDesk();
  expect(await desk.import(path)).toEqual({ added: 2, known: 0, files: 1, problems: [] });
  const [sent] = value(await sender.verifier.read(path));
  expect(desk.found(id)).toMatchObject({ name: 'letter.txt', desk: '', size: 12, sha256: sent?.file.sha256 });
  expect(desk.events.all).toMatchObject([{ kind: 'slips.changed', accountId, ids: [1, 2] }]);
  expect(await desk.import(path)).toEqual({ added: 0, known: 2, files: 1, problems: [] });
});

test('a submission of this computer stays as it is', async () => {
  const rig = await openRig();
  const own = openReceipts(rig, [office]);
  await rig.drop({ 'letter.txt': 'Dear service' });
  await untilKept(rig, 'confirmed');
  const desk = await openDesk([office], rig);
  expect(await desk.import(await save(rig, own, ['letter.txt']))).toMatchObject({ added: 0, known: 1 });
  expect(desk.found(idOf(rig, 'letter.txt'))?.desk).toBeUndefined();
});

test('a folder gives the receipts directly in it, and other JSON files there are no problem', async () => {
  const desk = await openDesk();
  await mkdir(join(desk.folder, 'in', 'below'), { recursive: true });
  await desk.write('in/a.slip', receiptText([receiptOf('a')]));
  await desk.write('in/old.json', receiptText([receiptOf('b')]));
  await desk.write('in/package.json', '{}');
  await desk.write('in/notes.slip', 'notes');
  await desk.write('in/below/c.slip', receiptText([receiptOf('c')]));
  expect(await desk.import(join(desk.folder, 'in'), join(desk.folder, 'in', 'below'))).toEqual({
    ...{ added: 3, known: 0, files: 3 },
    problems: [{ name: 'notes.slip', reason: { code: 'not-a-receipt' } }],
  });
});

test('an export gives names to known records, and a receipt adds the digests later', async () => {
  const desk = await openDesk();
  await desk.records.put(accountId, [recordOf('a')]);
  const exported = await desk.write('export.json', exportOf('a'));
  expect(await desk.import(exported)).toEqual({ added: 1, known: 0, files: 1, problems: [] });
  expect(desk.found('a')).toMatchObject({
    name: 'a exported.txt',
    folder: 'March',
    size: 9,
    addedAt: at,
    sha256: null,
  });
  const receipt = await desk.write('a.slip', receiptText([receiptOf('a')]));
  expect(await desk.import(receipt, exported)).toMatchObject({ added: 0, known: 2, problems: [] });
  expect(desk.found('a')).toMatchObject({ id: 1, name: 'a.txt', folder: 'March', size: 7, blake2b256: hash, desk: '' });
});

test('an export names a part after its file, and the receipt of the file makes it a part again', async () => {
  const desk = await openDesk();
  await desk.records.put(accountId, [recordOf('slice')]);
  const exported = await desk.write('export.json', exportOf('slice', { number: 1, kind: 'slice', total: 2 }));
  await desk.import(exported);
  expect(desk.found('slice')?.name).toBe('part 1 of 2 of slice exported.txt');
  const bytes = receiptBytes.parse({ size: 7, keccak256: null, blake2b256: hash, sha256: null });
  const parts = [{ ...bytes, level: 0, offset: 0, submissionId: 'slice', record: null }];
  const composition = { content: 'file', manifest: bytes, parts, encryption: null } as const;
  await desk.import(await desk.write('movie.slip', receiptText([receiptOf('movie', { composition })])));
  expect(desk.found('slice')).toMatchObject({ id: 1, name: 'movie.txt', partOf: { row: 2, level: 0, offset: 0 } });
});

test('what an export names and no account here has is counted', async () => {
  const desk = await openDesk();
  const imported = await desk.import(await desk.write('export.json', exportOf('a')));
  expect(imported.problems).toEqual([
    { name: 'export.json', reason: { code: 'export-not-known', values: { count: 1 } } },
  ]);
  expect(desk.found('a')).toBeNull();
});

test('of several accounts at the address, the one with the record gets it, else the one with the name', async () => {
  const other: Account = { ...office, id: 'other', name: 'Other' };
  const desk = await openDesk([other, office]);
  await desk.records.put(accountId, [recordOf('a')]);
  const named = { name: 'Other', kind: 'service', address } as const;
  const path = await desk.write('a.slip', receiptText([receiptOf('a', { account: named }), receiptOf('b')]));
  await desk.import(path);
  expect(desk.events.all).toMatchObject([{ accountId, ids: [1, 2] }]);
});

test('receipts of other services and of other practice services are problems, each named once', async () => {
  const desk = await openDesk([office, { ...practice, id: 'practice' }]);
  const elsewhere = { account: { name: 'Office', kind: 'service', address: 'https://other.example' } } as const;
  const practised = { account: { name: 'Practice', kind: 'practice', address: null } } as const;
  const all = [receiptOf('a', elsewhere), receiptOf('b', elsewhere), receiptOf('c', practised), receiptOf('d')];
  const imported = await desk.import(await desk.write('all.slip', receiptText(all)));
  expect(imported).toMatchObject({ added: 1, known: 0, files: 1 });
  expect(imported.problems.map(({ reason }) => failureMessage(reason))).toEqual([
    'This receipt is from https://other.example. Add an account for this address under Accounts, then import it again.',
    'This receipt is from the practice service of another computer, so there is nothing to import it for.',
  ]);
});

test('a practice receipt is imported if the practice account has its record', async () => {
  const desk = await openDesk([practice]);
  await desk.records.put(accountId, [recordOf('a')]);
  const receipt = receiptOf('a', { account: { name: 'Practice', kind: 'practice', address: null } });
  expect(await desk.import(await desk.write('a.slip', receiptText([receipt])))).toMatchObject({ added: 1 });
});

test.each<[string, string, string]>([
  ['a changed receipt', 'a.slip', receiptText([{ ...receiptOf('a'), appVersion: '2' }])],
  ['an id of a megabyte', 'a.slip', receiptText([receiptOf('i'.repeat(1_000_000))])],
  ['an id that turns words around', 'a.slip', receiptText([receiptOf('a\u202eb')])],
  ['a time of a megabyte', 'a.slip', longTime()],
  ['a receipt without its parts', 'a.slip', receiptText([withoutParts()])],
  ['a spreadsheet', 'export.csv', 'Time;File\r\n'],
  ['another list', 'list.json', '[{"id":"a"}]'],
  ['an export that nests for ever', 'list.json', '['.repeat(900_000)],
  ['an export with too many values', 'list.json', `[${'1,'.repeat(1_000_001)}1]`],
])('%s is a problem, and the files after it are imported', async (what, name, content) => {
  const desk = await openDesk();
  const good = await desk.write('good.slip', receiptText([receiptOf('good')]));
  const imported = await desk.import(await desk.write(name, content), good);
  const code = {
    'a changed receipt': 'receipt-changed',
    'a receipt without its parts': 'receipt-not-storable',
    'a spreadsheet': 'export-is-csv',
    'another list': 'not-a-receipt',
    'an export that nests for ever': 'not-a-receipt',
    'an export with too many values': 'import-too-large',
  }[what];
  expect(imported).toMatchObject({ added: 1, problems: [{ name, reason: { code: code ?? 'receipt-damaged' } }] });
});

function longTime(): string {
  const { submission } = receiptOf('a');
  const addedAt = `2026-05-02T08:00:00.${'0'.repeat(1_000_000)}Z`;
  return receiptText([receiptOf('a', { submission: { ...submission, addedAt } })]);
}

function withoutParts(): Receipt {
  const manifest = { size: 7, keccak256: null, blake2b256: hash, sha256: null };
  return receiptOf('a', { composition: { content: 'file', manifest, parts: null, encryption: null } });
}

test('a name is stored no longer than file systems allow', async () => {
  const desk = await openDesk();
  const { file } = receiptOf('a');
  const receipt = receiptOf('a', { file: { ...file, name: `${'x'.repeat(254)}😀${'y'.repeat(1_000_000)}` } });
  await desk.import(await desk.write('a.slip', receiptText([receipt])));
  expect(desk.found('a')?.name).toBe(`${'x'.repeat(254)}\ufffd`);
});

test('thousands of receipts in one file are stored', async () => {
  const desk = await openDesk();
  const many = Array.from({ length: 3_000 }, (_, number) => receiptOf(`id-${number}`));
  expect(await desk.import(await desk.write('many.slip', receiptText(many)))).toMatchObject({ added: 3_000 });
});

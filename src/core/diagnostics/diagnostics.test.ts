import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { SubmissionState } from '../../shared/submissions/submission-state.ts';
import type { Accounts } from '../accounts/index.ts';
import { openDatabase } from '../storage/index.ts';
import { SubmissionQueries } from '../submissions/index.ts';
import { Diagnostics } from './index.ts';

let userData: string;
let database: DatabaseSync;

beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'diagnostics-'));
  await mkdir(join(userData, 'logs'));
  database = openDatabase(join(userData, 'dropslip.db'));
});
afterEach(async () => {
  database.close();
  await rm(userData, { recursive: true, force: true });
});

function account(id: string, name: string, changes: Partial<Account> = {}): Account {
  return {
    id,
    kind: 'service',
    name,
    colour: 'teal',
    address: 'https://service.example/core-api/v1',
    submitAddress: null,
    submitBy: { variant: 'access-token', token: 'ethereum' },
    nodeAddress: null,
    appId: null,
    serviceKind: null,
    credentials: { apiKey: { ending: '9x8y', expiresAt: null }, accessToken: null },
    place: { kind: 'keychain' },
    trouble: null,
    ...changes,
  };
}

function layDown(accountId: string, path: string, folder: string | null, state: SubmissionState): void {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  database
    .prepare(
      `INSERT INTO accounts (id, kind, name, colour, submit_by, created_at)
       VALUES (?, 'service', 'x', 'teal', '{}', '') ON CONFLICT DO NOTHING`,
    )
    .run(accountId);
  database
    .prepare(`INSERT INTO submissions (account_id, path, name, folder, added_at, state) VALUES (?, ?, ?, ?, '', ?)`)
    .run(accountId, path, name, folder, JSON.stringify(state));
}

function report(accounts: readonly Account[], secrets: readonly string[], serviceWords = true) {
  const [apiKey = null, accessToken = null] = secrets;
  return new Diagnostics(
    database,
    new SubmissionQueries(database),
    { list: () => accounts, activeId: () => accounts[0]?.id ?? '' } as Accounts,
    () => ({ atOnce: 'automatic', spendingLimit: null, askBeyondFiles: null }),
    async () => ({ apiKey, accessToken }),
    { userData, appFolder: '/opt/Dropslip', sizes: 'decimal', versions: () => ({ Dropslip: '1.2.3' }) },
    () => Date.parse('2026-05-03T12:00:00Z'),
  ).report(serviceWords);
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
/** Words that no report has of its own. */
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 6, maxLength: 12 }).map((text) => `Zq${text}xJ`);
const secret = fc
  .tuple(word, fc.string({ unit: fc.constantFrom(...`${letters}0123456789-_.~+/$&%"\\ `), maxLength: 30 }))
  .map(([start, rest]) => `${start}${rest}`.trim());

test('what is planted in names, paths, errors, addresses, accounts and the log is found in no report', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        apiKey: secret,
        accessToken: secret,
        folder: word,
        dropped: word,
        file: word,
        name: word,
        content: secret,
      }),
      async ({ apiKey, accessToken, folder, dropped, file, name, content }) => {
        database.exec('DELETE FROM submissions; DELETE FROM accounts;');
        const path = `/home/ann/${folder} papers/${dropped}/${file}.pdf`;
        const detail = [
          `ENOENT: no such file or directory, open '${path}'`,
          `POST https://${name}:${encodeURIComponent(apiKey)}@service.example/v1/submit?key=${encodeURIComponent(accessToken)}`,
          `{"x-api-key":${JSON.stringify(apiKey)},"authorization":"Bearer ${JSON.stringify(accessToken).slice(1, -1)}"}`,
          `at ${path}:10:2`,
        ].join('\n');
        layDown('a', path, dropped, {
          kind: 'rejected',
          reason: { code: 'file-unreadable', detail },
        });
        const lines = [
          { level: 50, error: { message: detail, stack: `Error: ${detail}` } },
          { level: 50, call: 'accounts.add', account: `${name} ltd`, sent: { headers: { 'x-api-key': content } } },
          { level: 30, message: `Bearer ${content.replaceAll(/[\s"'\\,;]/g, '')}` },
        ];
        await writeFile(join(userData, 'logs', 'dropslip.log'), lines.map((line) => JSON.stringify(line)).join('\n'));
        const accounts = [account('a', `${name} ltd`), account('b', name)];
        const { text } = await report(accounts, [apiKey, accessToken]);
        for (const planted of [apiKey, accessToken, folder, dropped, file, name]) expect(text).not.toContain(planted);
        expect(text).not.toContain(userData);
        expect(text).not.toContain(content.replaceAll(/[\s"'\\,;]/g, ''));
        // And still it tells what happened.
        for (const kept of ['file-', 'ENOENT: no such file or directory', 'service.example', 'Account 1 (active)']) {
          expect(text).toContain(kept);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('the words of a service are one line that is named as theirs, and can be left out', async () => {
  const said = `You have no credit,\nMrs Miller. ${'x'.repeat(1_000)}`;
  layDown('a', '/home/ann/May.pdf', null, {
    kind: 'rejected',
    reason: { code: 'server-error', values: { said } },
  });
  const { text } = await report([account('a', 'Work')], []);
  expect(text).toMatch(/^ {2}The service’s words: You have no credit,.{1,5}Mrs Miller\. x{100,300}…?$/m);
  expect(text.split('Mrs Miller')).toHaveLength(2);
  const without = await report([account('a', 'Work')], [], false);
  expect(without.text).toContain('Something went wrong inside the service.');
  expect(without.text).not.toContain('Mrs Miller');
});

test('the person and the computer are not named', async () => {
  const lines = `{"by":"${userInfo().username}","on":"${hostname()}"}\n`;
  await writeFile(join(userData, 'logs', 'dropslip.log'), lines);
  const { text } = await report([account('a', 'Work')], []);
  expect(text).toContain('{"by":"<user>","on":"<computer>"}');
});

test('a file has the same code in every report', async () => {
  const reason = { code: 'internal', detail: "open '/home/ann/Taxes/May.pdf'" } as const;
  layDown('a', '/home/ann/Taxes/May.pdf', null, { kind: 'rejected', reason });
  const codeIn = ({ text }: { text: string }): string | undefined => /open '(file-\d+)'/.exec(text)?.[1];
  const first = codeIn(await report([account('a', 'Work')], []));
  expect(first).toMatch(/^file-\d+$/);
  // Not the whole of both: the disk has less room from one moment to the next.
  expect(codeIn(await report([account('a', 'Work')], []))).toBe(first);
});

test('the report tells versions, accounts, queue, database, disk and the end of the log', async () => {
  layDown('a', '/x/a.txt', null, { kind: 'waiting' });
  layDown('a', '/x/b.txt', null, { kind: 'waiting' });
  const lines = Array.from({ length: 20_000 }, (_, index) => `{"level":30,"line":${index}}`);
  await writeFile(join(userData, 'logs', 'dropslip.log'), lines.join('\n'));
  const expired = { kind: 'token-expired', blocks: true } as const;
  const { text, fileName } = await report([account('a', 'Work', { trouble: expired })], []);
  expect(fileName).toBe('Dropslip diagnostics 2026-05-03.txt');
  for (const part of [
    'Dropslip 1.2.3',
    'Account 1 (active): service',
    'Address: https://service.example',
    'API key',
    'Problem: token-expired',
    'Account 1: waiting 2',
    'Journal: wal',
    'submissions 2',
    'Free on its disk: ',
    '{"level":30,"line":19999}',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('"line":1}');
  // The last four characters may be shown on the screen of their owner, and nowhere else.
  expect(text).not.toContain('9x8y');
});

test('a log that is not there is said, and the rest is told', async () => {
  expect((await report([account('a', 'Work')], [])).text).toContain('The log could not be read: ENOENT');
});

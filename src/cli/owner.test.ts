import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Pool } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseSync } from '../core/storage/sqlite.ts';
import { Desk, filesOf } from './command-line.fixture.ts';

test('a command works through the process that owns the data folder', async () => {
  const desk = await Desk.open();
  const served = await desk.serve();
  const sent = await desk.send('--wait', await desk.file('a.txt', 'first'));
  expect(filesOf(sent)).toMatchObject([{ status: 'confirmed' }]);
  served.child.kill('SIGTERM');
  const ended = await served.ended;
  expect(ended.code).toBe(0);
  expect(ended.events.map(({ status }) => status)).toContain('confirmed');
});

test('a second server on the same data folder says so and ends', async () => {
  const desk = await Desk.open({}, false);
  await desk.serve();
  expect(await desk.run('serve')).toMatchObject({ code: 1, events: [{ code: 'already-running' }] });
});

test('if the owner is killed, the command goes on by itself, and pays for no file twice', async () => {
  const desk = await Desk.open();
  const served = await desk.serve();
  const folder = join(desk.folder, 'many');
  await mkdir(folder);
  for (let index = 0; index < 200; index++) await writeFile(join(folder, `${index}.txt`), `content ${index}`);
  const { ended, lines, child } = desk.start('--yes', 'send', '--account', 'Office', folder);
  const results = async (least: number): Promise<void> => {
    while (lines.filter((line) => line.includes('"file"')).length < least) await once(child.stdout ?? child, 'data');
  };
  await results(1);
  served.child.kill('SIGKILL');
  // The service’s records are searched for files that were on their way, which takes minutes if one is not there.
  await results(180);
  child.kill('SIGINT');
  const { code, events } = await ended;
  expect(code).toBe(130);
  expect(new Set(filesOf({ code, events, errors: '' }).map(({ path }) => path)).size).toBe(200);
  const charged = await Promise.all((await desk.service.storedIds()).map((id) => desk.service.storedBytes(id)));
  expect(new Set(charged.map(String)).size).toBe(charged.length);
});

test('the socket of an owner that was killed does not stop the next one', async () => {
  const desk = await Desk.open({}, false);
  await mkdir(desk.userData, { recursive: true });
  const dead = createSocketServer().listen(join(desk.userData, 'owner.sock'));
  await once(dead, 'listening');
  const { child, ended } = await desk.serve();
  dead.close();
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
});

test('where no socket can be opened, commands work alone, and a server says why', async () => {
  const desk = await Desk.open({}, false);
  // A socket's path has at most 107 bytes.
  const long = ['--data', join(desk.folder, 'long'.repeat(25))];
  expect(await desk.run(...long, 'accounts')).toMatchObject({ code: 0 });
  expect(await desk.run(...long, 'serve')).toMatchObject({ code: 1, events: [{ code: 'socket-not-opened' }] });
});

test('only the user may open the socket', async () => {
  const desk = await Desk.open({}, false);
  await desk.serve();
  expect((await stat(join(desk.userData, 'owner.sock'))).mode & 0o777).toBe(0o600);
});

test('the socket answers its health, refuses other calls, and asks before it does what needs an approval', async () => {
  const desk = await Desk.open();
  await desk.serve();
  const http = new Pool('http://dropslip', { socketPath: join(desk.userData, 'owner.sock') });
  onTestFinished(() => http.destroy());
  const ask = async (method: 'GET' | 'POST', path: string, body: unknown = null) => {
    const answer = await http.request({ method, path, body: body === null ? null : JSON.stringify(body) });
    return { status: answer.statusCode, body: await answer.body.json() };
  };
  expect(await ask('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await ask('GET', '/else')).toMatchObject({ status: 404 });
  expect(await ask('POST', '/calls/accounts.list', 'no object')).toMatchObject({ status: 400 });
  for (const call of ['app.copyText', 'toString', 'no.such'])
    expect(await ask('POST', `/calls/${call}`, { input: {} })).toMatchObject({
      body: { answer: { ok: false, error: { code: 'refused' } } },
    });
  const listed = await ask('POST', '/calls/accounts.list', { input: {} });
  expect(listed).toMatchObject({ body: { answer: { ok: true, value: { accounts: [{}, { name: 'Office' }] } } } });
  const [, office] = Object(listed.body).answer.value.accounts;
  const remove = (approved: readonly unknown[]) =>
    ask('POST', '/calls/accounts.remove', { input: { accountId: office.id }, approved });
  const asked = await remove([]);
  expect(asked).toMatchObject({ body: { question: { subject: expect.stringContaining('Office') } } });
  expect(await remove([Object(asked.body).approval])).toMatchObject({ body: { answer: { ok: true } } });
});

test('a webhook receives the result of each file', async () => {
  const received: unknown[] = [];
  const hook = createServer(async (request, response) => {
    received.push(await json(request));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  onTestFinished(() => void hook.close());
  const address = hook.address();
  const desk = await Desk.open();
  await desk.serve('--webhook', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  const sent = await desk.send('--wait', await desk.file('a.txt', 'first'));
  const submissionId = filesOf(sent)[0]?.submissionId;
  await expect.poll(() => received).toContainEqual(expect.objectContaining({ status: 'confirmed', submissionId }));
});

test('data of a newer version is refused in one sentence', async () => {
  const desk = await Desk.open({}, false);
  await desk.run('accounts');
  const database = new DatabaseSync(join(desk.userData, 'dropslip.db'));
  database.exec('PRAGMA user_version = 9999');
  database.close();
  const ended = await desk.run('accounts');
  expect(ended).toMatchObject({
    code: 1,
    events: [{ code: 'data-not-opened' }],
    errors: expect.stringMatching(/newer/),
  });
});

test('adding an account gives its keys to no other account', async () => {
  const desk = await Desk.open();
  for (const name of ['Second', 'Third']) {
    const added = await desk.run('--yes', 'accounts', 'add', name, '--address', desk.service.url);
    expect(added.code).toBe(0);
  }
  const database = new DatabaseSync(join(desk.userData, 'dropslip.db'), { readOnly: true });
  expect(database.prepare(`SELECT name FROM settings WHERE name LIKE 'lent:%'`).all()).toEqual([]);
  database.close();
});

test('an account without its key fails at once, and nothing stays to be sent', async () => {
  const desk = await Desk.open();
  delete desk.env.DROPSLIP_API_KEY_FILE;
  const ended = await desk.send(await desk.file('a.txt', 'first'));
  expect(ended).toMatchObject({ code: 1, events: [{ event: 'error', code: 'credential-missing' }] });
  expect(await desk.run('find', 'a.txt')).toMatchObject({ code: 1 });
});

test('a key that the service refuses ends the command, and nothing stays to be sent', async () => {
  const desk = await Desk.open();
  await writeFile(join(desk.folder, 'api-key'), 'another-key');
  const ended = await desk.send(await desk.file('a.txt', 'first'));
  expect(ended.code).toBe(1);
  expect(ended.events.at(-1)).toMatchObject({ event: 'error', code: 'unauthorised' });
  expect(await desk.run('find', 'a.txt')).toMatchObject({ code: 1 });
});

test('keys from files are never given to another account', async () => {
  const desk = await Desk.open();
  const added = await desk.run('--yes', 'accounts', 'add', 'Other', '--address', desk.service.url);
  expect(added.code).toBe(0);
  const path = await desk.file('a.txt', 'first');
  expect(await desk.send(path)).toMatchObject({ code: 2, events: [{ code: 'account-of-keys-missing' }] });
  desk.env.DROPSLIP_ACCOUNT = 'Other';
  expect(await desk.send(path)).toMatchObject({ code: 1, events: [{ code: 'credential-missing' }] });
  expect(await desk.run('--yes', 'send', '--account', 'Other', path)).toMatchObject({ code: 0 });
});

test('no key is in the data folder', async () => {
  const desk = await Desk.open();
  await desk.send(await desk.file('a.txt', 'first'));
  for (const name of ['dropslip.db', 'logs/dropslip.log']) {
    const content = await readFile(join(desk.userData, name), 'latin1');
    expect(content).not.toContain(desk.service.service.apiKey);
    expect(content).not.toContain(desk.service.service.accessToken);
  }
});

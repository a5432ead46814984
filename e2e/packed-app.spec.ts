import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { packedApp } from '../resources/packaging/packed-app.fixture.ts';
import { forScreenReaders, press, shown } from './app/accessible.ts';
import { ordinaryUser } from './app/electron.ts';
import { canStartKeyring } from './app/keyring.ts';
import { commandOf, spawnApp } from './app/launch.ts';
import { expect, test } from './app/test.ts';
import { readJournal } from './soak/journal-reading.ts';

// The app as users install it: in its archive, with keytar beside it and its fuses set. No debugger can drive it, so these
// journeys press its buttons as a screen reader does.
test.skip(process.platform !== 'linux', 'The tests pack the app on Linux only.');

const read = (stream: Readable | null): Promise<string> => (stream === null ? Promise.resolve('') : text(stream));

test('the packed app submits an opened file, and has its receipt after a restart', async ({ folder, userData }) => {
  const { folder: packed } = await packedApp();
  const letter = join(folder, 'letter.txt');
  await writeFile(letter, 'A letter');
  for (const files of [[letter], []]) {
    const { args, env } = forScreenReaders;
    const app = spawnApp({ userData, packed, env, args: [...args, ...files] });
    const errors = read(app.stderr);
    if (files.length > 0) await press('dialog', 'Submit', 'push button', 'Submit');
    await shown('table row', 'letter.txt', 'table cell', 'Confirmed in a block');
    app.kill('SIGTERM');
    expect(await errors).not.toMatch(/UnhandledPromise|TypeError/);
  }
  expect(readJournal(join(userData, 'dropslip.db'))).toMatchObject([{ path: letter, state: 'confirmed' }]);
});

test('the packed app tests itself, as CI tests every package: window, keychain, submission', async () => {
  test.skip(!canStartKeyring(), 'gnome-keyring and dbus are not installed here.');
  const { folder: packed } = await packedApp();
  const script = join(import.meta.dirname, '..', 'resources', 'release', 'smoke.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...commandOf(packed)], { ...ordinaryUser });
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^ok {2}window {2}\S/),
    'ok  keychain  ',
    'ok  submission  confirmed',
  ]);
});

test('the packed app lets no debugger in, by a switch or by a variable', async ({ folder, userData }) => {
  const { folder: packed } = await packedApp();
  const [questions, answers] = [join(folder, 'questions'), join(folder, 'answers')];
  await writeFile(questions, '{"id":1,"method":"Browser.getVersion"}\0');
  await writeFile(answers, '');
  const app = spawnApp({
    userData,
    packed,
    stdout: 'pipe',
    // A debugger's pipe is the file descriptors 3 and 4.
    through: ['sh', '-c', `exec "$@" 3<'${questions}' 4>'${answers}'`, 'sh'],
    args: ['--remote-debugging-port=0', '--remote-debugging-pipe', '--inspect=127.0.0.1:0'],
    env: { DROPSLIP_SMOKE_TEST: '1', NODE_OPTIONS: '--inspect=127.0.0.1:0', ELECTRON_RUN_AS_NODE: '1' },
  });
  const [output, errors] = await Promise.all([read(app.stdout), read(app.stderr), once(app, 'close')]);
  expect(app.exitCode).toBe(0);
  expect(output).toContain('"ok":true,"packaged":true');
  expect(errors).not.toMatch(/listening on/i);
  expect(await readFile(answers, 'utf8')).toBe('');
});

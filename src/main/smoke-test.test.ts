import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { App } from '../core/app.ts';
import type { MainWindow } from './window/main-window.ts';

vi.mock('electron', () => ({ app: { isPackaged: true } }));

const { keychainWords, runSmokeTest, smokeTestWish } = await import('./smoke-test.ts');

const wish = (folder?: string) =>
  smokeTestWish({ DROPSLIP_SMOKE_TEST: '1', ...(folder === undefined ? {} : { DROPSLIP_USER_DATA: folder }) });

test('a smoke test runs on a data folder of its own alone: a named one that is not there, or has nothing in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'smoke-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(smokeTestWish({ DROPSLIP_USER_DATA: folder })).toBe('none');
  expect(wish(folder)).toBe('wanted');
  expect(wish(join(folder, 'not there'))).toBe('wanted');
  await writeFile(join(folder, 'dropslip.db'), '');
  expect(wish(folder)).toBe('refused');
  expect(wish(join(folder, 'dropslip.db'))).toBe('refused');
  expect(wish('relative')).toBe('refused');
  expect(wish()).toBe('refused');
});

test('a keychain library that does not load is the build’s fault; a keychain that is not there is the system’s', () => {
  const missing = (detail: string) =>
    ({ ok: false, error: { code: 'keychain-missing', values: { system: 'linux' }, detail } }) as const;
  for (const detail of [
    'keytar.node: invalid ELF header',
    'libsecret-1.so.0: cannot open shared object file: No such file or directory',
    "dlopen(keytar.node): mach-o file, but is an incompatible architecture (have 'x86_64', need 'arm64')",
    'keytar.node is not a valid Win32 application.',
    "Cannot find package 'keytar' imported from app.asar/out/main/index.js",
  ]) {
    expect(() => keychainWords(missing(detail))).toThrow(detail);
  }
  expect(keychainWords(missing('Could not connect: No such file or directory'))).toContain('keychain-missing');
  expect(keychainWords({ ok: false, error: { code: 'keychain-locked' } })).toContain('keychain-locked');
  expect(keychainWords({ ok: true })).toBe('');
});

test('a page that is taken away while it is asked is asked again', async () => {
  const told = vi.spyOn(process.stdout, 'write').mockImplementation((...args) => {
    const [done] = args.filter((argument) => typeof argument === 'function');
    done?.();
    return true;
  });
  onTestFinished(() => told.mockRestore());
  const executeJavaScript = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('Inspected target navigated or closed'))
    .mockResolvedValue('Drop files here');
  const name = 'smoke-test.txt';
  const window = { contents: { executeJavaScript } };
  const dropslip = {
    features: { keychain: { read: async () => ({ ok: true }) } },
    allSubmissions: () => [{ name, state: { kind: 'confirmed' } }],
  };
  const submit = async () => ({ ok: true }) as const;
  const code = await runSmokeTest({}, window as unknown as MainWindow, dropslip as unknown as App, submit);
  expect(told.mock.calls.join()).toContain('Drop files here');
  expect(code).toBe(0);
});

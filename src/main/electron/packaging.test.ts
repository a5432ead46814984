import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { describe, expect, test } from 'vitest';

// The configuration as electron-builder itself reads it.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const configuration = await getConfig(root, 'resources/electron-builder.yml', null);

test('electron-builder accepts the packaging configuration', async () => {
  await expect(validateConfiguration(configuration, new DebugLogger())).resolves.toBeUndefined();
});

describe('fuses', () => {
  test.each([
    ['runAsNode', false],
    ['enableCookieEncryption', true],
    ['enableNodeOptionsEnvironmentVariable', false],
    ['enableNodeCliInspectArguments', false],
    ['enableEmbeddedAsarIntegrityValidation', true],
    ['onlyLoadAppFromAsar', true],
    ['loadBrowserProcessSpecificV8Snapshot', false],
    ['grantFileProtocolExtraPrivileges', false],
  ] as const)('%s is %s', (fuse, state) => {
    expect(configuration.electronFuses?.[fuse]).toBe(state);
  });
});

test('the app is one archive whose integrity is kept, with only native libraries beside it', () => {
  expect(configuration.asar).toBe(true);
  expect(configuration.disableAsarIntegrity).toBe(false);
  expect(configuration.asarUnpack).toEqual(['**/*.node']);
});

test('the entry point is among the packed files', () => {
  const { main }: { main: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(main).toMatch(/^out\//);
  expect(configuration.files).toEqual([{ filter: expect.arrayContaining(['out/**', 'package.json']) }]);
});

test('the macOS app runs hardened, and the hardening is loosened for compiled JavaScript only', () => {
  expect(configuration.mac?.hardenedRuntime).toBe(true);
  for (const file of [configuration.mac?.entitlements, configuration.mac?.entitlementsInherit]) {
    const granted = [...readFileSync(join(root, file ?? ''), 'utf8').matchAll(/<key>([^<]+)<\/key>/g)];
    expect(granted.map((match) => match[1])).toEqual(['com.apple.security.cs.allow-jit']);
  }
});

test('every platform has its installers and an icon that is there', () => {
  expect(configuration.linux?.target).toEqual(['AppImage', 'deb']);
  expect(configuration.mac?.target).toEqual([{ target: 'dmg', arch: ['x64', 'arm64'] }]);
  expect(configuration.win?.target).toEqual(['nsis']);
  for (const icon of [configuration.linux?.icon, configuration.mac?.icon, configuration.win?.icon]) {
    expect(existsSync(join(root, String(icon)))).toBe(true);
  }
});

test('packaging uploads nothing', () => {
  expect(configuration.publish).toBeNull();
});

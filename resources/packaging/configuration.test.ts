import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { APP_ID } from '../../src/main/start/app-id.ts';

// The configuration as electron-builder reads it, and with other variables. Linux's package is in packed-app.test.ts.
const root = fileURLToPath(new URL('../..', import.meta.url));
const configuration = await getConfig(root, 'resources/packaging/electron-builder.config.ts', null);

async function configurationWith(variables: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  return (await import('./electron-builder.config.ts')).default;
}
afterEach(() => vi.unstubAllEnvs());

test('electron-builder accepts the configuration', async () => {
  await expect(validateConfiguration(configuration, new DebugLogger())).resolves.toBeUndefined();
});

test('installers, the app and its desktop entry go by one id', () => {
  expect(configuration.appId).toBe(APP_ID);
  expect(manifest.desktopName).toBe(`${APP_ID}.desktop`);
});

test('each system has its installers, and an icon that needs no tool', () => {
  expect(configuration.linux?.target).toEqual(['AppImage', 'deb']);
  expect(configuration.mac?.target).toEqual(['dmg', 'zip']);
  expect(configuration.win?.target).toEqual(['nsis']);
  const icons = [configuration.linux?.icon, configuration.mac?.icon, configuration.win?.icon].map(String);
  expect(icons).toEqual(['resources/icons/linux', 'resources/icons/icon.icns', 'resources/icons/icon.ico']);
  for (const file of [...icons, String(configuration.nsis?.include)]) expect(existsSync(join(root, file))).toBe(true);
});

test('installers for two architectures have different names', () => {
  for (const options of [configuration.mac, configuration.nsis]) {
    expect(options?.artifactName).toMatch(/\$\{version\}.*\$\{arch\}/);
  }
});

describe('the uninstaller for Windows removes from the registry', () => {
  // electron-builder fills in the app's id, and asks for this macro in its uninstaller.
  const text = readFileSync(join(root, String(configuration.nsis?.include)), 'utf8');
  const installer = text.replaceAll('\r\n', '\n').replaceAll(/\$\{APP_ID\}/g, APP_ID);
  const [, taken = ''] =
    /^!macro customUnInstall\n {2}\$\{ifNot\} \$\{isUpdated\}\n(.*)\n {2}\$\{endIf\}\n!macroend$/ms.exec(installer) ??
    [];

  test('the start at login, and whether the user switched it off', () => {
    const current = 'Software\\Microsoft\\Windows\\CurrentVersion';
    for (const key of [`${current}\\Run`, `${current}\\Explorer\\StartupApproved\\Run`]) {
      expect(taken).toContain(`DeleteRegValue HKCU "${key}" "${APP_ID}"`);
    }
  });

  test('its links, if they open this copy', () => {
    const schemes = [configuration.protocols ?? []].flat().flatMap((protocol) => protocol.schemes);
    expect(schemes).toEqual(['dropslip']);
    for (const scheme of schemes) {
      const key = `Software\\Classes\\${scheme}`;
      expect(taken.split('\n').map((line) => line.trim())).toEqual(
        expect.arrayContaining([`ReadRegStr $R0 HKCU "${key}\\shell\\open\\command" ""`, `DeleteRegKey HKCU "${key}"`]),
      );
      expect(taken).toMatch(/\$\{if\} \$R0 == '"\$INSTDIR\\\$\{APP_EXECUTABLE_FILENAME\}" "%1"'\n *DeleteRegKey/);
    }
  });
});

describe('updates', () => {
  const url = 'https://updates.example/dropslip';
  const names = 'CN=Dropslip Ltd;CN=Dropslip GmbH';

  test('packaging uploads nothing, and without a feed the app looks for no updates', async () => {
    expect(configuration.publish).toBeNull();
    const { publish, win } = await configurationWith({ DROPSLIP_UPDATE_FEED: '', DROPSLIP_PUBLISHER_NAMES: '' });
    expect([publish, win?.publish]).toEqual([null, undefined]);
  });

  test('the app looks for updates in the feed that is named while it is packed', async () => {
    const { publish } = await configurationWith({ DROPSLIP_UPDATE_FEED: url });
    expect(publish).toEqual([{ provider: 'generic', url }]);
  });

  test('the feed github is the releases of the repository in package.json', async () => {
    const { publish } = await configurationWith({ DROPSLIP_UPDATE_FEED: 'github' });
    expect(publish).toEqual([{ provider: 'github', owner: 'dropslip', repo: 'dropslip' }]);
  });

  test('an update for Windows may be signed by any of several publishers', async () => {
    const { publish, win } = await configurationWith({ DROPSLIP_UPDATE_FEED: url, DROPSLIP_PUBLISHER_NAMES: names });
    expect(publish).toEqual([{ provider: 'generic', url }]);
    expect(win?.publish).toEqual([
      { provider: 'generic', url, publisherName: ['CN=Dropslip Ltd', 'CN=Dropslip GmbH'] },
    ]);
  });

  test('a key in Azure signs for Windows, and all publishers still count', async () => {
    expect((await configurationWith({ DROPSLIP_AZURE_SIGNING_ENDPOINT: '' })).win).not.toHaveProperty(
      'azureSignOptions',
    );
    const signed = await configurationWith({
      DROPSLIP_UPDATE_FEED: url,
      DROPSLIP_PUBLISHER_NAMES: names,
      DROPSLIP_AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net',
      DROPSLIP_AZURE_SIGNING_ACCOUNT: 'dropslip',
      DROPSLIP_AZURE_SIGNING_PROFILE: 'public',
    });
    expect(signed.win?.azureSignOptions).toEqual({
      endpoint: 'https://weu.codesigning.azure.net',
      codeSigningAccountName: 'dropslip',
      certificateProfileName: 'public',
      publisherName: 'CN=Dropslip Ltd',
    });
    expect(signed.win?.publish).toEqual([
      { provider: 'generic', url, publisherName: ['CN=Dropslip Ltd', 'CN=Dropslip GmbH'] },
    ]);
    await expect(validateConfiguration(signed, new DebugLogger())).resolves.toBeUndefined();
  });

  test('an app for macOS that is to be signed says so, and is not packed unsigned', async () => {
    const { mac: unsigned } = await configurationWith({ CSC_LINK: '', CSC_NAME: ' ' });
    expect([unsigned?.extraResources, unsigned?.forceCodeSigning]).toEqual([undefined, undefined]);
    for (const name of ['CSC_LINK', 'CSC_NAME']) {
      const signed = await configurationWith({ CSC_LINK: '', CSC_NAME: '', [name]: 'Dropslip Ltd' });
      expect(signed.mac).toMatchObject({
        extraResources: [{ from: 'resources/signed.mac.txt', to: 'signed' }],
        forceCodeSigning: true,
      });
      expect(existsSync(join(root, 'resources/signed.mac.txt'))).toBe(true);
      await expect(validateConfiguration(signed, new DebugLogger())).resolves.toBeUndefined();
    }
  });
});

test('the app for macOS runs hardened, except that it may compile JavaScript', () => {
  expect(configuration.mac?.hardenedRuntime).toBe(true);
  for (const file of [configuration.mac?.entitlements, configuration.mac?.entitlementsInherit]) {
    const granted = [...readFileSync(join(root, file ?? ''), 'utf8').matchAll(/<key>([^<]+)<\/key>/g)];
    expect(granted.map((match) => match[1])).toEqual(['com.apple.security.cs.allow-jit']);
  }
});

test('the installer for Windows needs no administrator, and the uninstaller keeps the user’s data', () => {
  expect(configuration.nsis).toMatchObject({ perMachine: false, deleteAppDataOnUninstall: false });
});

test('the registry of Windows takes the name of receipts, because it has no blanks', () => {
  expect(configuration.win?.fileAssociations).toMatchObject([{ ext: 'slip', name: expect.stringMatching(/^[\w.]+$/) }]);
});

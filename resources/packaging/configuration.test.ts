import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { APP_ID } from '../../src/main/electron/start/app-id.ts';

// The configuration as electron-builder itself reads it, and as it is with other variables.
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

test('every platform has its installers, for the architecture that packs, and an icon that needs no tool', () => {
  expect(configuration.linux?.target).toEqual(['AppImage', 'deb']);
  expect(configuration.mac?.target).toEqual(['dmg', 'zip']);
  expect(configuration.win?.target).toEqual(['nsis']);
  const icons = [configuration.linux?.icon, configuration.mac?.icon, configuration.win?.icon].map(String);
  expect(icons).toEqual(['resources/icons/linux', 'resources/icons/icon.icns', 'resources/icons/icon.ico']);
  for (const file of [...icons, String(configuration.nsis?.include)]) expect(existsSync(join(root, file))).toBe(true);
});

test('what is packed for two architectures lies side by side under names of its own', () => {
  for (const options of [configuration.mac, configuration.nsis]) {
    expect(options?.artifactName).toMatch(/\$\{version\}.*\$\{arch\}/);
  }
});

describe('what the app has entered into the registry goes with it, unless a newer one takes its place', () => {
  // electron-builder fills in the app's id, and asks for this macro in its uninstaller.
  const text = readFileSync(join(root, String(configuration.nsis?.include)), 'utf8');
  const installer = text.replaceAll('\r\n', '\n').replaceAll(/\$\{APP_ID\}/g, APP_ID);
  const [, taken = ''] =
    /^!macro customUnInstall\n {2}\$\{ifNot\} \$\{isUpdated\}\n(.*)\n {2}\$\{endIf\}\n!macroend$/ms.exec(installer) ??
    [];

  test('the start at login, and what the person has switched off of it', () => {
    const current = 'Software\\Microsoft\\Windows\\CurrentVersion';
    for (const key of [`${current}\\Run`, `${current}\\Explorer\\StartupApproved\\Run`]) {
      expect(taken).toContain(`DeleteRegValue HKCU "${key}" "${APP_ID}"`);
    }
  });

  test('its links, where they open this copy and no other', () => {
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

  test('packaging uploads nothing, and the app looks for no newer one unless a feed is named', async () => {
    expect(configuration.publish).toBeNull();
    const { publish, win } = await configurationWith({ DROPSLIP_UPDATE_FEED: '', DROPSLIP_PUBLISHER_NAMES: '' });
    expect([publish, win?.publish]).toEqual([null, undefined]);
  });

  test('the feed that is named when it is packed is where the app looks', async () => {
    const { publish } = await configurationWith({ DROPSLIP_UPDATE_FEED: url });
    expect(publish).toEqual([{ provider: 'generic', url }]);
  });

  test('several names of who signs count, for one of them is to change one day', async () => {
    const { publish, win } = await configurationWith({ DROPSLIP_UPDATE_FEED: url, DROPSLIP_PUBLISHER_NAMES: names });
    expect(publish).toEqual([{ provider: 'generic', url }]);
    expect(win?.publish).toEqual([
      { provider: 'generic', url, publisherName: ['CN=Dropslip Ltd', 'CN=Dropslip GmbH'] },
    ]);
  });

  test('they count as well where the key that signs for Windows is in Azure', async () => {
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

  test('what is to be signed for macOS says so to its app, and is not made unsigned', async () => {
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

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { getAppUpdatePublishConfiguration } from 'app-builder-lib/out/publish/PublishManager.js';
import { type PlistObject, parsePlistFile } from 'app-builder-lib/out/util/plist.js';
import { serializeToYaml } from 'builder-util';
import { type AfterPackContext, Arch, build, Platform, WinPackager } from 'electron-builder';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readUpdateFeed } from '../../src/main/electron/updates/update-feed.ts';
import configuration from './electron-builder.config.ts';
import { checkPackedLibraries } from './native-library.ts';
import { ownConfiguration } from './packed-app.fixture.ts';
import { writeStandIn } from './stand-in-electron.fixture.ts';

// What electron-builder makes for macOS and Windows as far as it can on Linux: all but the installers, whose tools it would
// have to download.
const isLinux = process.platform === 'linux';
const root = fileURLToPath(new URL('../..', import.meta.url));
const output = mkdtempSync(join(tmpdir(), 'other-systems-'));
const verdicts = new Map<string, string | null>();
const feed = { provider: 'generic', url: 'https://updates.example/dropslip' } as const;
const installer = { script: '', defines: {} as Record<string, unknown> };

/** macOS has it, and packing calls it; here it notes what it was called with. */
const codesign = { folder: join(output, 'bin'), calls: join(output, 'codesign') };

/** The parts of `NsisTarget` that make texts; electron-builder has them for itself. */
type NsisTexts = {
  configureDefines(oneClick: boolean, defines: Record<string, unknown>): Promise<unknown>;
  computeFinalScript(script: string, isInstaller: boolean, archs: Map<Arch, string>): Promise<string>;
};

beforeAll(async () => {
  if (!isLinux) return;
  mkdirSync(codesign.folder);
  writeFileSync(join(codesign.folder, 'codesign'), `#!/bin/sh\necho "$@" >> '${codesign.calls}'\n`);
  chmodSync(join(codesign.folder, 'codesign'), 0o755);
  vi.stubEnv('PATH', `${codesign.folder}${delimiter}${process.env.PATH}`);
  for (const platform of ['darwin', 'win32'] as const) writeStandIn(platform, join(output, platform));
  await build({
    projectDir: root,
    targets: new Map([
      ...Platform.MAC.createTarget('dir', Arch.arm64),
      ...Platform.WINDOWS.createTarget('dir', Arch.x64),
    ]),
    config: {
      ...ownConfiguration(),
      publish: [feed],
      win: {
        ...ownConfiguration().win,
        publish: [{ ...feed, publisherName: ['CN=Dropslip Ltd', 'CN=Dropslip GmbH'] }],
      },
      directories: { ...configuration.directories, output },
      electronDist: ({ platformName }: { platformName: string }) => join(output, platformName),
      afterPack: hearPacked,
    },
    publish: 'never',
  });
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(output, { recursive: true, force: true });
});

/** What electron-builder would pack as `app-update.yml`. */
const feedOf = (platform: string): string => join(output, `${platform}-app-update.yml`);

/** In the place of the hook that would end it, for keytar is compiled for this system. */
async function hearPacked(context: AfterPackContext): Promise<void> {
  try {
    checkPackedLibraries(context);
    verdicts.set(context.electronPlatformName, null);
  } catch (error) {
    verdicts.set(context.electronPlatformName, String(error));
  }
  const { packager } = context;
  // Into a folder alone it writes none.
  const packed = await getAppUpdatePublishConfiguration(packager, null, context.arch, false);
  writeFileSync(feedOf(context.electronPlatformName), serializeToYaml(packed));
  if (!(packager instanceof WinPackager)) return;
  // Loaded before electron-builder itself they would find it half loaded.
  const { NsisTarget } = await import('app-builder-lib/out/targets/nsis/NsisTarget.js');
  const { AppPackageHelper, CopyElevateHelper } = await import('app-builder-lib/out/targets/nsis/nsisUtil.js');
  const target = new NsisTarget(packager, output, 'nsis', new AppPackageHelper(new CopyElevateHelper()));
  const texts = target as unknown as NsisTexts;
  await texts.configureDefines(target.options.oneClick !== false, installer.defines);
  installer.script = await texts.computeFinalScript('', true, new Map());
}

test.runIf(isLinux)('packing for another system than this ends, and says why: keytar would not load there', () => {
  expect(verdicts.get('darwin')).toMatch(
    /keytar\.node is ELF for \w+, and Mach-O for arm64 is wanted. Pack on a machine/,
  );
  expect(verdicts.get('win32')).toMatch(/keytar\.node is ELF for \w+, and PE for x64 is wanted. Pack on a machine/);
});

describe.runIf(isLinux)('on macOS', () => {
  const app = join(output, 'mac-arm64', 'Dropslip.app');
  const plist = (): Promise<PlistObject> => parsePlistFile(join(app, 'Contents', 'Info.plist'));

  test('the app goes by its own id, has an icon, and the digest of its archive', async () => {
    const { CFBundleIdentifier, CFBundleName, CFBundleIconFile, ElectronAsarIntegrity } = await plist();
    expect({ CFBundleIdentifier, CFBundleName }).toEqual({
      CFBundleIdentifier: 'io.dropslip.app',
      CFBundleName: 'Dropslip',
    });
    expect(existsSync(join(app, 'Contents', 'Resources', String(CFBundleIconFile)))).toBe(true);
    expect(ElectronAsarIntegrity).toEqual({
      'Resources/app.asar': { algorithm: 'SHA256', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test('its links open it, receipts are its own to open, and any file or folder can be dropped onto its icon', async () => {
    const { CFBundleURLTypes, CFBundleDocumentTypes, UTExportedTypeDeclarations } = await plist();
    expect(CFBundleURLTypes).toEqual([expect.objectContaining({ CFBundleURLSchemes: ['dropslip'] })]);
    expect(CFBundleDocumentTypes).toEqual([
      expect.objectContaining({ LSItemContentTypes: ['public.data', 'public.folder'], LSHandlerRank: 'Alternate' }),
      expect.objectContaining({
        CFBundleTypeExtensions: ['slip'],
        CFBundleTypeRole: 'Viewer',
        LSHandlerRank: 'Owner',
        CFBundleTypeIconFile: 'icon.icns',
      }),
    ]);
    expect(UTExportedTypeDeclarations).toEqual([
      expect.objectContaining({
        UTTypeConformsTo: ['public.json'],
        UTTypeTagSpecification: expect.objectContaining({ 'public.filename-extension': ['slip'] }),
      }),
    ]);
  });

  test('it is signed anew for this machine once its fuses are turned, or it would be killed at its start', async () => {
    const wire = await getCurrentFuseWire(app);
    expect(wire[FuseV1Options.RunAsNode]).toBe('0'.charCodeAt(0));
    expect(readFileSync(codesign.calls, 'utf8')).toMatch(/^--sign - --force .*\/Dropslip\.app$/m);
  });

  test('it runs hardened, and the hardening is loosened for compiled JavaScript only', () => {
    expect(configuration.mac?.hardenedRuntime).toBe(true);
    for (const file of [configuration.mac?.entitlements, configuration.mac?.entitlementsInherit]) {
      const granted = [...readFileSync(join(root, file ?? ''), 'utf8').matchAll(/<key>([^<]+)<\/key>/g)];
      expect(granted.map((match) => match[1])).toEqual(['com.apple.security.cs.allow-jit']);
    }
  });
});

describe.runIf(isLinux)('on Windows', () => {
  const program = join(output, 'win-unpacked', 'Dropslip.exe');
  const resources = () => NtExecutableResource.from(NtExecutable.from(readFileSync(program))).entries;

  test('the program has the app’s names, its icon, its fuses and the digest of its archive', async () => {
    const [version] = Resource.VersionInfo.fromEntries(resources());
    expect(version?.getStringValues({ lang: 1033, codepage: 1200 })).toMatchObject({
      ProductName: 'Dropslip',
      FileDescription: 'Dropslip',
      CompanyName: 'The Dropslip authors',
    });
    const [icon] = Resource.IconGroupEntry.fromEntries(resources());
    expect(icon?.icons.map(({ width }) => width || 256)).toContain(256);
    expect((await getCurrentFuseWire(program))[FuseV1Options.RunAsNode]).toBe('0'.charCodeAt(0));
    const integrity = resources().find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR');
    expect(JSON.parse(Buffer.from(integrity?.bin ?? new ArrayBuffer()).toString())).toEqual([
      { file: 'resources\\app.asar', alg: 'SHA256', value: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test('the installer ties receipts to the app under a name without blanks', () => {
    expect(installer.script).toContain(
      '!insertmacro APP_ASSOCIATE "slip" "Dropslip.Receipt" "Dropslip receipt" "$appExe,0" "Open with Dropslip"',
    );
  });

  test('the installer asks where to, needs no administrator, and leaves a person’s data alone when it takes the app away', () => {
    expect(installer.defines).toMatchObject({ allowToChangeInstallationDirectory: null, SHORTCUT_NAME: 'Dropslip' });
    expect(installer.defines).not.toHaveProperty('INSTALL_MODE_PER_ALL_USERS');
    expect(installer.defines).not.toHaveProperty('DELETE_APP_DATA_ON_UNINSTALL');
  });
});

test.runIf(isLinux)('the feed and all who may sign are packed with the app, as the app reads them', async () => {
  const [mac, windows] = [await readUpdateFeed(feedOf('darwin')), await readUpdateFeed(feedOf('win32'))];
  const packed = {
    url: new URL(feed.url),
    channel: 'latest',
    cacheFolder: 'dropslip-updater',
  };
  expect(mac).toMatchObject({ ...packed, publisherNames: [] });
  expect(windows).toMatchObject({ ...packed, publisherNames: ['CN=Dropslip Ltd', 'CN=Dropslip GmbH'] });
});

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractAll, listPackage, statFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { type ESTree, parseSync, Visitor } from 'vite';
import { afterAll, describe, expect, test } from 'vitest';
import type { PackedLicence } from '../../src/shared/bridge/app.ts';
import { misfit } from './native-library.ts';
import { type PackedApp, packedApp, packedBytes } from './packed-app.fixture.ts';

// electron-builder packs for Linux here. configuration.test.ts has the facts about macOS and Windows.
const isLinux = process.platform === 'linux';
const root = fileURLToPath(new URL('../..', import.meta.url));
const { folder, resources, appImageEntry, deb } = isLinux ? await packedApp() : nothingPacked();
const archive = join(folder, 'resources', 'app.asar');
const unpacked = `${archive}.unpacked`;
const extracted = mkdtempSync(join(tmpdir(), 'packed-app-'));
if (isLinux) extractAll(archive, extracted);
afterAll(() => rmSync(extracted, { recursive: true, force: true }));

function nothingPacked(): PackedApp {
  return { folder: '', resources: [], appImageEntry: '', deb: { args: [], files: {}, afterInstall: '' } };
}

describe.runIf(isLinux)('the packed app', () => {
  test('has every fuse set', async () => {
    const wire = Object.entries(await getCurrentFuseWire(join(folder, 'dropslip')));
    const fuses = wire.map(([place, state]) => [
      FuseV1Options[Number(place)],
      String.fromCharCode(Number(state)) === '1',
    ]);
    expect(Object.fromEntries(fuses)).toMatchObject({
      RunAsNode: false,
      EnableCookieEncryption: false,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
    });
  });

  test('has the built files and keytar in its archive, and nothing else', () => {
    const built = globSync('out/**/*', { cwd: root, withFileTypes: true, exclude: ['out/cli/**'] })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
    expect(filesInArchive().toSorted()).toEqual(
      [...built, 'package.json', ...keytarFiles.map((file) => `node_modules/keytar/${file}`)].toSorted(),
    );
  });

  test('was built into files of known kinds only', () => {
    const kinds = [
      /^licences\.json$/,
      /^main\/[a-z-]+\.js$/,
      /^main\/chunks\/[\w.~-]+\.js$/,
      /^preload\/(index|consent)\.cjs$/,
      /^renderer\/(index|consent)\.html$/,
      /^renderer\/assets\/[\w.-]+\.(js|css|svg|woff2)$/,
    ];
    const built = filesInArchive().filter((file) => file.startsWith('out/'));
    expect(built.filter((file) => !kinds.some((kind) => kind.test(file.slice('out/'.length))))).toEqual([]);
    for (const kind of kinds) expect(built.some((file) => kind.test(file.slice('out/'.length)))).toBe(true);
  });

  test('has keytar alone unpacked, with a library for this system and architecture', () => {
    expect(globSync('**/*.*', { cwd: unpacked }).toSorted()).toEqual(
      keytarFiles.map((file) => `node_modules/keytar/${file}`).toSorted(),
    );
    const library = readFileSync(join(unpacked, 'node_modules/keytar/build/Release/keytar.node'));
    expect(misfit(library, process.platform, process.arch)).toBeNull();
  });

  test('takes no more than 8 MiB without Electron', () => {
    const bytes = packedBytes(folder);
    expect(bytes).toBeGreaterThan(statSync(archive).size);
    expect(bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
  });

  test('imports no package but keytar: all others are bundled', () => {
    const asked = new Set(
      globSync('out/{main,preload}/**/*.{js,cjs}', { cwd: extracted })
        .flatMap(packagesAskedFor)
        .filter((name) => !isBuiltin(name)),
    );
    expect([...asked].toSorted()).toEqual(['electron', 'keytar']);
  });

  test('names its entry module and the desktop entry of its windows', () => {
    const { main, desktopName, name, version } = packedManifest();
    expect(filesInArchive()).toContain(main);
    expect({ desktopName, name }).toEqual({ desktopName: 'io.dropslip.app.desktop', name: 'dropslip' });
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('has its own licence, Electron’s and Chromium’s', () => {
    for (const name of ['resources/LICENSE.txt', 'LICENSE.electron.txt', 'LICENSES.chromium.html']) {
      expect(existsSync(join(folder, name))).toBe(true);
    }
    expect(deb.args).toContain('LICENSE=/usr/share/doc/dropslip/copyright');
  });

  test('has only its licence and its AppArmor profile beside its archive', () => {
    expect(resources.toSorted()).toEqual(['LICENSE.txt', 'app.asar', 'app.asar.unpacked', 'apparmor-profile']);
  });

  test('has the licence of every package in it, with its text', () => {
    const licences: PackedLicence[] = JSON.parse(readFileSync(join(extracted, 'out/licences.json'), 'utf8'));
    const names = licences.map(({ name }) => name);
    // One for each part: main, window, style, font, icons, and below a package that is not bundled, and one in a library.
    for (const name of [
      'zod',
      'fastify',
      'react',
      '@mantine/core',
      '@fontsource-variable/inter',
      '@tabler/icons-react',
    ]) {
      expect(names).toContain(name);
    }
    for (const name of ['keytar', 'node-addon-api']) expect(names).toContain(name);
    expect(licences.filter(({ text, licence }) => text.length < 500 || licence === '')).toEqual([]);
  });
});

describe.runIf(isLinux)('on Linux', () => {
  const entry = deb.files['/usr/share/applications/io.dropslip.app.desktop'] ?? '';

  test('the deb has a name, a version, a home page, a maintainer and a licence', () => {
    const given = (name: string): string | undefined => deb.args[deb.args.indexOf(name) + 1];
    expect(given('--name')).toBe('dropslip');
    expect(given('--version')).toBe(packedManifest().version);
    expect(given('--url')).toMatch(/^https:\/\//);
    expect(given('--maintainer')).toBe('The Dropslip authors');
    expect(given('--license')).toBe('MIT');
    expect(given('--description')?.split('\n')[0]).toBe('Drop a file, get a slip');
    expect(deb.args.some((arg) => arg.endsWith('/=/opt/Dropslip'))).toBe(true);
  });

  test('the deb sets up Chromium’s sandbox helper and an AppArmor profile', () => {
    const system = mkdtempSync(join(tmpdir(), 'deb-installed-'));
    try {
      const { calls, output } = afterInstall(system);
      expect(output).toBe('');
      expect((statSync(join(system, 'opt/Dropslip/chrome-sandbox')).mode & 0o7777).toString(8)).toBe('4755');
      expect(readFileSync(join(system, 'etc/apparmor.d/dropslip'), 'utf8')).toBe('profile of the app');
      const program = `${system}/opt/Dropslip/dropslip`;
      expect(calls).toEqual([
        `update-alternatives --install ${system}/usr/bin/dropslip dropslip ${program} 100`,
        `update-mime-database ${system}/usr/share/mime`,
        `update-desktop-database ${system}/usr/share/applications`,
        'apparmor_status --enabled',
        `apparmor_parser --skip-kernel-load --debug ${system}/opt/Dropslip/resources/apparmor-profile`,
        `apparmor_parser --replace --write-cache --skip-read-cache ${system}/etc/apparmor.d/dropslip`,
      ]);
    } finally {
      rmSync(system, { recursive: true });
    }
  });

  test.each([
    ['deb', entry, '/opt/Dropslip/dropslip'],
    ['AppImage', appImageEntry, 'AppRun'],
  ])('the desktop entry of the %s starts the app in its sandbox, with files and links', (_what, text, program) => {
    expect(text).not.toContain('--no-sandbox');
    expect(text).toContain(`\nExec=${program} %U\n`);
    expect(text).toContain('\nStartupWMClass=io.dropslip.app\n');
    expect(text).toContain('\nMimeType=application/vnd.dropslip.slip+json;x-scheme-handler/dropslip;\n');
  });

  test('a receipt has a type of its own, by its extension', () => {
    const types = deb.files['/usr/share/mime/packages/dropslip.xml'] ?? '';
    expect(types).toContain('<mime-type type="application/vnd.dropslip.slip+json">');
    expect(types).toContain('<glob pattern="*.slip"/>');
  });

  test('there is an icon of every size that desktops use', () => {
    const sizes = deb.args.map((arg) => /hicolor\/(\d+)x\1\/apps\/dropslip\.png$/.exec(arg)?.[1]).filter(Boolean);
    expect(sizes).toEqual(['16', '24', '32', '48', '64', '128', '256', '512']);
  });
});

/** Runs the deb's script for after the installation on the folder `system`, with tools that record their calls and succeed. */
function afterInstall(system: string): { readonly calls: readonly string[]; readonly output: string } {
  for (const folder of ['tools', 'opt/Dropslip/resources', 'usr/bin', 'etc/apparmor.d']) {
    mkdirSync(join(system, folder), { recursive: true });
  }
  writeFileSync(join(system, 'opt/Dropslip/chrome-sandbox'), '', { mode: 0o755 });
  writeFileSync(join(system, 'opt/Dropslip/resources/apparmor-profile'), 'profile of the app');
  const calls = join(system, 'calls');
  for (const tool of [
    ...['unshare', 'update-alternatives', 'update-mime-database', 'update-desktop-database'],
    ...['apparmor_status', 'apparmor_parser'],
  ]) {
    writeFileSync(join(system, 'tools', tool), `#!/bin/sh\necho "${tool} $*" >> '${calls}'\n`, { mode: 0o755 });
  }
  const script = deb.afterInstall.replaceAll(/(?<=['"\s])\/(?=(?:opt|usr|etc)\/)/g, `${system}/`);
  const PATH = [join(system, 'tools'), process.env.PATH].join(delimiter);
  const output = execFileSync('bash', ['-c', `exec 2>&1\n${script}`], { env: { PATH }, encoding: 'utf8' });
  return { calls: readFileSync(calls, 'utf8').trimEnd().split('\n'), output };
}

const keytarFiles = ['build/Release/keytar.node', 'lib/keytar.js', 'package.json'];

function filesInArchive(): string[] {
  return listPackage(archive, { isPack: false })
    .map((path) => path.slice(1))
    .filter((path) => !('files' in statFile(archive, path)));
}

function packedManifest(): {
  readonly name: string;
  readonly version: string;
  readonly main: string;
  readonly desktopName: string;
} {
  return JSON.parse(readFileSync(join(extracted, 'package.json'), 'utf8'));
}

/** The packages that a bundle imports or requires. Parses it, because texts in it can look like imports. */
function packagesAskedFor(file: string): string[] {
  const asked: string[] = [];
  const note = (source: ESTree.Node | null | undefined): void => {
    // The build writes the text of a dynamic import in backquotes.
    const text =
      source?.type === 'TemplateLiteral' ? source.quasis[0]?.value.cooked : source?.type === 'Literal' && source.value;
    if (typeof text === 'string' && /^[^./]/.test(text)) asked.push(text);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => note(source),
    ImportExpression: ({ source }) => note(source),
    ExportNamedDeclaration: ({ source }) => note(source),
    ExportAllDeclaration: ({ source }) => note(source),
    CallExpression: ({ callee, arguments: [source] }) => {
      if (callee.type === 'Identifier' && /^(__)?require$/.test(callee.name)) note(source);
    },
  }).visit(parseSync(file, readFileSync(join(extracted, file), 'utf8')).program);
  return asked;
}

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractAll, listPackage, statFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { type ESTree, parseSync, Visitor } from 'vite';
import { afterAll, describe, expect, test } from 'vitest';
import type { PackedLicence } from '../../src/shared/bridge/app/about.ts';
import { misfit } from './native-library.ts';
import { type PackedApp, packedApp, packedBytes } from './packed-app.fixture.ts';

// What electron-builder has packed, with a stand-in for Electron's own files. keytar is here for this system alone, and
// what is checked of the others is in the other tests of this folder.
const isLinux = process.platform === 'linux';
const root = fileURLToPath(new URL('../..', import.meta.url));
const { folder, appImageEntry, deb } = isLinux ? await packedApp() : nothingPacked();
const archive = join(folder, 'resources', 'app.asar');
const unpacked = `${archive}.unpacked`;
const extracted = mkdtempSync(join(tmpdir(), 'packed-app-'));
if (isLinux) extractAll(archive, extracted);
afterAll(() => rmSync(extracted, { recursive: true, force: true }));

function nothingPacked(): PackedApp {
  return { folder: '', appImageEntry: '', deb: { args: [], files: {}, afterInstall: '' } };
}

describe.runIf(isLinux)('the packed app', () => {
  test.each([
    ['RunAsNode', false],
    ['EnableCookieEncryption', false],
    ['EnableNodeOptionsEnvironmentVariable', false],
    ['EnableNodeCliInspectArguments', false],
    ['EnableEmbeddedAsarIntegrityValidation', true],
    ['OnlyLoadAppFromAsar', true],
    ['LoadBrowserProcessSpecificV8Snapshot', false],
    ['GrantFileProtocolExtraPrivileges', false],
  ] as const)('has the fuse %s at %s in its binary', async (fuse, isOn) => {
    const wire = await getCurrentFuseWire(join(folder, 'dropslip'));
    expect(wire[FuseV1Options[fuse]]).toBe((isOn ? '1' : '0').charCodeAt(0));
  });

  test('has all that was built in its archive, keytar, and nothing else', () => {
    const built = globSync('out/**/*', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
    expect(filesInArchive().toSorted()).toEqual(
      [...built, 'package.json', ...keytarFiles.map((file) => `node_modules/keytar/${file}`)].toSorted(),
    );
  });

  test('was built into files of known kinds, of which none is a map or left over', () => {
    const kinds = [
      /^licences\.json$/,
      /^main\/[a-z-]+\.js$/,
      /^main\/chunks\/[\w.-]+\.js$/,
      /^preload\/(index|consent)\.cjs$/,
      /^renderer\/(index|consent)\.html$/,
      /^renderer\/assets\/[\w.-]+\.(js|css|svg|woff2)$/,
    ];
    const built = filesInArchive().filter((file) => file.startsWith('out/'));
    expect(built.filter((file) => !kinds.some((kind) => kind.test(file.slice('out/'.length))))).toEqual([]);
    for (const kind of kinds) expect(built.some((file) => kind.test(file.slice('out/'.length)))).toBe(true);
  });

  test('has keytar alone beside its archive, with a library for this system and architecture', () => {
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

  test('loads each package that it depends on from what is packed alone', () => {
    const { dependencies } = packedManifest();
    expect(Object.keys(dependencies)).toEqual(['keytar']);
    for (const name of Object.keys(dependencies)) {
      const script = `console.log(typeof require(${JSON.stringify(name)}).getPassword, require.resolve(${JSON.stringify(name)}))`;
      const printed = execFileSync(process.execPath, ['-e', script], { cwd: extracted, encoding: 'utf8' });
      expect(printed.trim()).toBe(`function ${join(extracted, 'node_modules/keytar/lib/keytar.js')}`);
    }
  });

  test('asks for no package that is not packed: all but keytar is bundled', () => {
    const asked = new Set(
      globSync('out/{main,preload}/**/*.{js,cjs}', { cwd: extracted })
        .flatMap(packagesAskedFor)
        .filter((name) => !isBuiltin(name)),
    );
    expect([...asked].toSorted()).toEqual(['electron', 'keytar']);
  });

  test('names its entry, and the desktop entry that its windows belong to', () => {
    const { main, desktopName, name, version } = packedManifest();
    expect(filesInArchive()).toContain(main);
    expect({ desktopName, name }).toEqual({ desktopName: 'io.dropslip.app.desktop', name: 'dropslip' });
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('has its own licence beside its archive, and those of Electron and Chromium', () => {
    for (const name of ['resources/LICENSE.txt', 'LICENSE.electron.txt', 'LICENSES.chromium.html']) {
      expect(existsSync(join(folder, name))).toBe(true);
    }
    expect(deb.args).toContain('LICENSE=/usr/share/doc/dropslip/copyright');
  });

  test('has nothing else beside its archive but what tells the system of its sandbox', () => {
    expect(readdirSync(join(folder, 'resources')).toSorted()).toEqual(
      ['LICENSE.txt', 'app.asar', 'app.asar.unpacked', 'apparmor-profile'].toSorted(),
    );
  });

  test('has the licence of everything in it, with its text', () => {
    const licences: PackedLicence[] = JSON.parse(readFileSync(join(extracted, 'out/licences.json'), 'utf8'));
    const names = licences.map(({ name }) => name);
    // Of each part and kind: main, window, style, font, icons, what is not bundled, what is compiled into a library.
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

  test('the deb has a name, a version, a home page, a maintainer and what a keychain needs', () => {
    const given = (name: string): string | undefined => deb.args[deb.args.indexOf(name) + 1];
    expect(given('--name')).toBe('dropslip');
    expect(given('--version')).toBe(packedManifest().version);
    expect(given('--url')).toMatch(/^https:\/\//);
    expect(given('--maintainer')).toBe('The Dropslip authors');
    expect(given('--license')).toBe('MIT');
    expect(given('--description')?.split('\n')[0]).toBe('Drop a file, get a slip');
    expect(deb.args.some((arg) => arg.endsWith('/=/opt/Dropslip'))).toBe(true);
  });

  test('the deb sets up the helper of Chromium’s sandbox, whatever root itself may do, and tells AppArmor of the app', () => {
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
  ])(
    'the desktop entry of the %s starts the app with its sandbox, on files, links and screens',
    (_what, text, program) => {
      expect(text).not.toContain('--no-sandbox');
      expect(text).toContain(`\nExec=${program} %U\n`);
      expect(text).toContain('\nStartupWMClass=io.dropslip.app\n');
      expect(text).toContain('\nMimeType=application/vnd.dropslip.slip+json;x-scheme-handler/dropslip;\n');
      const actions = /\nActions=(.*)\n/.exec(text)?.[1]?.split(';').filter(Boolean) ?? [];
      expect(actions).toEqual(['Verify', 'LookUp', 'Spending']);
      for (const action of actions) {
        expect(text).toContain(`\n[Desktop Action ${action}]\n`);
        expect(text).toContain(`\nExec=${program} --screen=${action.toLowerCase()}\n`);
      }
    },
  );

  test('a receipt is known by its extension', () => {
    const types = deb.files['/usr/share/mime/packages/dropslip.xml'] ?? '';
    expect(types).toContain('<mime-type type="application/vnd.dropslip.slip+json">');
    expect(types).toContain('<glob pattern="*.slip"/>');
  });

  test('there is an icon of every size that desktops ask for', () => {
    const sizes = deb.args.map((arg) => /hicolor\/(\d+)x\1\/apps\/dropslip\.png$/.exec(arg)?.[1]).filter(Boolean);
    expect(sizes).toEqual(['16', '24', '32', '48', '64', '128', '256', '512']);
  });
});

/** What the deb does once its files are there, done to `system` by tools that all succeed and say what they were asked. */
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
  readonly dependencies: Readonly<Record<string, string>>;
} {
  return JSON.parse(readFileSync(join(extracted, 'package.json'), 'utf8'));
}

/** The packages that a bundle imports or requires. Texts in it look like either, so it is parsed. */
function packagesAskedFor(file: string): string[] {
  const asked: string[] = [];
  const hear = (source: ESTree.Node | null | undefined): void => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
    if (/^[^./]/.test(source.value)) asked.push(source.value);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => hear(source),
    ImportExpression: ({ source }) => hear(source),
    ExportNamedDeclaration: ({ source }) => hear(source),
    ExportAllDeclaration: ({ source }) => hear(source),
    CallExpression: ({ callee, arguments: [source] }) => {
      if (callee.type === 'Identifier' && /^(__)?require$/.test(callee.name)) hear(source);
    },
  }).visit(parseSync(file, readFileSync(join(extracted, file), 'utf8')).program);
  return asked;
}

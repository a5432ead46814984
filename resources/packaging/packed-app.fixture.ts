import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { archFromString, build, type Configuration, Platform } from 'electron-builder';
import { electronProgram, root } from '../../e2e/app/electron.ts';
import configuration from './electron-builder.config.ts';

/** The app as electron-builder packs it for Linux, and the input of its installers. */
export type PackedApp = {
  /** `linux-unpacked`. */
  readonly folder: string;
  /** The files and folders that are packed beside the archive. */
  readonly resources: readonly string[];
  /** The desktop entry of the AppImage. */
  readonly appImageEntry: string;
  readonly deb: {
    /** The arguments for fpm. */
    readonly args: readonly string[];
    /** Files that the arguments name, by the path at which they are installed. */
    readonly files: Readonly<Record<string, string>>;
    readonly afterInstall: string;
  };
};

const cache = join(root, 'node_modules', '.cache', 'packed-app');

/**
 * Packs the built app with the Electron that the tests run on, once for each build. Makes no installers, because electron-builder
 * would download their tools: it keeps the input of each instead.
 */
export async function packedApp(): Promise<PackedApp> {
  const folder = join(cache, digestOfInput());
  const record = join(folder, 'packed.json');
  if (!existsSync(record)) {
    mkdirSync(cache, { recursive: true });
    // No test uses an earlier build.
    for (const earlier of globSync('[0-9a-f]*', { cwd: cache })) rmSync(join(cache, earlier), { recursive: true });
    const work = await mkdtemp(join(cache, 'packing-'));
    try {
      writeFileSync(join(work, 'packed.json'), JSON.stringify(await pack(work)));
      // The journeys start the app as another user.
      chmodSync(work, 0o755);
      // Another process may have packed the same build in the meantime.
      if (!existsSync(record)) renameSync(work, folder);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  return { folder: unpackedIn(folder), ...JSON.parse(readFileSync(record, 'utf8')) };
}

/** The size of everything that a packed app adds to Electron: its archive, and the files that are unpacked beside it. */
export function packedBytes(folder: string): number {
  const files = globSync(['resources/app.asar', 'resources/app.asar.unpacked/**'], {
    cwd: folder,
    withFileTypes: true,
  });
  const sizes = files
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function pack(output: string): Promise<Omit<PackedApp, 'folder'>> {
  let appImageEntry = '';
  let deb: PackedApp['deb'] | null = null;
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget(['AppImage', 'deb'], archFromString(process.arch)),
    config: {
      ...ownConfiguration(),
      electronDist: dirname(electronProgram),
      afterExtract: ({ appOutDir }) => removeDefaultApp(appOutDir),
      directories: { ...configuration.directories, output },
    },
    publish: 'never',
    // electron-builder asks before it makes an installer, and makes none if the answer is true.
    effectiveOptionComputed: async (computed: { desktop: string } | [string[], string]) => {
      if (Array.isArray(computed)) deb = debOf(computed[0]);
      else appImageEntry = computed.desktop;
      return true;
    },
  });
  if (deb === null) throw new Error('electron-builder asked for no deb.');
  const folder = join(unpackedIn(output), 'resources');
  const resources = readdirSync(folder);
  if (!hasSqlite(electronProgram)) addSqlite(folder);
  return { resources, appImageEntry, deb };
}

function unpackedIn(output: string): string {
  const [name] = globSync('linux*-unpacked', { cwd: output });
  if (name === undefined) throw new Error(`No app is packed in ${output}.`);
  return join(output, name);
}

/** A copy, because electron-builder changes the configuration that it gets. */
function ownConfiguration(): Configuration {
  const { afterPack, ...data } = configuration;
  return { ...structuredClone(data), ...(afterPack === undefined ? {} : { afterPack }) };
}

/** electron-builder removes Electron's own app only from an Electron that it downloads itself. */
function removeDefaultApp(folder: string): void {
  for (const path of ['resources/app', 'resources/default_app.asar', 'version']) {
    rmSync(join(folder, path), { recursive: true, force: true });
  }
}

function hasSqlite(program: string): boolean {
  const script = "process.exit(process.getBuiltinModule('node:sqlite') ? 0 : 1)";
  return spawnSync(program, ['-e', script], { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } }).status === 0;
}

/** Lets a packed app on an older Electron find `node:sqlite`'s replacement (`src/core/storage/sqlite.ts`). No package contains it. */
function addSqlite(resources: string): void {
  const name = '@photostructure/sqlite';
  mkdirSync(join(resources, 'node_modules', dirname(name)), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), join(resources, 'node_modules', name));
}

/** Reads the files that the arguments name: electron-builder deletes them when it ends. */
function debOf(args: readonly string[]): PackedApp['deb'] {
  const pairs = args.filter((arg) => arg.startsWith('/') && arg.includes('=')).map((arg) => arg.split('='));
  const files = pairs
    .filter(([from = '']) => /\.(xml|desktop)$/.test(from))
    .map(([from = '', to = '']) => [to, readFileSync(from, 'utf8')]);
  const afterInstall = readFileSync(args[args.indexOf('--after-install') + 1] ?? '', 'utf8');
  return { args, files: Object.fromEntries(files), afterInstall };
}

/** A digest of every file that is packed, and of how it is packed. */
function digestOfInput(): string {
  const { DROPSLIP_UPDATE_FEED: feed = '' } = process.env;
  const electron = readFileSync(join(dirname(electronProgram), 'version'), 'utf8');
  const digest = createHash('sha256').update(JSON.stringify([process.arch, feed, electron]));
  const files = globSync(
    ['package.json', 'out/**/*', 'node_modules/keytar/**/*.{js,node}', 'resources/packaging/!(*.test).{ts,sh}'],
    {
      cwd: root,
      exclude: ['out/cli/**'],
      withFileTypes: true,
    },
  );
  const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.toSorted()) digest.update(path.slice(root.length)).update(readFileSync(path));
  return digest.digest('hex').slice(0, 16);
}

if (import.meta.main) await packedApp();

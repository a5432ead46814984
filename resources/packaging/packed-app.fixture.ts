import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { archFromString, build, type Configuration, Platform } from 'electron-builder';
import configuration from './electron-builder.config.ts';
import { writeStandIn } from './stand-in-electron.fixture.ts';

/** The app as electron-builder packs it for Linux, and what its installers would have been made of. */
export type PackedApp = {
  /** What `linux-unpacked` is. */
  readonly folder: string;
  /** The desktop entry of the AppImage. */
  readonly appImageEntry: string;
  readonly deb: {
    /** What fpm would have been called with. */
    readonly args: readonly string[];
    /** The files that it would have been given, by where they are installed. */
    readonly files: Readonly<Record<string, string>>;
    readonly afterInstall: string;
  };
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'packed-app');

/**
 * Packs what is built in `out`, with a stand-in for Electron's folder. Once for each build: unit tests and journeys have the
 * same. No installer is made, for the tools are Electron's to download: of each one what it would have been made of is kept.
 */
export async function packedApp(): Promise<PackedApp> {
  const folder = join(cache, digestOfInput());
  const record = join(folder, 'packed.json');
  if (!existsSync(record)) {
    mkdirSync(cache, { recursive: true });
    // Of builds of before: nobody asks for them any more.
    for (const earlier of globSync('[0-9a-f]*', { cwd: cache })) rmSync(join(cache, earlier), { recursive: true });
    const work = await mkdtemp(join(cache, 'packing-'));
    try {
      writeFileSync(join(work, 'packed.json'), JSON.stringify(await pack(work)));
      // Whoever packed the same beside this may have come first.
      if (!existsSync(record)) renameSync(work, folder);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  const [unpacked] = globSync('linux*-unpacked', { cwd: folder });
  if (unpacked === undefined) throw new Error(`Nothing is packed in ${folder}.`);
  return { folder: join(folder, unpacked), ...JSON.parse(readFileSync(record, 'utf8')) };
}

/** What a packed app adds to Electron: its archive, and what lies unpacked beside it. */
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
  const electronDist = join(output, 'electron');
  writeStandIn('linux', electronDist);
  let appImageEntry = '';
  let deb: PackedApp['deb'] | null = null;
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget(['AppImage', 'deb'], archFromString(process.arch)),
    config: { ...ownConfiguration(), electronDist, directories: { ...configuration.directories, output } },
    publish: 'never',
    // electron-builder asks before it makes an installer, and makes none where the answer is yes.
    effectiveOptionComputed: async (computed: { desktop: string } | [string[], string]) => {
      if (Array.isArray(computed)) deb = debOf(computed[0]);
      else appImageEntry = computed.desktop;
      return true;
    },
  });
  if (deb === null) throw new Error('electron-builder has asked for no deb.');
  return { appImageEntry, deb };
}

/** For electron-builder to change, as it does. */
export function ownConfiguration(): Configuration {
  const { afterPack, ...data } = configuration;
  return { ...structuredClone(data), ...(afterPack === undefined ? {} : { afterPack }) };
}

/** The files that the arguments name are gone with electron-builder, so what is in them is kept. */
function debOf(args: readonly string[]): PackedApp['deb'] {
  const pairs = args.filter((arg) => arg.startsWith('/') && arg.includes('=')).map((arg) => arg.split('='));
  const files = pairs
    .filter(([from = '']) => /\.(xml|desktop)$/.test(from))
    .map(([from = '', to = '']) => [to, readFileSync(from, 'utf8')]);
  const afterInstall = readFileSync(args[args.indexOf('--after-install') + 1] ?? '', 'utf8');
  return { args, files: Object.fromEntries(files), afterInstall };
}

/** Of all that is packed, and of how. */
function digestOfInput(): string {
  const { DROPSLIP_UPDATE_FEED: feed = '' } = process.env;
  const digest = createHash('sha256').update(JSON.stringify([process.arch, feed]));
  const files = globSync(
    ['package.json', 'out/**/*', 'node_modules/keytar/**/*.{js,node}', 'resources/packaging/!(*.test).{ts,sh}'],
    {
      cwd: root,
      withFileTypes: true,
    },
  );
  const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.toSorted()) digest.update(path.slice(root.length)).update(readFileSync(path));
  return digest.digest('hex').slice(0, 16);
}

if (import.meta.main) await packedApp();

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

/** What marks the place of the fuses in Electron's binary. Then: the version of the wire, its length, and each state. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_COUNT = 9;

/** All on, so that each one that packing turns off is seen to be turned. */
const binary = Buffer.concat([
  Buffer.from(`stand-in ${FUSE_SENTINEL}`),
  Buffer.from([1, FUSE_COUNT]),
  Buffer.from('1'.repeat(FUSE_COUNT)),
]);

const plist = (name: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>CFBundleName</key><string>${name}</string><key>CFBundleExecutable</key><string>${name}</string></dict></plist>
`;

const macHelpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => `Electron Helper${kind}`);
const frameworks = 'Electron.app/Contents/Frameworks';

/** The files of Electron's own folder that electron-builder reads, moves or changes; where the binary can't be had. */
const distributions = {
  linux: {
    electron: binary,
    'chrome-sandbox': '',
    'locales/en-US.pak': '',
    LICENSE: 'Electron’s licence',
    'LICENSES.chromium.html': 'Chromium’s licences',
  },
  darwin: {
    'Electron.app/Contents/Info.plist': plist('Electron'),
    'Electron.app/Contents/MacOS/Electron': '',
    'Electron.app/Contents/Resources/electron.icns': '',
    [`${frameworks}/Electron Framework.framework/Electron Framework`]: binary,
    ...Object.fromEntries(
      macHelpers.flatMap((name) => [
        [`${frameworks}/${name}.app/Contents/Info.plist`, plist(name)],
        [`${frameworks}/${name}.app/Contents/MacOS/${name}`, ''],
      ]),
    ),
  },
  win32: {
    'electron.exe': windowsProgram(),
    'locales/en-US.pak': '',
    LICENSE: 'Electron’s licence',
    'LICENSES.chromium.html': 'Chromium’s licences',
  },
} as const;

/** A program of Windows has its version in it, and takes the digest of the archive and the app's own icon and names. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resource = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron', FileDescription: 'Electron' });
  version.outputToResourceEntries(resource.entries);
  resource.entries.push({ type: 'FUSES', id: 1, lang: 1033, codepage: 1200, bin: Uint8Array.from(binary).buffer });
  resource.outputResource(program);
  return Buffer.from(program.generate());
}

const PROGRAMS = new Set(['electron', 'chrome-sandbox']);

/** Writes what stands in for Electron's folder of a platform into `folder`, for electron-builder's `electronDist`. */
export function writeStandIn(platform: keyof typeof distributions, folder: string): void {
  for (const [path, contents] of Object.entries<string | Buffer>(distributions[platform])) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents, { mode: PROGRAMS.has(path) ? 0o755 : 0o644 });
  }
}

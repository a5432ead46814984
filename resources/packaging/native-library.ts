import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AfterPackContext, Arch } from 'electron-builder';

/** What a native library was made for. `architectures` as Node names them; a universal one has several. */
export type LibraryTarget = {
  readonly format: 'ELF' | 'Mach-O' | 'PE';
  readonly architectures: readonly string[];
};

const formats = { linux: 'ELF', darwin: 'Mach-O', mas: 'Mach-O', win32: 'PE' } as const;

const elfMachines = new Map([
  [0x03, 'ia32'],
  [0x28, 'arm'],
  [0x3e, 'x64'],
  [0xb7, 'arm64'],
]);
const peMachines = new Map([
  [0x014c, 'ia32'],
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);
const machTypes = new Map([
  [0x0100_0007, 'x64'],
  [0x0100_000c, 'arm64'],
]);
const ELF_MAGIC = 0x7f454c46;
const MACH_O_64_MAGIC = 0xfeedfacf;
const MACH_O_FAT_MAGIC = 0xcafebabe;
const PE_SIGNATURE = 0x0000_4550;

/** Reads it from the file's header; null where the bytes are no native library. */
export function libraryTarget(bytes: Buffer): LibraryTarget | null {
  if (bytes.length < 64) return null;
  const magic = bytes.readUInt32BE(0);
  if (magic === ELF_MAGIC) return { format: 'ELF', architectures: named(elfMachines, [bytes.readUInt16LE(18)]) };
  if (bytes.readUInt32LE(0) === MACH_O_64_MAGIC) {
    return { format: 'Mach-O', architectures: named(machTypes, [bytes.readUInt32LE(4)]) };
  }
  if (magic === MACH_O_FAT_MAGIC) {
    const count = Math.min(bytes.readUInt32BE(4), Math.floor((bytes.length - 8) / 20));
    const types = Array.from({ length: count }, (_, index) => bytes.readUInt32BE(8 + index * 20));
    return { format: 'Mach-O', architectures: named(machTypes, types) };
  }
  const header = bytes.readUInt32LE(0x3c);
  const isPe = bytes.toString('latin1', 0, 2) === 'MZ' && header + 6 <= bytes.length;
  if (!isPe || bytes.readUInt32LE(header) !== PE_SIGNATURE) return null;
  return { format: 'PE', architectures: named(peMachines, [bytes.readUInt16LE(header + 4)]) };
}

function named(names: ReadonlyMap<number, string>, types: readonly number[]): string[] {
  return types.map((type) => names.get(type) ?? `0x${type.toString(16)}`);
}

/**
 * What is wrong with a library for a platform (`linux`, `darwin`, `win32`) and an architecture (as Node names it, or
 * `universal`), in words; null where it fits.
 */
export function misfit(bytes: Buffer, platform: string, architecture: string): string | null {
  const format = Object.entries(formats).find(([name]) => name === platform)?.[1];
  const target = libraryTarget(bytes);
  const wanted = architecture === 'universal' ? ['x64', 'arm64'] : [architecture];
  const is = target === null ? 'no native library' : `${target.format} for ${target.architectures.join(' and ')}`;
  const fits = target?.format === format && wanted.every((one) => target?.architectures.includes(one));
  return fits ? null : `is ${is}, and ${format ?? platform} for ${wanted.join(' and ')} is wanted`;
}

/**
 * Run by electron-builder on what it has packed. keytar's library is compiled on the machine that packs, for that machine:
 * packed for another one the app would start, and say that there is no keychain.
 */
export function checkPackedLibraries({ appOutDir, packager, electronPlatformName, arch }: AfterPackContext): void {
  const unpacked = join(packager.getResourcesDir(appOutDir), 'app.asar.unpacked');
  const libraries = globSync('**/*.node', { cwd: unpacked });
  if (libraries.length === 0) throw new Error('keytar’s native library is not in what was packed.');
  for (const library of libraries) {
    const wrong = misfit(readFileSync(join(unpacked, library)), electronPlatformName, Arch[arch]);
    if (wrong !== null) {
      throw new Error(
        `${library} ${wrong}. Pack on a machine of that system and architecture, after \`npm ci\` there.`,
      );
    }
  }
}

import { createHash } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import type { Manifest, ManifestFile, ManifestPart } from './index.ts';

export const digestsOf = (bytes: Uint8Array): { readonly sha256: string; readonly blake2b256: string } => ({
  sha256: `0x${createHash('sha256').update(bytes).digest('hex')}`,
  blake2b256: `0x${Buffer.from(blake2b(bytes, { dkLen: 32 })).toString('hex')}`,
});

const digest = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const digests = fc.record({ sha256: digest, blake2b256: digest });

/** Names as people and programs give them, and as nobody should. */
export const names = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.constantFrom(
      'CON',
      'nul.txt',
      'a.',
      'b ',
      'Ä',
      'A\u0308',
      'readme',
      'README',
      '\u202efdp.exe',
      'x:y',
      'C:x',
      '…',
    ),
    fc.string({ unit: fc.constantFrom('a', 'B', '.', ' ', ':', '~', '_', 'é', '😀'), minLength: 1, maxLength: 6 }),
  )
  .filter((name) => !/[/\\\0]/.test(name) && name !== '.' && name !== '..' && name.isWellFormed());

const paths = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

/** Paths that can all stand beside each other. */
export const treePaths = fc
  .uniqueArray(paths, { maxLength: 12 })
  .map((all) => all.filter((path) => !all.some((other) => other.startsWith(`${path}/`))))
  .map((all) => all.filter((path) => !/^[A-Za-z]:(\/|$)/.test(path)));

function inARow<Entry extends { readonly size: number }>(entries: readonly Entry[]): (Entry & { offset: number })[] {
  let offset = 0;
  return entries.map((entry) => {
    const placed = { ...entry, offset };
    offset += entry.size;
    return placed;
  });
}

const sizes = (smallest: number) =>
  fc.oneof(fc.integer({ min: smallest, max: 5 }), fc.integer({ min: 1, max: 2 ** 40 }));

/** Cuts `size` bytes into parts. */
const partsOf = (size: number): fc.Arbitrary<readonly ManifestPart[]> =>
  fc
    .array(fc.record({ cut: fc.maxSafeNat(), ...{ sha256: digest, blake2b256: digest }, submissionId: fc.uuid() }), {
      minLength: 1,
      maxLength: 5,
    })
    .map((cuts) => {
      if (size === 0) return [];
      const ends = [...new Set([...cuts.map(({ cut }) => (cut % size) + 1), size])].sort((a, b) => a - b);
      return inARow(
        ends.map((end, at) => {
          const { cut: _, ...rest } = cuts[at % cuts.length] ?? {
            cut: 0,
            sha256: '',
            blake2b256: '',
            submissionId: '',
          };
          return { ...rest, size: end - (ends[at - 1] ?? 0) };
        }),
      );
    });

const modified = fc.option(
  fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  { nil: null },
);

const folderContent = treePaths.chain((tree) =>
  fc
    .array(fc.record({ size: sizes(0), isFolder: fc.boolean(), modified, digests }), {
      minLength: tree.length,
      maxLength: tree.length,
    })
    .map((facts) => {
      const all = tree.map((path, at) => ({ path, fact: facts[at] }));
      const files = inARow(
        all.flatMap(({ path, fact }) =>
          fact === undefined || fact.isFolder
            ? []
            : [{ path, size: fact.size, ...fact.digests, modified: fact.modified }],
        ),
      );
      const folders = all.flatMap(({ path, fact }) => (fact?.isFolder === true ? [path] : []));
      return { files, folders, size: files.reduce((sum, file) => sum + file.size, 0) };
    }),
);

const folderManifest = fc
  .tuple(
    names.filter((name) => !/^[A-Za-z]:$/.test(name)),
    folderContent,
    fc.option(digests, { nil: null }),
  )
  .chain(([name, { files, folders, size }, whole]) =>
    partsOf(size).map(
      (parts): Manifest => ({
        kind: 'folder',
        name,
        size,
        sha256: whole?.sha256 ?? null,
        blake2b256: whole?.blake2b256 ?? null,
        parts,
        files,
        folders,
        encryption: null,
      }),
    ),
  );

const fileManifest = fc
  .tuple(
    names.filter((name) => !/^[A-Za-z]:$/.test(name)),
    sizes(1),
    digests,
    modified,
  )
  .chain(([name, size, whole, at]) => {
    const file: ManifestFile = { path: name, offset: 0, size, ...whole, modified: at };
    return partsOf(size).map(
      (parts): Manifest => ({
        kind: 'file',
        name,
        size,
        ...whole,
        parts,
        files: [file],
        folders: [],
        encryption: null,
      }),
    );
  });

const closedManifest = fc
  .tuple(
    sizes(1).map((size) => Math.min(size, 2 ** 20)),
    digests,
    fc.option(fc.tuple(fc.constantFrom('file' as const, 'folder' as const), fc.uint8Array({ minLength: 1 })), {
      nil: null,
    }),
  )
  .chain(([size, whole, sealed]) =>
    partsOf(size).map(
      (parts): Manifest => ({
        kind: sealed === null ? 'manifest' : sealed[0],
        name: null,
        size,
        ...whole,
        parts,
        files: [],
        folders: [],
        encryption: sealed === null ? null : { format: 'age', contents: new Uint8Array(sealed[1]) },
      }),
    ),
  );

/** Any manifest that holds. */
export const manifests: fc.Arbitrary<Manifest> = fc.oneof(fileManifest, folderManifest, closedManifest);

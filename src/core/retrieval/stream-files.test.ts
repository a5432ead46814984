import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Manifest } from '../manifest/index.ts';
import { digestsOf } from '../manifest/manifest.fixture.ts';
import { RangeCheck } from './stream-digests.ts';
import { layOut, StreamCheck, StreamParts } from './stream-files.ts';

/** Files of a folder, joined and cut into parts. */
const cut = fc
  .record({
    files: fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 8 }),
    partSize: fc.integer({ min: 1, max: 50 }),
    seed: fc.infiniteStream(fc.nat()),
  })
  .filter(({ files }) => files.some((bytes) => bytes.length > 0));

function manifestOf(files: readonly Uint8Array[], partSize: number): { manifest: Manifest; bytes: Uint8Array } {
  const bytes = new Uint8Array(Buffer.concat(files));
  const parts = Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, at) => {
    const slice = bytes.subarray(at * partSize, (at + 1) * partSize);
    return { offset: at * partSize, size: slice.length, ...digestsOf(slice), submissionId: `id ${at}` };
  });
  let offset = 0;
  const entries = files.map((content, at) => {
    const entry = { path: `file ${at}`, offset, size: content.length, ...digestsOf(content), modified: null };
    offset += content.length;
    return entry;
  });
  const rest = { sha256: null, blake2b256: null, folders: [], encryption: null } as const;
  return { bytes, manifest: { kind: 'folder', name: 'Folder', size: bytes.length, parts, files: entries, ...rest } };
}

const within = <Value>(use: (root: string) => Value): Value => {
  const root = mkdtempSync(join(tmpdir(), 'dropslip-parts-'));
  try {
    return use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

const checked = (manifest: Manifest, root: string, laid = layOut(manifest, {})) => {
  const check = new StreamCheck(manifest, laid, join(root, 'stream'), join(root, 'content'));
  let step = check.step();
  while (typeof step === 'number') step = check.step();
  return step;
};

test('in any order of parts, and after any interruption, files are whole and no part is asked for twice', () => {
  fc.assert(
    fc.property(cut, fc.nat(), ({ files, partSize, seed }, brokenAfter) => {
      const { manifest, bytes } = manifestOf(files, partSize);
      within((root) => {
        const asked: number[] = [];
        const run = (most: number): void => {
          const parts = new StreamParts(join(root, 'stream'), manifest.parts);
          const wanted: number[] = [];
          for (let part = parts.next(); part !== null; part = parts.next()) {
            if (part.kind === 'wanted') wanted.push(part.index);
          }
          const order = wanted
            .map((index) => ({ index, key: seed.next().value ?? 0 }))
            .sort((one, other) => one.key - other.key)
            .map(({ index }) => index)
            .slice(0, most);
          for (const index of order) {
            asked.push(index);
            const { offset, size } = manifest.parts[index] ?? { offset: 0, size: 0 };
            expect(parts.put(index, bytes.subarray(offset, offset + size))).toBe(true);
          }
          parts.close();
        };
        run(brokenAfter % (manifest.parts.length + 1));
        run(Number.POSITIVE_INFINITY);
        expect(checked(manifest, root)).toBe('proven');
        expect(new Set(asked).size).toBe(asked.length);
        for (const [at, content] of files.entries()) {
          expect(readFileSync(join(root, 'content', `file ${at}`)).equals(content)).toBe(true);
        }
      });
    }),
    { numRuns: 100 },
  );
});

test('a part of other bytes, of another size, or of another part is refused', () => {
  fc.assert(
    fc.property(cut, fc.nat(), ({ files, partSize }, at) => {
      const { manifest, bytes } = manifestOf(files, partSize);
      within((root) => {
        const parts = new StreamParts(join(root, 'stream'), manifest.parts);
        const index = at % manifest.parts.length;
        const { offset, size } = manifest.parts[index] ?? { offset: 0, size: 0 };
        const right = bytes.slice(offset, offset + size);
        const changed = right.slice();
        changed[at % size] = (changed[at % size] ?? 0) ^ 1;
        expect(parts.put(index, changed)).toBe(false);
        expect(parts.put(index, right.subarray(1))).toBe(false);
        expect(parts.put(index, new Uint8Array([...right, 0]))).toBe(false);
        expect(parts.put(index, right)).toBe(true);
        parts.close();
      });
    }),
    { numRuns: 50 },
  );
});

test('a stream that is longer, shorter or wrong in a file is refused, and nothing of it is left', () => {
  const bytes = Buffer.from('onetwo');
  const { manifest } = manifestOf([bytes.subarray(0, 3), bytes.subarray(3)], 6);
  for (const [stream, wrong] of [
    ['onetw', null],
    ['onetwo!', null],
    ['onetwO', 'file 1'],
  ] as const) {
    within((root) => {
      writeFileSync(join(root, 'stream'), stream);
      expect(checked(manifest, root)).toEqual({ wrong });
      expect(readdirSync(root)).toEqual([]);
    });
  }
});

test('two names that the disk treats as one are an error, not one file', () => {
  const { manifest } = manifestOf([Buffer.from('one'), Buffer.from('two')], 6);
  const laid = layOut(manifest, {});
  const same = laid.files.map((file) => ({ ...file, path: 'file' }));
  within((root) => {
    writeFileSync(join(root, 'stream'), 'onetwo');
    expect(() => checked(manifest, root, { ...laid, files: same })).toThrow('EEXIST');
  });
});

test('a hundred thousand empty files one behind the other are checked', () => {
  const empty = { offset: 0, size: 0, sha256: digestsOf(new Uint8Array(0)).sha256, name: 'empty' };
  const check = new RangeCheck(Array.from({ length: 100_000 }, () => empty));
  expect(check.wrong).toBeNull();
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Manifest } from '../manifest/index.ts';
import { digestsOf } from '../manifest/manifest.fixture.ts';
import { RangeCheck } from './stream-digests.ts';
import { PartsInOrder } from './target-files.ts';

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

test('in whatever order parts come, and wherever it was broken off, the files are whole and nothing is asked for twice', () => {
  fc.assert(
    fc.property(cut, fc.nat(), ({ files, partSize, seed }, brokenAfter) => {
      const { manifest, bytes } = manifestOf(files, partSize);
      within((root) => {
        const asked: number[] = [];
        const run = (most: number): PartsInOrder => {
          const parts = new PartsInOrder(manifest, root, manifest.files);
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
          return parts;
        };
        run(brokenAfter % (manifest.parts.length + 1)).close();
        expect(run(Number.POSITIVE_INFINITY).end()).toBeNull();
        expect(new Set(asked).size).toBe(asked.length);
        for (const [at, content] of files.entries()) {
          expect(readFileSync(join(root, `file ${at}`)).equals(content)).toBe(true);
        }
      });
    }),
    { numRuns: 100 },
  );
});

test('no part is taken that is of other bytes, of another size, or of another part', () => {
  fc.assert(
    fc.property(cut, fc.nat(), ({ files, partSize }, at) => {
      const { manifest, bytes } = manifestOf(files, partSize);
      within((root) => {
        const parts = new PartsInOrder(manifest, root, manifest.files);
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

test('a hundred thousand empty files one behind the other are checked', () => {
  const empty = { offset: 0, size: 0, sha256: digestsOf(new Uint8Array(0)).sha256, name: 'empty' };
  const check = new RangeCheck(Array.from({ length: 100_000 }, () => empty));
  expect(check.wrong).toBeNull();
});

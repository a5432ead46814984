import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ManifestPart, readManifest } from '../../manifest/index.ts';
import { submission } from '../journal/submission.fixture.ts';
import { digests as threads } from '../threads.fixture.ts';
import { FileSource } from './file-source.ts';

const digests = { sha256: `0x${'a'.repeat(64)}`, blake2b256: `0x${'b'.repeat(64)}` };
const part: ManifestPart = { offset: 0, size: 12, ...digests, submissionId: '6f1c1c52-8f0e-4a58-9c0a-0d2b6f6f3c11' };

function writtenAndRead(name: string) {
  const row = { ...submission(1, 12, { kind: 'waiting' }), name, mtimeNs: '0', ...digests };
  return readManifest(new FileSource(threads).manifest(row, [part]));
}

const hostileNames = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }),
  fc.string({
    unit: fc.constantFrom('\\', 'C', ':', '.', '"', '\n', '\ud800', '\u2028', 'é'),
    minLength: 1,
    maxLength: 8,
  }),
);

test('a manifest is readable for any file name', () => {
  fc.assert(
    fc.property(hostileNames, (name) => {
      const read = writtenAndRead(name);
      expect(read).toMatchObject({ ok: true });
      if (read.ok) expect(read.value.files.map(({ path }) => path)).toEqual([read.value.name]);
    }),
  );
});

test('a name in a manifest keeps its valid characters', () => {
  expect(writtenAndRead('a: plan é.txt')).toMatchObject({ ok: true, value: { name: 'a: plan é.txt' } });
  expect(writtenAndRead('a\\b.txt')).toMatchObject({ ok: true, value: { name: 'a_b.txt' } });
});

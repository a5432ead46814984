import { expect, test } from 'vitest';
import { manifestLines, writeManifest } from './index.ts';

const digests = { sha256: `0x${'a'.repeat(64)}`, blake2b256: `0x${'b'.repeat(64)}` };

test('a part and a file each have a line, and the last one ends', () => {
  const bytes = writeManifest({
    kind: 'folder',
    name: 'Häuser',
    size: 5,
    sha256: null,
    blake2b256: null,
    parts: [
      { offset: 0, size: 3, ...digests, submissionId: 'id-1' },
      { offset: 3, size: 2, ...digests, submissionId: 'id-2' },
    ],
    files: [{ path: 'a “b”.txt', offset: 0, size: 5, ...digests, modified: null }],
    folders: ['empty', 'void'],
    encryption: null,
  });
  expect(Buffer.from(bytes).toString()).toBe(`{
  "format": "dropslip-manifest",
  "version": 1,
  "kind": "folder",
  "name": "Häuser",
  "size": 5,
  "sha256": null,
  "blake2b256": null,
  "parts": [
    {"offset": 0, "size": 3, "sha256": "${digests.sha256}", "blake2b256": "${digests.blake2b256}", "submissionId": "id-1"},
    {"offset": 3, "size": 2, "sha256": "${digests.sha256}", "blake2b256": "${digests.blake2b256}", "submissionId": "id-2"}
  ],
  "files": [
    {"path": "a “b”.txt", "offset": 0, "size": 5, "sha256": "${digests.sha256}", "blake2b256": "${digests.blake2b256}", "modified": null}
  ],
  "folders": [
    "empty",
    "void"
  ],
  "encryption": null
}
`);
});

test('parts are asked for as they are written, one after the other', () => {
  let asked = 0;
  function* parts() {
    for (; asked < 1_000_000; asked += 1) {
      yield { offset: asked, size: 1, ...digests, submissionId: `id-${asked}` };
    }
  }
  const lines = manifestLines({
    kind: 'manifest',
    name: null,
    size: 1_000_000,
    ...digests,
    parts: parts(),
    files: [],
    folders: [],
    encryption: null,
  });
  for (const line of lines) if (line.includes('id-2"')) break;
  expect(asked).toBe(2);
});

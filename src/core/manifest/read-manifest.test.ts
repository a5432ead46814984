import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isManifest, type Manifest, readContents, readManifest, writeContents, writeManifest } from './index.ts';
import { manifests } from './manifest.fixture.ts';

const utf8 = (text: string): Uint8Array => Buffer.from(text);
const textOf = (manifest: Manifest): string => Buffer.from(writeManifest(manifest)).toString();
const codeOf = (text: string): string | null => {
  const read = readManifest(utf8(text));
  return read.ok ? null : read.error.code;
};

test('whatever a manifest says, it is read as it was written', () => {
  fc.assert(
    fc.property(manifests, (manifest) => {
      const bytes = writeManifest(manifest);
      expect(isManifest(bytes)).toBe(true);
      expect(readManifest(bytes)).toEqual({ ok: true, value: manifest });
    }),
    { numRuns: 200 },
  );
});

test('the layout counts for nothing', () => {
  fc.assert(
    fc.property(manifests, fc.constantFrom('', '\t', '  '), (manifest, indent) => {
      const laidOut = JSON.stringify(JSON.parse(textOf(manifest)), null, indent);
      expect(readManifest(utf8(laidOut))).toEqual({ ok: true, value: manifest });
    }),
  );
});

test('any byte that is changed is refused, or reads as what then stands there', () => {
  fc.assert(
    fc.property(manifests, fc.nat(), fc.integer({ min: 1, max: 255 }), (manifest, at, flip) => {
      const bytes = writeManifest(manifest);
      const index = at % bytes.length;
      bytes[index] = (bytes[index] ?? 0) ^ flip;
      const read = readManifest(bytes);
      if (read.ok) expect(JSON.parse(textOf(read.value))).toEqual(JSON.parse(Buffer.from(bytes).toString()));
    }),
    { numRuns: 300 },
  );
});

/** The paths of all values in a JSON value, but its own. */
function places(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[...at, name], ...places(member, [...at, name])]);
}

function changedAt(value: unknown, [name, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((one, at) => {
      const changed = String(at) === name ? changedAt(one, rest, change) : one;
      return changed === undefined ? [] : [changed];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return { ...value, [name]: changedAt(Reflect.get(value, name), rest, change) };
}

const odd = fc.constantFrom<unknown>(null, -1, 0.5, 2 ** 53, 1, '', '..', [], {}, true, '0x00', 'null', [{}]);

test('any value that is exchanged or left out is refused, or reads as what then stands there', () => {
  fc.assert(
    fc.property(manifests, fc.nat(), fc.option(odd, { nil: undefined }), (manifest, pick, other) => {
      const json: unknown = JSON.parse(textOf(manifest));
      const all = places(json);
      const text = JSON.stringify(changedAt(json, all[pick % all.length] ?? [], () => other));
      const read = readManifest(utf8(text));
      if (read.ok) expect(JSON.parse(textOf(read.value))).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test('bytes of any kind are answered, also where they begin as a manifest', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.json(), (bytes, json) => {
      const begun = Buffer.concat([utf8('{"format":"dropslip-manifest","version":1,'), bytes]);
      expect(readManifest(bytes).ok).toBe(false);
      expect(readManifest(begun).ok).toBe(false);
      expect(readManifest(utf8(json)).ok).toBe(false);
      expect(readContents(bytes).ok).toBe(false);
    }),
  );
});

const digest = (sign: string): string => `0x${sign.repeat(64)}`;
const digests = { sha256: digest('a'), blake2b256: digest('b') };
const part = { offset: 0, size: 4, ...digests, submissionId: '11111111-1111-4111-8111-111111111111' };
const next = { ...part, offset: 4, size: 2, submissionId: '22222222-2222-4222-8222-222222222222' };
const file = { path: 'a/b.txt', offset: 0, size: 5, ...digests, modified: '2026-05-03T12:00:00.000Z' };
const other = { ...file, path: 'a/c.txt', offset: 5, size: 1, modified: null };
const folder: Manifest = {
  kind: 'folder',
  name: 'Letters',
  size: 6,
  sha256: null,
  blake2b256: null,
  parts: [part, next],
  files: [file, other],
  folders: ['empty'],
  encryption: null,
};
const photo: Manifest = {
  ...folder,
  ...digests,
  kind: 'file',
  name: 'photo.jpg',
  files: [{ ...file, path: 'photo.jpg', size: 6 }],
  folders: [],
};
const closed: Manifest = {
  ...photo,
  name: null,
  files: [],
  encryption: { format: 'age', contents: new Uint8Array([1, 2, 3]) },
};
const list: Manifest = { ...closed, kind: 'manifest', encryption: null };

test.each([folder, photo, closed, list])('what is changed below holds as it is: %#', (manifest) => {
  expect(codeOf(textOf(manifest))).toBeNull();
});

describe('refused is', () => {
  test.each<[string, Partial<Record<keyof Manifest, unknown>>, string]>([
    ['an unknown member', Object.fromEntries([['note', 'x']]), 'manifest-damaged'],
    ['a size below nothing', { size: -1 }, 'manifest-damaged'],
    ['a size of halves', { size: 5.5 }, 'manifest-damaged'],
    ['a size beyond what counts exactly', { size: 2 ** 53 }, 'manifest-damaged'],
    [
      'a part of nothing',
      {
        parts: [
          { ...part, size: 0 },
          { ...part, size: 6 },
        ],
      },
      'manifest-damaged',
    ],
    ['parts that overlap', { parts: [part, { ...next, offset: 3 }] }, 'manifest-damaged'],
    ['parts with a gap', { parts: [part, { ...next, offset: 5, size: 1 }] }, 'manifest-damaged'],
    ['parts in another order', { parts: [next, part] }, 'manifest-damaged'],
    ['parts that are too few', { parts: [part] }, 'manifest-damaged'],
    ['parts that are too many', { parts: [part, { ...next, size: 3 }] }, 'manifest-damaged'],
    ['no part of something', { parts: [] }, 'manifest-damaged'],
    ['sizes that are too large together', { parts: [{ ...part, size: 2 ** 53 - 1 }, next] }, 'manifest-damaged'],
    ['files that overlap', { files: [file, { ...other, offset: 4, size: 2 }] }, 'manifest-damaged'],
    ['files with a gap', { files: [{ ...file, size: 4 }, other] }, 'manifest-damaged'],
    ['files that are too few', { files: [file] }, 'manifest-damaged'],
    ['a digest that is too short', { parts: [part, { ...next, sha256: '0xaa' }] }, 'manifest-damaged'],
    ['a digest in capitals', { parts: [part, { ...next, blake2b256: digest('B') }] }, 'manifest-damaged'],
    ['a digest without its beginning', { files: [file, { ...other, sha256: 'a'.repeat(64) }] }, 'manifest-damaged'],
    ['one digest of a folder and not the other', { sha256: digest('a') }, 'manifest-damaged'],
    ['an id that is none', { parts: [part, { ...next, submissionId: 'null' }] }, 'manifest-damaged'],
    ['an id with blanks', { parts: [part, { ...next, submissionId: ' x' }] }, 'manifest-damaged'],
    ['a time that is none', { files: [file, { ...other, modified: '2026-02-30T00:00:00.000Z' }] }, 'manifest-damaged'],
    ['a time of a zone', { files: [file, { ...other, modified: '2026-02-03T00:00:00+01:00' }] }, 'manifest-damaged'],
    ['a path that leaves', { files: [file, { ...other, path: '../x' }] }, 'manifest-damaged'],
    ['a folder that leaves', { folders: ['/etc'] }, 'manifest-damaged'],
    ['a name with a folder', { name: 'a/b' }, 'manifest-damaged'],
    ['no name', { name: null }, 'manifest-damaged'],
    ['a path twice', { files: [file, { ...other, path: file.path }] }, 'manifest-damaged'],
    ['a file that is a folder, too', { folders: ['a/b.txt'] }, 'manifest-damaged'],
    ['a file in a file', { files: [file, { ...other, path: 'a/b.txt/c' }] }, 'manifest-damaged'],
    ['an empty folder with something in it', { folders: ['a'] }, 'manifest-damaged'],
  ])('%s', (_what, change, code) => {
    expect(codeOf(JSON.stringify({ ...JSON.parse(textOf(folder)), ...change }))).toBe(code);
  });

  test.each<[string, Manifest, string]>([
    ['a file of two', { ...photo, files: folder.files }, 'manifest-damaged'],
    ['a file of none', { ...photo, size: 0, parts: [], files: [] }, 'manifest-damaged'],
    ['a file of another name', { ...photo, name: 'x' }, 'manifest-damaged'],
    ['a file of another digest', { ...photo, sha256: digest('c') }, 'manifest-damaged'],
    ['a file with folders', { ...photo, folders: ['x'] }, 'manifest-damaged'],
    ['a file without digests', { ...photo, sha256: null, blake2b256: null }, 'manifest-damaged'],
    ['a name beside the encryption', { ...closed, name: 'photo.jpg' }, 'manifest-damaged'],
    ['files beside the encryption', { ...closed, files: photo.files }, 'manifest-damaged'],
    ['folders beside the encryption', { ...closed, folders: ['x'] }, 'manifest-damaged'],
    [
      'an encrypted folder without digests',
      { ...closed, kind: 'folder', sha256: null, blake2b256: null },
      'manifest-damaged',
    ],
    ['no contents', { ...closed, encryption: { format: 'age', contents: new Uint8Array() } }, 'manifest-damaged'],
    ['an encrypted nothing', { ...closed, size: 0, parts: [] }, 'manifest-damaged'],
    ['an encrypted list', { ...list, encryption: closed.encryption }, 'manifest-damaged'],
    ['a list with a name', { ...list, name: 'x' }, 'manifest-damaged'],
    ['a list that is too large', { ...list, size: 2 ** 40, parts: [{ ...part, size: 2 ** 40 }] }, 'manifest-damaged'],
  ])('%s', (_what, manifest, code) => {
    expect(codeOf(textOf(manifest))).toBe(code);
  });

  const text = textOf(folder);
  const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);
  test.each([
    ['nothing', '', 'not-a-manifest'],
    ['other JSON', '{"hello": "world"}', 'not-a-manifest'],
    [
      'what does not begin as one',
      text.replace('"format": "dropslip-manifest",', '').replace('null\n}', 'null,\n"format": "dropslip-manifest"}'),
      'not-a-manifest',
    ],
    ['half of one', text.slice(0, text.length / 2), 'not-a-manifest'],
    ['something behind it', `${text}{}`, 'not-a-manifest'],
    ['a byte order mark', `\ufeff${text}`, 'not-a-manifest'],
    ['a later version', text.replace('"version": 1', '"version": 2'), 'manifest-version'],
    ['a version that is no number', text.replace('"version": 1', '"version": "1"'), 'not-a-manifest'],
    ['a member twice', text.replace('"size": 6', '"size": 6, "size": 6'), 'manifest-damaged'],
    ['a member twice, spelt in two ways', text.replace('"size": 6', '"size": 6, "\\u0073ize": 6'), 'manifest-damaged'],
    ['a number that is rounded', text.replace('"size": 6', '"size": 6.0'), 'manifest-damaged'],
    ['another prototype', text.replace('"kind"', '"__proto__": {}, "kind"'), 'manifest-damaged'],
    ['contents in another spelling', textOf(closed).replace('AQID', 'AQ ID'), 'manifest-damaged'],
    [
      'deep lists',
      text
        .replace('["empty"]', nested(200_000, '[', ']'))
        .replace(/"folders": \[[^\]]*\]/, `"folders": ${nested(200_000, '[', ']')}`),
      'manifest-damaged',
    ],
  ])('%s', (_what, json, code) => {
    expect(codeOf(json)).toBe(code);
  });

  test('what is no text, also where a reader would put a mark in its place', () => {
    const bytes = Buffer.from(text.replace('Letters', 'Letters\ufffd'));
    expect(readManifest(bytes).ok).toBe(true);
    const at = bytes.indexOf('\ufffd');
    const broken = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]);
    expect(readManifest(broken)).toMatchObject({ error: { code: 'not-a-manifest' } });
  });
});

describe('the contents of what is encrypted', () => {
  const { kind, name, size, files, folders } = folder;
  const contents = { kind: 'folder', name: 'Letters', size, sha256: null, files, folders } as const;
  const write = (change: object): string => {
    const json: object = JSON.parse(Buffer.from(writeContents(contents)).toString());
    return JSON.stringify({ ...json, ...change });
  };

  test('are read as they were written', () => {
    expect([kind, name]).toEqual([contents.kind, contents.name]);
    expect(readContents(writeContents(contents))).toEqual({ ok: true, value: contents });
    const nothing = { ...contents, size: 0, files: [], folders: [] };
    expect(readContents(writeContents(nothing))).toEqual({ ok: true, value: nothing });
  });

  test.each([
    ['a manifest', { format: 'dropslip-manifest' }, 'manifest-damaged'],
    ['a later version', { version: 2 }, 'manifest-version'],
    ['an unknown member', { parts: [] }, 'manifest-damaged'],
    ['a path that leaves', { folders: ['..'] }, 'manifest-damaged'],
    ['a size that is another', { size: 7 }, 'manifest-damaged'],
    ['a file without a digest', { kind: 'file' }, 'manifest-damaged'],
  ])('are refused as %s', (_what, change, code) => {
    expect(readContents(utf8(write(change)))).toMatchObject({ error: { code } });
  });
});

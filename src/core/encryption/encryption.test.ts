import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { array, assert, asyncProperty, integer, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { forKey, openEncryption, unwatched, withKey } from './encryption.fixture.ts';

const CHUNK = 64 * 1024;
const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const digestsOf = (bytes: Uint8Array) => ({
  keccak256: hex(keccak_256(bytes)),
  blake2b256: hex(blake2b(bytes, { dkLen: 32 })),
  sha256: hex(sha256(bytes)),
  size: bytes.length,
});
const sentDigests = (bytes: Uint8Array) => ({ ...digestsOf(bytes), keccak256: null });
const filled = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, at) => (at * 31 + size) % 251);

/** Of each side of what ends a chunk of the format, and a piece of the digests. */
const sizes = [
  0,
  1,
  CHUNK - 1,
  CHUNK,
  CHUNK + 1,
  2 * CHUNK,
  16 * CHUNK - 1,
  16 * CHUNK,
  16 * CHUNK + 1,
  40 * CHUNK + 7,
];

test('a file of any size comes back as it was, with the digests of what was meant and of what goes out', async () => {
  const { encryption, put, at } = openEncryption();
  for (const size of sizes) {
    const bytes = filled(size);
    const [to, back] = [at(`${size}.age`), at(`${size}.back`)];
    const ended = await encryption.encrypt({
      files: [put(`${size}`, bytes)],
      to,
      encryptFor: forKey,

      ...unwatched,
    });
    const plain = sentDigests(bytes);
    expect(ended).toEqual({ kind: 'encrypted', ageFile: sentDigests(readFileSync(to)), plain });
    const decrypted = await encryption.decrypt({ from: to, to: back, decryptWith: withKey, ...unwatched });
    expect(decrypted).toEqual({ kind: 'decrypted', plain: { sha256: plain.sha256, size } });
    expect(readFileSync(back).equals(bytes)).toBe(true);
  }
});

test('many files are one stream', async () => {
  const { encryption, put, at } = openEncryption();
  let run = 0;
  const file = integer({ min: -9, max: 9 }).chain((beside) =>
    uint8Array({ minLength: 0, maxLength: 40 }).map((bytes) =>
      beside % 3 === 0 ? bytes : Buffer.concat([filled(CHUNK + beside), bytes]),
    ),
  );
  await assert(
    asyncProperty(array(file, { minLength: 0, maxLength: 6 }), async (contents) => {
      run += 1;
      const files = contents.map((bytes, index) => put(`${run}-${index}`, bytes));
      const [to, back] = [at(`${run}.age`), at(`${run}.back`)];
      const ended = await encryption.encrypt({ files, to, encryptFor: forKey, ...unwatched });
      const joined = Buffer.concat(contents);
      expect(ended).toEqual({ kind: 'encrypted', ageFile: sentDigests(readFileSync(to)), plain: sentDigests(joined) });
      await encryption.decrypt({ from: to, to: back, decryptWith: withKey, ...unwatched });
      expect(readFileSync(back).equals(joined)).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test('a small text is sealed and opened with a passphrase', async () => {
  const { encryption } = openEncryption();
  const passphrase = { kind: 'passphrase', passphrase: 'correct horse — ünd so wéiter' } as const;
  const text = new TextEncoder().encode('{"format":"dropslip-contents"}');
  const sealed = await encryption.seal(text, passphrase);
  expect(sealed.ok).toBe(true);
  if (!sealed.ok) return;
  expect(Buffer.from(sealed.value).includes('dropslip-contents')).toBe(false);
  // What a passphrase costs whoever tries them all.
  expect(Buffer.from(sealed.value).toString('latin1')).toMatch(/\n-> scrypt \S+ 18\n/);
  expect(await encryption.open(sealed.value, passphrase)).toEqual({ ok: true, value: text });
});

test('a file that is not as it was given is named, and nothing is left', async () => {
  const { encryption, put, at } = openEncryption();
  const [first, second] = [put('first', filled(100)), put('second', filled(200))];
  const to = at('copy.age');
  const encrypt = (files: (typeof first)[]) => encryption.encrypt({ files, to, encryptFor: forKey, ...unwatched });
  const changed = { kind: 'changed', path: second.path };
  expect(await encrypt([first, { ...second, size: 201 }])).toEqual(changed);
  expect(await encrypt([first, { ...second, size: 199 }])).toEqual(changed);
  expect(await encrypt([first, { ...second, mtimeNs: '1' }])).toEqual(changed);
  expect(await encrypt([first, { ...second, inode: 1n }])).toEqual(changed);
  expect(existsSync(to)).toBe(false);
  expect(await encrypt([first, { ...second, inode: null }])).toMatchObject({ kind: 'encrypted' });
});

test('a file that is missing or a link is named with what the system says, and nothing is left', async () => {
  const { encryption, put, at } = openEncryption();
  const file = put('file', filled(10));
  const to = at('copy.age');
  const gone = { ...file, path: at('gone') };
  const ended = await encryption.encrypt({ files: [file, gone], to, encryptFor: forKey, ...unwatched });
  expect(ended).toMatchObject({ kind: 'unreadable', path: gone.path, code: 'ENOENT' });
  expect(existsSync(to)).toBe(false);
});

test('what lies where the copy is to go stays as it is', async () => {
  const { encryption, put, at } = openEncryption();
  const to = at('copy.age');
  writeFileSync(to, 'somebody’s');
  const ended = await encryption.encrypt({
    files: [put('file', filled(10))],
    to,
    encryptFor: forKey,

    ...unwatched,
  });
  expect(ended).toMatchObject({ failure: { code: 'private-file-not-written', values: { what: 'encrypted-copy' } } });
  expect(readFileSync(to, 'utf8')).toBe('somebody’s');
});

test('a cancelled one leaves nothing, and the next one is done', async () => {
  const { encryption, put, at } = openEncryption();
  const files = [put('large', filled(200 * CHUNK))];
  const cancelling = new AbortController();
  const progress: number[] = [];
  const to = at('copy.age');
  const ended = await encryption.encrypt({
    files,
    to,
    encryptFor: forKey,

    onProgress: (bytes) => {
      progress.push(bytes);
      cancelling.abort();
    },
    signal: cancelling.signal,
  });
  expect(ended).toEqual({ kind: 'cancelled' });
  expect(progress.length).toBeGreaterThan(0);
  expect(existsSync(to)).toBe(false);
  expect(await encryption.encrypt({ files, to, encryptFor: forKey, ...unwatched })).toMatchObject({
    kind: 'encrypted',
  });

  const decrypting = new AbortController();
  const back = at('back');
  const onProgress = (): void => decrypting.abort();
  const decrypted = { from: to, to: back, decryptWith: withKey, onProgress, signal: decrypting.signal };
  expect(await encryption.decrypt(decrypted)).toEqual({ kind: 'cancelled' });
  expect(existsSync(back)).toBe(false);
  expect(await encryption.decrypt({ ...decrypted, onProgress: () => undefined })).toEqual({ kind: 'cancelled' });
});

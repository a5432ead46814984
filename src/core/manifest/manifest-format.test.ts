import { readFileSync } from 'node:fs';
import { Decrypter } from 'age-encryption';
import { expect, test } from 'vitest';
import { readContents, readManifest, writeContents, writeManifest } from './index.ts';
import { digestsOf } from './manifest.fixture.ts';

const description = readFileSync(new URL('../../../docs/manifest-format.md', import.meta.url), 'utf8');
const blocks = [...description.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => json);
const [blank = '', desk = '', list = '', encrypted = '', contents = ''] = blocks;

test('the examples of the description read, and are laid out as Dropslip writes them', () => {
  expect(blocks).toHaveLength(5);
  for (const json of [blank, desk, list, encrypted]) {
    const read = readManifest(Buffer.from(json));
    expect(read).toMatchObject({ ok: true });
    if (read.ok) expect(Buffer.from(writeManifest(read.value)).toString()).toBe(json);
  }
  const read = readContents(Buffer.from(contents));
  expect(read).toMatchObject({ ok: true });
  if (read.ok) expect(Buffer.from(writeContents(read.value)).toString()).toBe(contents);
});

test('the digests of the examples are those of what they say', () => {
  const zeros = Buffer.alloc(2_500_000);
  const read = readManifest(Buffer.from(blank));
  const parts = read.ok ? read.value.parts : [];
  expect(parts.map(({ offset, size }) => digestsOf(zeros.subarray(offset, offset + size)))).toEqual(
    parts.map(({ sha256, blake2b256 }) => ({ sha256, blake2b256 })),
  );
  expect(read).toMatchObject({ value: { ...digestsOf(zeros), kind: 'file' } });
  expect(readManifest(Buffer.from(desk))).toMatchObject({
    value: { parts: [digestsOf(Buffer.from('Dear Ada,\n42\n'))] },
  });
  expect(readManifest(Buffer.from(list))).toMatchObject({ value: digestsOf(Buffer.from(encrypted)) });
});

test('the encrypted example opens with its passphrase', async () => {
  const read = readManifest(Buffer.from(encrypted));
  const decrypter = new Decrypter();
  decrypter.addPassphrase('correct horse battery staple');
  const sealed = (read.ok ? read.value.encryption?.contents : null) ?? new Uint8Array();
  expect(Buffer.from(await decrypter.decrypt(sealed)).toString()).toBe(contents);
});

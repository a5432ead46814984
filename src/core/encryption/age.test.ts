import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { Encrypter, generateHybridIdentity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { keys, openEncryption, unwatched, withKey } from './encryption.fixture.ts';
import type { DecryptWith } from './jobs.ts';

const CHUNK = 64 * 1024;
/** With what closes it. */
const SEALED_CHUNK = CHUNK + 16;
const plain = new Uint8Array(2 * CHUNK + 100).fill(7);
const ofPassphrase = (passphrase: string): DecryptWith => ({ kind: 'passphrase', passphrase });

async function encrypted(bytes: Uint8Array): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(keys.recipient);
  return encrypter.encrypt(bytes);
}

async function locked(passphrase: string, workFactor: number): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt('short');
}

/** Decrypts bytes as a file and as a text, which must say the same; nothing may be left of the file. */
function openCodes(): (bytes: Uint8Array, decryptWith?: DecryptWith) => Promise<string> {
  const { encryption, at } = openEncryption();
  return async (bytes, decryptWith = withKey) => {
    writeFileSync(at('in.age'), bytes);
    const ended = await encryption.decrypt({ from: at('in.age'), to: at('out'), decryptWith, ...unwatched });
    const opened = await encryption.open(bytes, decryptWith);
    expect(existsSync(at('out'))).toBe(false);
    const code = ended.kind === 'failed' ? ended.failure.code : ended.kind;
    expect(opened).toMatchObject({ ok: false, error: { code } });
    return code;
  };
}

test('what is wrong with a file is told apart, and nothing of it is left', async () => {
  const codeOf = openCodes();
  const good = await encrypted(plain);
  const header = good.length - 16 - (plain.length + 3 * 16);
  const flipped = (at: number): Uint8Array => good.map((byte, index) => (index === at ? byte ^ 1 : byte));
  expect(await codeOf(new Uint8Array(0))).toBe('not-encrypted');
  expect(await codeOf(randomBytes(1000))).toBe('not-encrypted');
  expect(await codeOf(new TextEncoder().encode('age-encryption.org'))).toBe('not-encrypted');
  expect(await codeOf(good, { kind: 'identity', identity: keys.otherIdentity })).toBe('wrong-key');
  expect(await codeOf(good, ofPassphrase('a passphrase'))).toBe('key-needed');
  expect(await codeOf(good.subarray(0, header - 3))).toBe('encrypted-damaged');
  // In the proof of the header, in its first chunk, in its second, in its last.
  expect(await codeOf(flipped(header - 5))).toBe('encrypted-damaged');
  expect(await codeOf(flipped(header + 16))).toBe('encrypted-damaged');
  expect(await codeOf(flipped(header + 16 + SEALED_CHUNK + 5))).toBe('encrypted-damaged');
  expect(await codeOf(flipped(good.length - 1))).toBe('encrypted-damaged');
  // In the middle of a chunk, between two, within what closes one.
  expect(await codeOf(good.subarray(0, good.length - 50))).toBe('encrypted-damaged');
  expect(await codeOf(good.subarray(0, header + 16 + 2 * SEALED_CHUNK))).toBe('encrypted-damaged');
  expect(await codeOf(good.subarray(0, header + 16 + SEALED_CHUNK + 9))).toBe('encrypted-damaged');
  expect(await codeOf(good.subarray(0, header + 16))).toBe('encrypted-damaged');
  // Something behind its end.
  expect(await codeOf(Buffer.concat([good, Buffer.from('more')]))).not.toBe('decrypted');
});

test('a passphrase that does not fit, and a key where a passphrase is needed, are said to be that', async () => {
  const codeOf = openCodes();
  const bytes = await locked('the right one', 10);
  expect(await codeOf(bytes, ofPassphrase('the wrong one'))).toBe('wrong-passphrase');
  expect(await codeOf(bytes)).toBe('passphrase-needed');
});

test('a header that asks for gigabytes of memory is refused before any is taken', async () => {
  const codeOf = openCodes();
  const bytes = Buffer.from(await locked('the right one', 10));
  const asks = (work: number): Buffer => {
    const text = bytes.toString('latin1').replace(/(-> scrypt \S+) 10\n/, `$1 ${work}\n`);
    return Buffer.from(text, 'latin1');
  };
  for (const work of [21, 40, 63, 999]) {
    expect(await codeOf(asks(work), ofPassphrase('the right one'))).toBe('encrypted-damaged');
  }
  // What is no such number at all.
  expect(await codeOf(Buffer.from(asks(0)), ofPassphrase('the right one'))).toBe('encrypted-damaged');
});

test('a header without end is read to a limit', async () => {
  const { encryption } = openEncryption();
  const line = `-> X25519 ${'A'.repeat(43)}\n${'A'.repeat(43)}\n`;
  const header = Buffer.from(`age-encryption.org/v1\n${line.repeat(100_000)}`);
  expect(await encryption.open(header, withKey)).toMatchObject({ error: { code: 'encrypted-damaged' } });
  const oneLine = Buffer.concat([Buffer.from('age-encryption.org/v1\n'), Buffer.alloc(8 * 1024 * 1024, 'a')]);
  expect(await encryption.open(oneLine, withKey)).toMatchObject({ error: { code: 'encrypted-damaged' } });
});

test('what is no secret key is refused, and not repeated', async () => {
  const { encryption } = openEncryption();
  const almost = `${keys.identity.slice(0, -1)}Q`;
  const opened = await encryption.open(await encrypted(plain), { kind: 'identity', identity: almost });
  expect(opened).toMatchObject({ ok: false, error: { code: 'identity-not-valid' } });
  expect(JSON.stringify(opened)).not.toContain(almost.slice(20, 40));
});

test.skipIf(process.platform === 'win32')('a link is not decrypted, nor what is not there', async () => {
  const { encryption, at } = openEncryption();
  writeFileSync(at('real.age'), await encrypted(plain));
  symlinkSync(at('real.age'), at('link.age'));
  const from = (name: string) =>
    encryption.decrypt({ from: at(name), to: at('out'), decryptWith: withKey, ...unwatched });
  expect(await from('link.age')).toMatchObject({ kind: 'unreadable', code: 'ELINK' });
  expect(await from('gone.age')).toMatchObject({ kind: 'unreadable', code: 'ENOENT' });
  expect(existsSync(at('out'))).toBe(false);
  expect(await from('real.age')).toMatchObject({ kind: 'decrypted' });
  expect(readFileSync(at('out')).equals(plain)).toBe(true);
});

test('a file of several secret keys opens what is for any one of them, also if that is post-quantum', async () => {
  const { encryption } = openEncryption();
  const postQuantum = await generateHybridIdentity();
  const identity = `# first\n${keys.otherIdentity}\n# second\n${keys.identity}\n${postQuantum}\n`;
  const hybrid = await encryption.seal(plain, {
    kind: 'recipients',
    recipients: [await identityToRecipient(postQuantum)],
  });
  for (const sealed of [await encrypted(plain), hybrid.ok ? hybrid.value : new Uint8Array()]) {
    expect(await encryption.open(sealed, { kind: 'identity', identity })).toEqual({ ok: true, value: plain });
  }
});

test('a file that several keys can read needs any one of them', async () => {
  const { encryption } = openEncryption();
  const encryptFor = { kind: 'recipients', recipients: [keys.otherRecipient, keys.recipient] } as const;
  const sealed = await encryption.seal(plain, encryptFor);
  expect(sealed.ok && (await encryption.open(sealed.value, withKey))).toEqual({ ok: true, value: plain });
  expect(await encryption.seal(plain, { kind: 'recipients', recipients: ['age1nobody'] })).toMatchObject({ ok: false });
});

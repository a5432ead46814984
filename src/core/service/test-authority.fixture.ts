import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For tests: a certificate authority of its own, and one host's key and certificate that it signed (files, PEM). */
export type TestAuthority = {
  readonly certificateFile: string;
  readonly key: string;
  readonly certificate: string;
  readonly remove: () => Promise<void>;
};

/** Needs no program: macOS has no OpenSSL 3, and Windows none at all. */
export async function makeAuthority(...hosts: readonly string[]): Promise<TestAuthority> {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const host = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = nameOf(`Test authority ${randomUUID()}`);
  const signedBy = { issuer, signer: authority.privateKey };
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-authority-'));
  const certificateFile = join(folder, 'ca.pem');
  const isAuthority = extension('551d13', der(0x30, der(0x01, [0xff])));
  await writeFile(
    certificateFile,
    certificateOf({ ...signedBy, subject: issuer, key: authority.publicKey, extensions: [isAuthority] }),
  );
  const names = hosts.map((name) => (isIP(name) === 4 ? der(0x87, name.split('.').map(Number)) : text(0x82, name)));
  const extensions = [extension('551d13', der(0x30)), extension('551d11', der(0x30, ...names))];
  return {
    certificateFile,
    key: host.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificateOf({ ...signedBy, subject: nameOf(hosts[0] ?? ''), key: host.publicKey, extensions }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

type Certified = {
  readonly issuer: Buffer;
  readonly signer: KeyObject;
  readonly subject: Buffer;
  readonly key: KeyObject;
  readonly extensions: readonly Buffer[];
};

/** A certificate for two days (X.509, RFC 5280), signed with ECDSA and SHA-256. */
function certificateOf({ issuer, signer, subject, key, extensions }: Certified): string {
  const algorithm = der(0x30, id('2a8648ce3d040302'));
  const [from, until] = [-1, 1].map((days) => instant(Date.now() + days * 86_400_000));
  const toBeSigned = der(
    0x30,
    der(0xa0, der(0x02, [2])),
    der(0x02, [1, ...randomBytes(8)]),
    algorithm,
    issuer,
    der(0x30, from ?? [], until ?? []),
    subject,
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, ...extensions)),
  );
  const signature = der(0x03, [0], sign('sha256', toBeSigned, signer));
  const lines = der(0x30, toBeSigned, algorithm, signature)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

type Bytes = Uint8Array | readonly number[];

/** One value of ASN.1, as DER. */
function der(tag: number, ...parts: readonly Bytes[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Uint8Array.from(part)));
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.from([tag, ...size]), content]);
}

const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value));
const id = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const nameOf = (common: string): Buffer => der(0x30, der(0x31, der(0x30, id('550403'), text(0x0c, common))));
const instant = (at: number): Buffer =>
  text(0x17, `${new Date(at).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`);
const extension = (hex: string, value: Buffer): Buffer => der(0x30, id(hex), der(0x01, [0xff]), der(0x04, value));

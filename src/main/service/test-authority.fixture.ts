import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For tests: a certificate authority of its own, and one host's key and certificate that it signed (files, PEM). */
export type TestAuthority = {
  readonly certificateFile: string;
  readonly key: string;
  readonly certificate: string;
  readonly remove: () => Promise<void>;
};

export async function makeAuthority(...hosts: readonly string[]): Promise<TestAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-authority-'));
  const file = (name: string): string => join(folder, name);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const openssl = (...args: readonly string[]): Buffer => execFileSync('openssl', ['req', ...args], { stdio: 'pipe' });
  openssl('-x509', ...newKey, '-keyout', file('ca.key'), '-out', file('ca.pem'), '-subj', '/CN=Test authority');
  const names = hosts.map((host) => (/^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`)).join(',');
  const signed = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-addext', `subjectAltName=${names}`];
  const leaf = ['-addext', 'basicConstraints=critical,CA:FALSE', '-subj', `/CN=${hosts[0]}`];
  openssl('-x509', ...newKey, ...signed, ...leaf, '-keyout', file('host.key'), '-out', file('host.pem'));
  return {
    certificateFile: file('ca.pem'),
    key: readFileSync(file('host.key'), 'utf8'),
    certificate: readFileSync(file('host.pem'), 'utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

import * as tls from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeAuthority } from './test-authority.fixture.ts';

vi.mock('node:tls', { spy: true });

const { trustedAuthorities } = await import('./agents.ts');

test.skipIf(process.platform !== 'linux')(
  'the system’s store is trusted, and read without holding main up',
  async () => {
    const authority = await makeAuthority('127.0.0.1');
    onTestFinished(authority.remove);
    // Where the store of a Linux is, as OpenSSL takes it.
    vi.stubEnv('SSL_CERT_FILE', authority.certificateFile);
    const server = tls.createServer({ key: authority.key, cert: authority.certificate }, (socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');

    const secureContext = await trustedAuthorities();
    const socket = tls.connect({ host: '127.0.0.1', port: address.port, secureContext });
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    expect(socket.authorized).toBe(true);

    expect(vi.mocked(tls.getCACertificates).mock.calls).toEqual([['default']]);
    expect(await trustedAuthorities()).toBe(secureContext);
  },
);

import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeAuthority } from '../service/test-authority.fixture.ts';
import { isPostgresInstalled, PostgresServer } from './postgres.fixture.ts';
import { answerOf, failureOf, openDesk } from './teams.fixture.ts';

// Elsewhere no variable names the authorities of the system.
const canTrust = isPostgresInstalled && process.platform === 'linux';

describe.skipIf(!canTrust)('the certificate of a team’s database, on a real PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.remove());
  afterEach(() => void vi.unstubAllEnvs());

  async function createAuthority() {
    const authority = await makeAuthority('127.0.0.1');
    onTestFinished(authority.remove);
    return authority;
  }

  const address = () => `${server.url('postgres')}?sslmode=verify-full`;

  test('is accepted for the server’s name if an authority of the system signed it', async () => {
    const authority = await createAuthority();
    vi.stubEnv('SSL_CERT_FILE', authority.certificateFile);
    await server.encrypt(authority);
    const encrypted = openDesk(address(), 'one');
    answerOf(await encrypted.migrate());
    answerOf(await encrypted.listen(() => undefined));
    const elsewhere = openDesk(address().replace('127.0.0.1', 'localhost'), 'one');
    expect(failureOf(await elsewhere.check())).toMatchObject({ code: 'team-untrusted' });
  });

  test('is refused if an unknown authority signed it, unless the address does not ask to verify it', async () => {
    await server.encrypt(await createAuthority());
    expect(failureOf(await openDesk(address(), 'one').check())).toMatchObject({ code: 'team-untrusted' });
    answerOf(await openDesk(server.url('postgres'), 'one').migrate());
  });
});

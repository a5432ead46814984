import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openFixture } from '../accounts/accounts.fixture.ts';
import { NoKeychain } from '../accounts/index.ts';
import { Consent } from '../consent.ts';
import type { Commit } from '../storage/index.ts';
import { Slips } from '../submissions/index.ts';
import { isPostgresInstalled, PostgresServer } from './postgres.fixture.ts';
import { Team } from './team.ts';
import { answerOf, openDesk } from './teams.fixture.ts';

describe.skipIf(!isPostgresInstalled)('a desk’s membership in a team, on a real PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.remove());

  test('a desk whose disk was full while it connected connects by itself', async () => {
    const address = server.url(await server.createDatabase());
    answerOf(await openDesk(address, 'administrator').migrate());
    const { accounts, events, database, commit: write, close } = await openFixture();
    const disk = { isFull: true, refusals: 0 };
    const commit: Commit = (run) => {
      if (!disk.isFull) return write(run);
      disk.refusals += 1;
      return Promise.reject(new Error('The disk is full.'));
    };
    const consent = new Consent(async () => true);
    const environment = { given: address, hostName: 'desk' };
    const slips = new Slips(database, commit);
    const keychain = new NoKeychain();
    const team = new Team(database, commit, keychain, accounts, consent, slips, events, Date.now, environment);
    onTestFinished(async () => {
      await team.close();
      await close();
    });
    team.retry();
    await expect.poll(() => disk.refusals).toBe(1);
    disk.isFull = false;
    await expect.poll(() => team.status()?.connection.kind, { timeout: 20_000 }).toBe('connected');
  });
});

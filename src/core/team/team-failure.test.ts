import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isPostgresInstalled, PostgresServer } from './postgres.fixture.ts';
import { answerOf, failureOf, openDesk } from './teams.fixture.ts';

describe.skipIf(!isPostgresInstalled)('problems of a team’s database, on a real PostgreSQL', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await PostgresServer.start();
    await server.run('postgres', (sql) => sql.unsafe(`CREATE ROLE clerk LOGIN PASSWORD 'clerk’s own'`));
  });

  afterAll(() => server.remove());

  const account = 'https://service.example';
  const slip = { account, submissionId: 'a', name: 'a.pdf', blake2b256: null, receipt: '{}' };
  const clerk = 'clerk:clerk%E2%80%99s%20own';
  const patient = { connecting: 120_000, answer: 120_000 };
  const quick = { connecting: 300, answer: 600 };

  async function migrated(): Promise<string> {
    const database = await server.createDatabase();
    answerOf(await openDesk(server.url(database), 'first').migrate());
    return database;
  }

  const setVersion = (database: string, version: number) =>
    server.run(database, (sql) => sql`UPDATE dropslip_team SET version = ${version}`);

  async function listening(relay: Server): Promise<string> {
    onTestFinished(async () => {
      relay.close();
    });
    await once(relay.listen(0, '127.0.0.1'), 'listening');
    return `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  }

  test('without tables every call says that the team is not set up', async () => {
    const desk = openDesk(server.url(await server.createDatabase()), 'one');
    for (const call of [desk.check(), desk.openClaims(), desk.share([slip]), desk.slipsAfter('0', 1)]) {
      expect(failureOf(await call)).toMatchObject({ code: 'team-not-set-up' });
    }
  });

  test('tables of a newer Dropslip are neither used nor changed', async () => {
    const database = await migrated();
    await setVersion(database, 2);
    const desk = openDesk(server.url(database), 'one');
    const detail = 'The tables have version 2. This Dropslip knows version 1.';
    expect(failureOf(await desk.check())).toEqual({ code: 'team-newer', detail });
    expect(failureOf(await desk.migrate())).toEqual({ code: 'team-newer', detail });
  });

  test('tables of an older Dropslip must be migrated', async () => {
    const database = await migrated();
    await setVersion(database, 0);
    expect(failureOf(await openDesk(server.url(database), 'one').check())).toMatchObject({ code: 'team-older' });
  });

  test('tables of another program with the same names stay, and the detail names them', async () => {
    const database = await server.createDatabase();
    await server.run(database, (sql) => sql`CREATE TABLE claims (theirs int)`);
    const desk = openDesk(server.url(database), 'one');
    expect(failureOf(await desk.migrate())).toEqual({
      code: 'team-failed',
      detail: '42P07: relation "claims" already exists',
    });
    // The whole migration was undone.
    expect(failureOf(await desk.check())).toMatchObject({ code: 'team-not-set-up' });
  });

  test('a failure names the rights that a user lacks', async () => {
    const database = await migrated();
    const desk = openDesk(server.url(database, clerk), 'one');
    const denied = (table: string) => ({
      code: 'team-no-rights',
      detail: `42501: permission denied for table ${table}`,
    });
    expect(failureOf(await desk.check())).toEqual(denied('dropslip_team'));
    expect(failureOf(await desk.openClaims())).toEqual(denied('claims'));
    expect(failureOf(await desk.share([slip]))).toEqual(denied('slips'));
    await server.run(database, (sql) => sql.unsafe('GRANT SELECT ON ALL TABLES IN SCHEMA public TO clerk'));
    const missing = 'Missing: INSERT on claims, UPDATE on claims, DELETE on claims, INSERT on slips, UPDATE on slips';
    expect(failureOf(await desk.check())).toEqual({ code: 'team-no-rights', detail: missing });
    await server.run(database, (sql) => sql.unsafe('GRANT INSERT, UPDATE, DELETE ON claims, slips TO clerk'));
    answerOf(await desk.check());
    // These are all that are needed.
    answerOf(await desk.share([slip]));
    answerOf(await desk.takeOver({ account, blake2b256: '0x01' }));
    answerOf(await desk.giveBack([{ account, blake2b256: '0x01' }]));
  });

  test('a database that can only be read is refused before anything is claimed', async () => {
    const database = await migrated();
    await server.run('postgres', (sql) =>
      sql.unsafe(`ALTER DATABASE ${database} SET default_transaction_read_only = on`),
    );
    const detail = 'The database is read-only.';
    expect(failureOf(await openDesk(server.url(database), 'one').check())).toEqual({ code: 'team-no-rights', detail });
  });

  test('a user who may not create tables or the extension cannot set the team up', async () => {
    const database = await server.createDatabase();
    const desk = openDesk(server.url(database, clerk), 'one');
    const denied = (what: string) => ({ code: 'team-no-rights', detail: `42501: permission denied ${what}` });
    expect(failureOf(await desk.migrate())).toEqual(denied('for schema public'));
    await server.run(database, (sql) => sql.unsafe('GRANT CREATE ON SCHEMA public TO clerk'));
    expect(failureOf(await desk.migrate())).toEqual(denied('to create extension "pg_trgm"'));
    await server.run(database, (sql) => sql.unsafe(`GRANT CREATE ON DATABASE ${database} TO clerk`));
    expect(answerOf(await desk.migrate())).toEqual({ from: 0, to: 1 });
  });

  test('a user who may use no schema has no rights', async () => {
    const database = await migrated();
    await server.run(database, (sql) => sql.unsafe('REVOKE USAGE ON SCHEMA public FROM public'));
    const desk = openDesk(server.url(database, clerk), 'one');
    expect(failureOf(await desk.check())).toMatchObject({ code: 'team-no-rights' });
    expect(failureOf(await desk.migrate())).toMatchObject({ code: 'team-no-rights' });
  });

  test('a wrong password and an unknown user are refused, and no failure contains the password', async () => {
    const database = await migrated();
    for (const user of ['clerk:wr0ng', 'nobody:wr0ng']) {
      const error = failureOf(await openDesk(server.url(database, user), 'one').check());
      expect(error.code).toBe('team-password-wrong');
      expect(JSON.stringify(error)).not.toContain('wr0ng');
    }
  });

  test('the password may be given beside the address, and counts more than one within', async () => {
    const database = await migrated();
    await server.run(database, (sql) => sql.unsafe('GRANT SELECT ON ALL TABLES IN SCHEMA public TO clerk'));
    for (const user of ['clerk', 'clerk:wr0ng']) {
      answerOf(await openDesk(server.url(database, user), 'one', 'clerk’s own').slipsAfter('0', 1));
    }
  });

  test('a database that does not exist is named as missing', async () => {
    expect(failureOf(await openDesk(server.url('nowhere'), 'one').check())).toMatchObject({
      code: 'team-database-missing',
      detail: '3D000: database "nowhere" does not exist',
    });
  });

  test.each(['', 'https://server.example/database', 'postgres://server.example', 'postgres://u:%zz@server.example/a'])(
    'the address “%s” is refused by every call',
    async (url) => {
      const desk = openDesk(url, 'one');
      expect(failureOf(await desk.check())).toEqual({ code: 'team-address-wrong' });
      expect(failureOf(await desk.listen(() => undefined))).toEqual({ code: 'team-address-wrong' });
    },
  );

  test('a server that does not exist is unreachable', async () => {
    const desk = openDesk('postgres://u@server.invalid/database', 'one');
    expect(failureOf(await desk.check())).toMatchObject({ code: 'team-unreachable' });
    expect(failureOf(await desk.listen(() => undefined))).toMatchObject({ code: 'team-unreachable' });
  });

  test('a server that accepts and stays silent is unreachable', async () => {
    const silent = await listening(createServer());
    const desk = openDesk(`postgres://u@${silent}/database`, 'one', null, quick);
    expect(failureOf(await desk.check())).toMatchObject({ code: 'team-unreachable' });
    expect(failureOf(await desk.listen(() => undefined))).toMatchObject({ code: 'team-unreachable' });
  });

  test('a server that closes each connection is unreachable, and is not asked again and again', async () => {
    let accepted = 0;
    const closing = createServer((socket) => {
      accepted += 1;
      socket.end();
    });
    const url = `postgres://u@${await listening(closing)}/database`;
    const desk = openDesk(url, 'one', null, patient);
    expect(failureOf(await desk.check())).toMatchObject({ code: 'team-unreachable' });
    expect(failureOf(await desk.listen(() => undefined))).toMatchObject({ code: 'team-unreachable' });
    expect(accepted).toBe(2);
  });

  test('a desk that was closed leaves no connection to a silent server', async () => {
    const accepted: Socket[] = [];
    const silent = createServer({ allowHalfOpen: true }, (socket) => {
      accepted.push(socket.on('error', () => undefined).resume());
    });
    const desk = openDesk(`postgres://u@${await listening(silent)}/database`, 'one', null, patient);
    const asked = desk.check();
    await expect.poll(() => accepted.length).toBe(1);
    await desk.close();
    expect(failureOf(await asked)).toMatchObject({ code: 'team-unreachable' });
    // A connection that is only half closed would still take this.
    const isRefused = () => {
      accepted[0]?.write('x');
      return accepted[0]?.destroyed;
    };
    await expect.poll(isRefused).toBe(true);
  });

  test('after a network went silent a call gives up, and the next one connects again', async () => {
    const database = await migrated();
    const sockets: Socket[] = [];
    const relay = createServer((near) => {
      const far = connect(server.port, '127.0.0.1');
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) socket.on('error', () => undefined);
      sockets.push(near);
    });
    const url = server.url(database).replace(/127\.0\.0\.1:\d+/, await listening(relay));
    const desk = openDesk(url, 'one', null, { connecting: 5_000, answer: 1_000 });
    const twice = () => Promise.all([desk.check(), desk.check()]);
    await twice();
    expect(sockets.length).toBe(2);
    for (const socket of sockets) socket.unpipe().pause();
    for (const result of await twice()) expect(failureOf(result)).toMatchObject({ code: 'team-unreachable' });
    answerOf(await desk.check());
  });

  test('a desk does not wait for a lock longer than for the network', async () => {
    const database = await migrated();
    const desk = openDesk(server.url(database), 'one', null, { connecting: 5_000, answer: 1_000 });
    await server.run(database, (sql) =>
      sql.begin(async (transaction) => {
        await transaction`LOCK TABLE claims`;
        expect(failureOf(await desk.openClaims())).toMatchObject({ code: 'team-unreachable' });
        // The server ends the statement too, so that it does nothing after the desk has reported a failure.
        const waiting = () =>
          transaction`SELECT FROM pg_stat_activity WHERE datname = ${database} AND wait_event_type = 'Lock'`;
        await expect.poll(async () => (await waiting()).length, { timeout: 5_000 }).toBe(0);
      }),
    );
    answerOf(await desk.openClaims());
  });

  test('a server without a free connection is unreachable', async () => {
    const database = await migrated();
    await server.run('postgres', (sql) => sql.unsafe(`ALTER ROLE clerk CONNECTION LIMIT 0`));
    onTestFinished(async () => {
      await server.run('postgres', (sql) => sql.unsafe(`ALTER ROLE clerk CONNECTION LIMIT -1`));
    });
    const desk = openDesk(server.url(database, clerk), 'one');
    expect(failureOf(await desk.check())).toMatchObject({ code: 'team-unreachable' });
  });

  test('a stopped server is unreachable until it runs again', async () => {
    const desk = openDesk(server.url(await migrated()), 'one');
    answerOf(await desk.check());
    await server.stop();
    expect(failureOf(await desk.check())).toMatchObject({ code: 'team-unreachable' });
    expect(failureOf(await desk.listen(() => undefined))).toMatchObject({ code: 'team-unreachable' });
    await server.restart();
    answerOf(await desk.check());
  });

  test('after it was closed every call fails', async () => {
    const desk = openDesk(server.url(await migrated()), 'one');
    await desk.close();
    expect(failureOf(await desk.check())).toMatchObject({ code: 'team-unreachable' });
    expect(failureOf(await desk.listen(() => undefined))).toMatchObject({ code: 'team-unreachable' });
  });
});

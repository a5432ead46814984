import { hostname } from 'node:os';
import { blake2b } from '@noble/hashes/blake2.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addressOfOwner } from '../core/local-protocol.ts';
import { isPostgresInstalled, PostgresServer } from '../core/team/postgres.fixture.ts';
import { TeamDatabase } from '../core/team/team-database.ts';
import type { Result } from '../shared/failures/failure.ts';
import { SocketClient } from './client.ts';
import { Desk, filesOf } from './command-line.fixture.ts';

describe.skipIf(!isPostgresInstalled)('desks of a team, on a real PostgreSQL', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await PostgresServer.start();
  });
  afterAll(() => postgres.remove());

  function value<Value>(result: Result<Value>): Value {
    if (!result.ok) throw new Error(result.error.code);
    return result.value;
  }

  /** The database of a new team, as a desk that no process runs for. */
  async function createTeam() {
    const address = postgres.url(await postgres.createDatabase());
    const ghost = new TeamDatabase(address, null, { id: 'ghost', name: 'Ghost' });
    onTestFinished(() => ghost.close());
    value(await ghost.migrate());
    return { address, ghost };
  }

  /** A desk with an account, in a team that another desk belongs to. */
  async function openDesk() {
    const { address, ghost } = await createTeam();
    const desk = await Desk.open();
    desk.env.DROPSLIP_TEAM = address;
    const bytes = (content: string) => ({ account: desk.service.url, blake2b256: digestOf(content) });
    return { desk, ghost, bytes };
  }

  const digestOf = (content: string): string =>
    `0x${Buffer.from(blake2b(Buffer.from(content), { dkLen: 32 })).toString('hex')}`;

  const databaseOf = ({ env }: Desk): string => new URL(env.DROPSLIP_TEAM ?? '').pathname.slice(1);

  const charges = async ({ service }: Desk): Promise<number> => {
    const list = await service.read('/user/get_all_expenditure');
    return Array.isArray(list) ? list.length : Number.NaN;
  };

  test('the same files that three desks send at once are charged once each, and all desks know all receipts', async () => {
    const { desk: first } = await openDesk();
    const desks = [first, await first.beside(), await first.beside()];
    for (const desk of desks) desk.env.DROPSLIP_TEAM = first.env.DROPSLIP_TEAM;
    const names = Array.from({ length: 20 }, (_, index) => `${index}.txt`);
    const ends = await Promise.all(
      desks.map(async (desk) => {
        const paths = await Promise.all(names.map((name) => desk.file(name, `The contents of ${name}`)));
        return desk.send(...paths);
      }),
    );
    expect(ends.map(({ code, errors }) => [code, errors])).toEqual(desks.map(() => [0, '']));
    const ids = ends.map((end) => new Set(filesOf(end).map(({ submissionId }) => submissionId)));
    expect(ids[0]?.size).toBe(20);
    expect(ids[1]).toEqual(ids[0]);
    expect(ids[2]).toEqual(ids[0]);
    expect(await charges(first)).toBe(20);
  });

  test('a file of a colleague is found by its name while the desk runs, also if it was sent before the team was there', async () => {
    const { desk: anna } = await openDesk();
    const ben = await anna.beside();
    ben.env.DROPSLIP_TEAM = anna.env.DROPSLIP_TEAM;
    await ben.serve();
    const team = anna.env.DROPSLIP_TEAM;
    delete anna.env.DROPSLIP_TEAM;
    await anna.send(await anna.file('the lease.pdf', 'A lease'));
    anna.env.DROPSLIP_TEAM = team;
    await anna.send(await anna.file('another.pdf', 'Another one'));
    const found = async () => (await ben.run('find', 'lease')).events;
    await expect.poll(found, { timeout: 20_000, interval: 200 }).toMatchObject([{ name: 'the lease.pdf' }]);
  });

  test('a command finds a file of a colleague by itself, also if its account was added after the team', async () => {
    const { desk: anna } = await openDesk();
    const ben = await Desk.open({}, false);
    ben.env.DROPSLIP_TEAM = anna.env.DROPSLIP_TEAM;
    await anna.send(await anna.file('lease.pdf', 'A lease'));
    expect((await ben.run('team')).events).toMatchObject([{ connection: 'connected', others: 0 }]);
    const keys = { DROPSLIP_API_KEY_FILE: anna.env.DROPSLIP_API_KEY_FILE };
    ben.env = { ...ben.env, ...keys, DROPSLIP_ACCESS_TOKEN_FILE: anna.env.DROPSLIP_ACCESS_TOKEN_FILE };
    await ben.run('--yes', 'accounts', 'add', 'Office', '--address', anna.service.url);
    expect((await ben.run('find', 'lease')).events).toMatchObject([{ name: 'lease.pdf', desk: hostname() }]);
    expect((await ben.run('team')).events).toMatchObject([{ others: 1 }]);
  });

  test('a search that finds nothing says that the team cannot be asked', async () => {
    const { desk } = await openDesk();
    desk.env.DROPSLIP_TEAM = 'postgres://anna@127.0.0.1:1/team';
    const ended = await desk.run('find', 'lease');
    expect([ended.code, ended.errors]).toEqual([1, expect.stringContaining('database does not answer')]);
  });

  test('without a keychain each command reads the password of the team from its file', async () => {
    const { desk } = await openDesk();
    const { DROPSLIP_TEAM: address = '' } = desk.env;
    const [database, role] = [databaseOf(desk), `front_office_${process.pid}`];
    await postgres.run(database, (sql) => sql.unsafe(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'desk-password'`));
    const own = new URL(address);
    own.username = role;
    own.password = '';
    delete desk.env.DROPSLIP_TEAM;
    desk.env.DROPSLIP_TEAM_PASSWORD_FILE = await desk.file('password', 'desk-password\n');
    const joined = await desk.run('--yes', 'team', 'join', own.href, '--desk', 'Front office');
    expect([joined.code, joined.errors]).toEqual([0, '']);
    expect((await desk.run('team')).events).toMatchObject([{ connection: 'connected', desk: 'Front office' }]);
    delete desk.env.DROPSLIP_TEAM_PASSWORD_FILE;
    expect(await desk.run('team')).toMatchObject({ code: 1, events: [{ code: 'keychain-missing' }] });
  });

  test('a file whose bytes another desk has claimed is sent once that desk gives them back', async () => {
    const { desk, ghost, bytes } = await openDesk();
    value(await ghost.claim([bytes('A lease')]));
    const sending = desk.start('--yes', 'send', '--account', 'Office', await desk.file('a.txt', 'A lease'));
    await expect.poll(() => sending.lines.join('\n'), { timeout: 20_000 }).toContain('Ghost');
    expect(await charges(desk)).toBe(0);
    value(await ghost.giveBack([bytes('A lease')]));
    const ended = await sending.ended;
    expect([ended.code, filesOf(ended)]).toMatchObject([0, [{ status: 'submitted' }]]);
  });

  test('a file that another desk has submitted gives the receipt of that desk', async () => {
    const { desk, ghost, bytes } = await openDesk();
    value(await ghost.claim([bytes('A lease')]));
    const slip = { submissionId: 'of-ghost', name: 'lease.pdf', receipt: 'unreadable', ...bytes('A lease') };
    value(await ghost.share([slip]));
    const ended = await desk.send(await desk.file('a.txt', 'A lease'));
    expect([ended.code, filesOf(ended)]).toMatchObject([
      0,
      [{ status: 'already-submitted', submissionId: 'of-ghost' }],
    ]);
    expect(await charges(desk)).toBe(0);
  });

  test('a user who submits anyway takes the bytes from a desk that is gone', async () => {
    const { desk, ghost, bytes } = await openDesk();
    value(await ghost.claim([bytes('A lease')]));
    const ended = await desk.send('--again', await desk.file('a.txt', 'A lease'));
    expect([ended.code, filesOf(ended)]).toMatchObject([0, [{ status: 'submitted' }]]);
    expect(value(await ghost.claim([bytes('A lease')]))[0]?.deskId).not.toBe('ghost');
  });

  test('a cancelled file gives its bytes back', async () => {
    const { desk } = await openDesk();
    const claims = () => postgres.run(databaseOf(desk), async (sql) => [...(await sql`SELECT state FROM claims`)]);
    await desk.service.service.close();
    const sending = desk.start('--yes', 'send', '--account', 'Office', await desk.file('a.txt', 'A lease'));
    await expect.poll(claims, { timeout: 20_000 }).toEqual([{ state: 'claimed' }]);
    sending.child.kill('SIGINT');
    expect((await sending.ended).code).toBe(130);
    expect(await claims()).toEqual([]);
  });

  test('nothing is sent while the team’s database cannot be reached, and the command says so', async () => {
    const { desk } = await openDesk();
    desk.env.DROPSLIP_TEAM = 'postgres://anna@127.0.0.1:1/team';
    const ended = await desk.send('--patience', '1', await desk.file('a.txt', 'A lease'));
    expect([ended.code, ended.errors]).toEqual([5, expect.stringContaining('database does not answer')]);
    expect(await charges(desk)).toBe(0);
  });

  test('a command sends nothing with a Dropslip that runs without the command’s team', async () => {
    const { desk } = await openDesk();
    const { DROPSLIP_TEAM: team } = desk.env;
    delete desk.env.DROPSLIP_TEAM;
    await desk.serve();
    desk.env.DROPSLIP_TEAM = team;
    const ended = await desk.send(await desk.file('a.txt', 'A lease'));
    expect([ended.code, ended.errors]).toEqual([2, expect.stringContaining('does not belong to the team')]);
    expect(await charges(desk)).toBe(0);
  });

  test('a database that is not set up is refused at once', async () => {
    const { desk } = await openDesk();
    desk.env.DROPSLIP_TEAM = postgres.url(await postgres.createDatabase());
    const ended = await desk.send(await desk.file('a.txt', 'A lease'));
    expect([ended.code, ended.errors]).toEqual([1, expect.stringContaining('dropslip team init')]);
  });

  test('a user who goes on alone sends without the team, and the receipt is shared later', async () => {
    const { desk, ghost, bytes } = await openDesk();
    await postgres.stop();
    await desk.serve();
    const client = await SocketClient.open(addressOfOwner(desk.userData) ?? '', async () => true);
    const status = async () => client.call('team.status', {});
    await expect.poll(async () => (await status())?.connection.kind, { timeout: 20_000 }).toBe('failed');
    await client.call('team.goAlone', {});
    const ended = await desk.send(await desk.file('a.txt', 'A lease'));
    expect([ended.code, await charges(desk)]).toEqual([0, 1]);
    expect(await status()).toMatchObject({ aloneSince: expect.any(String), unshared: 1 });
    await postgres.restart();
    await expect.poll(async () => (await status())?.unshared, { timeout: 20_000 }).toBe(0);
    expect(await status()).toMatchObject({ aloneSince: null, connection: { kind: 'connected' } });
    expect(value(await ghost.claim([bytes('A lease')]))).toMatchObject([{ submissionId: expect.any(String) }]);
    await client.close();
  });

  test('a user who went on alone stays alone while the database answers but stores nothing', async () => {
    const { desk } = await openDesk();
    await postgres.stop();
    await desk.run('--yes', 'team', 'alone');
    const first = await desk.send(await desk.file('a.txt', 'A lease'));
    expect([first.code, await charges(desk)]).toEqual([0, 1]);
    await postgres.restart();
    await postgres.run(databaseOf(desk), (sql) =>
      sql`
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''full''; END';
        CREATE TRIGGER refuse BEFORE INSERT ON claims EXECUTE FUNCTION refuse()`.simple(),
    );
    const ended = await desk.send(await desk.file('b.txt', 'Another lease'));
    expect([ended.code, await charges(desk)]).toEqual([0, 2]);
  });

  test('a desk shares its receipts again with a database that has replaced its team’s', async () => {
    const { desk, ghost } = await openDesk();
    await desk.send(await desk.file('a.txt', 'A lease'));
    await postgres.run(databaseOf(desk), (sql) => sql`DROP TABLE dropslip_team, claims, slips`);
    value(await ghost.migrate());
    await desk.send(await desk.file('b.txt', 'Another lease'));
    expect(value(await ghost.slipsAfter('0', 10)).map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
  });
});

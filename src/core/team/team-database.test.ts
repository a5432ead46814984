import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isPostgresInstalled, PostgresServer } from './postgres.fixture.ts';
import type { Bytes, SharedSlip, TeamDatabase, TeamSlip } from './team-database.ts';
import { answerOf, openDesk, openTeam } from './teams.fixture.ts';

describe.skipIf(!isPostgresInstalled)('the database of a team, on a real PostgreSQL', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await PostgresServer.start();
  });

  afterAll(() => server.remove());

  const account = 'https://service.example';

  const bytes = (number: number): Bytes => ({ account, blake2b256: `0x${number.toString(16).padStart(64, '0')}` });

  const slip = (id: string, changes: Partial<SharedSlip> = {}): SharedSlip => ({
    account,
    submissionId: id,
    name: `${id}.pdf`,
    blake2b256: null,
    receipt: '{}',
    ...changes,
  });

  async function twoDesks(): Promise<readonly [TeamDatabase, TeamDatabase]> {
    const [one, other] = await openTeam(server, 2);
    if (one === undefined || other === undefined) throw new Error('There are too few desks.');
    return [one, other];
  }

  /** Reads all slips of others, a few at a time. */
  async function readAll(desk: TeamDatabase, after = '0'): Promise<readonly TeamSlip[]> {
    const page = answerOf(await desk.slipsAfter(after, 7));
    const last = page.at(-1);
    return last === undefined ? [] : [...page, ...(await readAll(desk, last.sequence))];
  }

  test('of eight desks that claim the same 500 files at once, one gets each, and all agree', async () => {
    const desks = await openTeam(server, 8);
    // Connected before, so that none is alone for long.
    for (const desk of desks) answerOf(await desk.check());
    const wanted = Array.from({ length: 500 }, (_, index) => bytes(index));
    const answers = await Promise.all(
      desks.map(async (desk, index) => {
        // Each in an order of its own, and in batches, so that they interleave.
        const own = index % 2 === 0 ? wanted : wanted.toReversed();
        const batches = Array.from({ length: 20 }, (_, batch) => own.slice(batch * 25, batch * 25 + 25));
        const claims = await Promise.all(batches.map(async (batch) => answerOf(await desk.claim(batch))));
        return new Map(claims.flat().map(({ blake2b256, deskId }) => [blake2b256, deskId]));
      }),
    );
    const [first] = answers;
    expect(first?.size).toBe(500);
    for (const answer of answers) expect(answer).toEqual(first);
    const open = await Promise.all(desks.map(async (desk) => answerOf(await desk.openClaims())));
    expect(open.flat().length).toBe(500);
  });

  test('a desk that claims at the same moment as another gets the answer after the other has finished', async () => {
    const database = await server.createDatabase();
    const desk = openDesk(server.url(database), 'one');
    answerOf(await desk.migrate());
    const claimWhile = (outcome: 'commit' | 'rollback', first: Bytes, second: Bytes) =>
      server.run(database, async (sql) => {
        const insert = ({ blake2b256 }: Bytes) => sql`
        INSERT INTO claims (account, blake2b256, desk_id, desk_name, state)
        VALUES (${account}, ${blake2b256}, 'other', 'other', 'claimed')`;
        await sql`BEGIN`;
        await insert(first);
        const claimed = desk.claim([second, first]);
        const waiting = () =>
          sql`SELECT FROM pg_stat_activity WHERE datname = ${database} AND wait_event_type = 'Lock'`;
        await expect.poll(async () => (await waiting()).length).toBe(1);
        // This would be a deadlock if the desk did not claim in order.
        await insert(second);
        await sql.unsafe(outcome);
        return answerOf(await claimed).map(({ deskId }) => deskId);
      });
    expect(await claimWhile('commit', bytes(1), bytes(2))).toEqual(['other', 'other']);
    expect(await claimWhile('rollback', bytes(3), bytes(4))).toEqual(['one', 'one']);
  });

  test('a claim says who has the bytes, since when, in the order that was asked for', async () => {
    const [one, other] = await twoDesks();
    const before = Date.now();
    await one.claim([bytes(1)]);
    const claims = answerOf(await other.claim([bytes(2), bytes(1), bytes(2)]));
    expect(claims).toMatchObject([
      { ...bytes(2), deskId: 'desk-1', deskName: 'desk 1' },
      { ...bytes(1), deskId: 'desk-0', deskName: 'desk 0', state: 'claimed', submissionId: null },
      { ...bytes(2), deskId: 'desk-1' },
    ]);
    expect(Math.abs(Date.parse(claims[1]?.claimedAt ?? '') - before)).toBeLessThan(60_000);
    expect(claims[1]?.claimedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('a desk that claims its bytes again gets the same claim', async () => {
    const [one] = await twoDesks();
    const first = answerOf(await one.claim([bytes(1)]));
    expect(answerOf(await one.claim([bytes(1)]))).toEqual(first);
  });

  test('the same bytes can be claimed for two services', async () => {
    const [one, other] = await twoDesks();
    await one.claim([bytes(1)]);
    const elsewhere = { ...bytes(1), account: 'https://other.example' };
    expect(answerOf(await other.claim([elsewhere]))).toMatchObject([{ deskId: 'desk-1' }]);
  });

  test('a desk gives back only its own claims that were not submitted', async () => {
    const [one, other] = await twoDesks();
    await one.claim([bytes(1), bytes(2)]);
    await other.claim([bytes(3)]);
    await one.share([slip('a', { blake2b256: bytes(2).blake2b256 })]);
    answerOf(await one.giveBack([bytes(1), bytes(2), bytes(3)]));
    expect(answerOf(await other.claim([bytes(1), bytes(2), bytes(3)]))).toMatchObject([
      { deskId: 'desk-1', state: 'claimed' },
      { deskId: 'desk-0', state: 'submitted', submissionId: 'a' },
      { deskId: 'desk-1', state: 'claimed' },
    ]);
  });

  test('a desk takes over a claim, also a submitted one', async () => {
    const [one, other] = await twoDesks();
    await one.claim([bytes(1)]);
    await one.share([slip('a', bytes(1))]);
    const taken = answerOf(await other.takeOver(bytes(1)));
    expect(taken).toMatchObject({ ...bytes(1), deskId: 'desk-1', state: 'claimed', submissionId: null });
    expect(answerOf(await one.claim([bytes(1)]))).toEqual([taken]);
    expect(answerOf(await one.takeOver(bytes(9)))).toMatchObject({ deskId: 'desk-0', state: 'claimed' });
  });

  test('to share a slip ends the open claim of its bytes, if it is this desk’s', async () => {
    const [one, other] = await twoDesks();
    await one.claim([bytes(1), bytes(2)]);
    await other.claim([bytes(3)]);
    await one.share([slip('a', bytes(1)), slip('c', bytes(3))]);
    expect(answerOf(await one.openClaims())).toMatchObject([bytes(2)]);
    expect(answerOf(await other.openClaims())).toMatchObject([bytes(3)]);
  });

  test('a submission without a receipt to share only ends the open claim of its bytes', async () => {
    const [one, other] = await twoDesks();
    await one.claim([bytes(1)]);
    await one.share([slip('a', { blake2b256: bytes(1).blake2b256, receipt: null })]);
    expect(answerOf(await one.openClaims())).toEqual([]);
    expect(answerOf(await other.claim([bytes(1)]))).toMatchObject([{ state: 'submitted', submissionId: 'a' }]);
    expect(await readAll(other)).toEqual([]);
  });

  test('a shared slip reaches the other desks, and not the desk itself', async () => {
    const [one, other] = await twoDesks();
    await one.share([slip('a', { ...bytes(1), receipt: '{"id": 1.0}' }), slip('b')]);
    expect(await readAll(one)).toEqual([]);
    expect(await readAll(other)).toMatchObject([
      { ...slip('a', { ...bytes(1), receipt: '{"id": 1.0}' }), deskId: 'desk-0', deskName: 'desk 0' },
      slip('b'),
    ]);
  });

  test('large slips come a few at a time, and one that is too large comes without its receipt', async () => {
    const database = await server.createDatabase();
    const one = openDesk(server.url(database), 'one');
    const other = openDesk(server.url(database), 'other');
    answerOf(await one.migrate());
    const large = '7'.repeat(700_000);
    await one.share(['a', 'b', 'c'].map((id) => slip(id, { receipt: large })));
    await one.share([slip('d'), slip('e')]);
    await server.run(
      database,
      (sql) => sql`
      UPDATE slips SET receipt = repeat('7', 100000000), desk_name = repeat('x', 1000000) WHERE submission_id = 'd'`,
    );
    expect(answerOf(await other.slipsAfter('0', 7))).toHaveLength(2);
    const read = await readAll(other);
    expect(read.map(({ receipt, deskName }) => [receipt.length, deskName.length])).toEqual([
      ...['a', 'b', 'c'].map(() => [large.length, 3]),
      [0, 255],
      [2, 3],
    ]);
  });

  test('a slip that is shared again comes again', async () => {
    const [one, other] = await twoDesks();
    await one.share([slip('a'), slip('b')]);
    const seen = (await readAll(other)).at(-1)?.sequence;
    await one.share([slip('a', { name: 'old.pdf' }), slip('a', { name: 'new.pdf' })]);
    expect(await readAll(other, seen)).toMatchObject([{ submissionId: 'a', name: 'new.pdf' }]);
  });

  test('a desk leaves a slip of another desk as it is', async () => {
    const [one, other] = await twoDesks();
    await one.share([slip('a')]);
    answerOf(await other.share([slip('a', { name: 'mine.pdf' }), slip('b')]));
    expect(await readAll(other)).toMatchObject([slip('a')]);
    expect(await readAll(one)).toMatchObject([slip('b')]);
  });

  test('a reader gets every slip while several desks share at once', async () => {
    const desks = await openTeam(server, 5);
    const [reader, ...writers] = desks;
    if (reader === undefined) throw new Error('There is no reader.');
    let writing = true;
    const seen: TeamSlip[] = [];
    const reading = (async () => {
      for (let isLast = false; !isLast; ) {
        isLast = !writing;
        seen.push(...(await readAll(reader, seen.at(-1)?.sequence)));
      }
    })();
    await Promise.all(
      writers.map(async (writer, index) => {
        const share = async (batch: number) => {
          const slips = Array.from({ length: 1 + (batch % 6) }, (_, number) => slip(`${index}-${batch}-${number}`));
          answerOf(await writer.share(slips));
        };
        // Two at a time, as a pool has two connections.
        for (let batch = 0; batch < 60; batch += 2) await Promise.all([share(batch), share(batch + 1)]);
      }),
    );
    writing = false;
    await reading;
    const sequences = seen.map(({ sequence }) => BigInt(sequence));
    expect(sequences).toEqual(sequences.toSorted((one, other) => (one < other ? -1 : 1)));
    expect(new Set(seen.map(({ submissionId }) => submissionId)).size).toBe(4 * 10 * (1 + 2 + 3 + 4 + 5 + 6));
  });

  test('a change reaches the other desks, also after the server has restarted', async () => {
    const [one, other] = await twoDesks();
    const onChange = vi.fn();
    const onOwnChange = vi.fn();
    answerOf(await other.listen(onChange));
    answerOf(await one.listen(onOwnChange));
    await one.share([slip('a')]);
    await expect.poll(() => onChange.mock.calls.length).toBe(1);
    await one.claim([bytes(1)]);
    await one.giveBack([bytes(1)]);
    await expect.poll(() => onChange.mock.calls.length).toBe(2);
    // The other's own change arrives after them, and its desk does not hear of it.
    await other.share([slip('c')]);
    await expect.poll(() => onOwnChange.mock.calls.length).toBe(1);
    expect(onChange.mock.calls.length).toBe(2);

    await server.restart();
    // Each listens again by itself, and is called once for what it may have missed.
    await expect.poll(() => [onChange.mock.calls.length, onOwnChange.mock.calls.length]).toEqual([3, 2]);
    await expect.poll(async () => (await one.share([slip('b')])).ok).toBe(true);
    await expect.poll(() => onChange.mock.calls.length).toBeGreaterThan(3);
  });

  test('a desk that stopped listening is called no more', async () => {
    const [one, other] = await twoDesks();
    const stopped = vi.fn();
    const onChange = vi.fn();
    const stop = answerOf(await other.listen(stopped));
    answerOf(await other.listen(onChange));
    await stop();
    await one.share([slip('a')]);
    await expect.poll(() => onChange.mock.calls.length).toBe(1);
    expect(stopped).not.toHaveBeenCalled();
  });

  test('two desks create the tables at once, and later ones find them', async () => {
    const url = server.url(await server.createDatabase());
    const [one, other] = [openDesk(url, 'one'), openDesk(url, 'other')];
    const answers = (await Promise.all([one.migrate(), other.migrate()])).map(answerOf);
    expect(answers.toSorted((first, second) => first.from - second.from)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 1 },
    ]);
    expect(answerOf(await other.migrate())).toEqual({ from: 1, to: 1 });
    expect(answerOf(await one.check())).toBe(answerOf(await other.check()));
  });

  test('part of a name is found by its index', async () => {
    const database = await server.createDatabase();
    answerOf(await openDesk(server.url(database), 'one').migrate());
    const plan = await server.run(database, async (sql) => {
      await sql`SET enable_seqscan = off`;
      return sql`EXPLAIN SELECT FROM slips WHERE name ILIKE '%contract%'`;
    });
    expect(JSON.stringify(plan)).toContain('slips_by_name');
  });

  /** Any text of JavaScript, also with lone surrogates. */
  const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });
  const hardText = fc.array(
    fc.constantFrom('\0', '\ud800', '\udc00', '😀', '"', '\\', '{', '}', ',', 'NULL', ' ', "'"),
  );

  test('any name and receipt is stored: all of it, except what PostgreSQL cannot store', async () => {
    const [one, other] = await twoDesks();
    let number = 0;
    let sequence = '0';
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          anyText,
          hardText.map((parts) => parts.join('')),
        ),
        async (text) => {
          number += 1;
          const json = { [text]: [text, null, number] };
          const stored = JSON.stringify(json);
          // JSON of another program may have surrogates that are not escaped.
          const unescaped = stored.replace(/\\u(d[89a-f]..)/g, (_, hex: string) =>
            String.fromCharCode(parseInt(hex, 16)),
          );
          answerOf(
            await one.share([
              slip(`${number}`, { name: text, receipt: stored }),
              slip(`-${number}`, { receipt: unescaped }),
            ]),
          );
          const [read, alsoRead] = answerOf(await other.slipsAfter(sequence, 3));
          sequence = alsoRead?.sequence ?? sequence;
          expect(read?.name).toBe(text.replaceAll('\0', '').toWellFormed());
          expect(read?.receipt).toBe(stored);
          expect(JSON.parse(alsoRead?.receipt ?? '')).toEqual(json);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('claims do not read the whole table after it has grown', async () => {
    const database = await server.createDatabase();
    const desk = openDesk(server.url(database), 'one');
    answerOf(await desk.migrate());
    const claimTen = async (from: number) => {
      for (let number = from; number < from + 10; number++) answerOf(await desk.claim([bytes(number)]));
    };
    await claimTen(0);
    await server.run(
      database,
      (sql) =>
        sql`INSERT INTO claims SELECT ${account}, n::text, 'other', 'other', 'claimed' FROM generate_series(1, 100000) n`,
    );
    await claimTen(10);
    await desk.close();
    await server.run(database, async (sql) => {
      // Connections count what they read when they end.
      const others = () =>
        sql`SELECT FROM pg_stat_activity WHERE datname = ${database} AND application_name = 'Dropslip'`;
      await expect.poll(async () => (await others()).length).toBe(0);
      const [stats] = await sql`SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'claims'`;
      expect(Number(stats?.seq_tup_read)).toBeLessThan(100_000);
    });
  });
});

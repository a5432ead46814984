import { join } from 'node:path';
import postgres from 'postgres';
import { PostgresServer } from '../../src/core/team/postgres.fixture.ts';
import { type Bytes, TeamDatabase } from '../../src/core/team/team-database.ts';
import { serve } from './command-line.ts';
import { line } from './line.ts';
import { percentile95 } from './lookup.ts';
import type { Measurement } from './measurement.ts';

const DESKS = 8;
const CLAIMS_OF_DESK = 4_096;
const AT_ONCE = 64;
const SLIPS = 1_000_000;
const SEARCHES = 200;
const account = 'https://service.example';

/** A team: how fast desks claim bytes, and how fast a name is found among a million slips. */
export const team: Measurement = {
  name: 'team',
  async run({ rounds, scale, folder, say }) {
    const slips = Math.max(1_000, Math.round(SLIPS * scale));
    const server = await PostgresServer.start();
    try {
      const ratios: number[] = [];
      const rates: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const address = server.url(await server.createDatabase());
        const claimed = await claim(address);
        const inserted = await insert(address);
        const all = DESKS * CLAIMS_OF_DESK;
        rates.push(all / (claimed / 1_000));
        ratios.push(inserted / claimed);
        say(
          `round ${round + 1}: ${all} claims in ${claimed.toFixed(0)} ms, as plain inserts ${inserted.toFixed(0)} ms`,
        );
      }
      const name = await server.createDatabase();
      const found = await search(server.url(name), slips);
      const { find } = await serve(join(folder, 'desk'), slips);
      const count = slips.toLocaleString('en');
      return [
        line(`${DESKS} desks: claims ÷ plain inserts of the same rows`, '×', ratios),
        line(`${DESKS} desks: claims`, '/s', rates),
        line(`${count} slips: name search in the database, 95th percentile`, 'ms', [found], { atMost: 100 }),
        line(`${count} submissions: name search at a desk, 95th percentile`, 'ms', [find], { atMost: 100 }),
      ];
    } finally {
      await server.remove();
    }
  },
};

const digest = (desk: number, row: number): string =>
  `0x${(desk * CLAIMS_OF_DESK + row).toString(16).padStart(64, '0')}`;

/** Bytes of one desk, in groups. */
function groupsOf(desk: number): readonly (readonly Bytes[])[] {
  return Array.from({ length: CLAIMS_OF_DESK / AT_ONCE }, (_, group) =>
    Array.from({ length: AT_ONCE }, (__, row) => ({ account, blake2b256: digest(desk, group * AT_ONCE + row) })),
  );
}

async function claim(address: string): Promise<number> {
  const desks = Array.from(
    { length: DESKS },
    (_, id) => new TeamDatabase(address, null, { id: `${id}`, name: `${id}` }),
  );
  await desks[0]?.migrate();
  for (const desk of desks) await desk.check();
  const begun = performance.now();
  await Promise.all(
    desks.map(async (desk, index) => {
      for (const group of groupsOf(index)) {
        const answer = await desk.claim(group);
        if (!answer.ok || answer.value.length !== AT_ONCE) throw new Error('Bytes were not claimed.');
      }
    }),
  );
  const taken = performance.now() - begun;
  for (const desk of desks) await desk.close();
  return taken;
}

/** The same rows, with the same number of connections. Nobody looks who has them. */
async function insert(address: string): Promise<number> {
  const clients = Array.from({ length: DESKS }, () => postgres(address, { max: 1 }));
  await clients[0]?.unsafe('CREATE TABLE plain (LIKE claims INCLUDING ALL)');
  for (const client of clients) await client`SELECT 1`;
  const begun = performance.now();
  await Promise.all(
    clients.map(async (client, index) => {
      for (const group of groupsOf(index)) {
        const digests = group.map(({ blake2b256 }) => blake2b256);
        await client`
          INSERT INTO plain (account, blake2b256, desk_id, desk_name, state)
          SELECT ${account}, digest, 'id', 'name', 'claimed' FROM unnest(${digests}::text[]) AS given (digest)`;
      }
    }),
  );
  const taken = performance.now() - begun;
  for (const client of clients) await client.end();
  return taken;
}

/** Milliseconds to find the slips with a part of a name. */
async function search(address: string, slips: number): Promise<number> {
  const desk = new TeamDatabase(address, null, { id: 'first', name: 'First' });
  await desk.migrate();
  await desk.close();
  // Like the desks: a plan for any name would read all rows.
  const connection = { plan_cache_mode: 'force_custom_plan' } as const;
  const client = postgres(address, { max: 1, onnotice: () => undefined, connection });
  await client`
    INSERT INTO slips (account, submission_id, desk_id, desk_name, name, receipt)
    SELECT ${account}, 'id-' || row, 'first', 'First',
      (ARRAY['Invoice', 'Contract', 'Photo', 'Backup', 'Report'])[row % 5 + 1] || ' ' || md5(row::text) || '.pdf', '{}'
    FROM generate_series(1, ${slips}::integer) AS row`;
  await client.unsafe('ANALYZE slips');
  const times: number[] = [];
  for (let asked = 0; asked < SEARCHES; asked += 1) {
    const row = (asked * 7_919) % slips;
    const begun = performance.now();
    const found = await client`
      SELECT submission_id FROM slips WHERE name ILIKE '%' || substr(md5(${row + 1}::text), 5, 8) || '%' LIMIT 50`;
    times.push(performance.now() - begun);
    if (found.length === 0) throw new Error('The search found nothing.');
  }
  await client.end();
  return percentile95(times);
}

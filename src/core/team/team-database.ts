import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { storableJson, storableText } from './storable-text.ts';
import { TeamConnection, type TeamLimits } from './team-connection.ts';
import { checkTables, lock, migrateTables } from './team-schema.ts';

/** An installation in the team. `id` never changes, `name` is shown to colleagues. */
export type Desk = { readonly id: string; readonly name: string };

/** `account`: the address of the service. `blake2b256`: 0x and 64 hex digits. */
export type Bytes = { readonly account: string; readonly blake2b256: string };

export type Claim = Bytes & {
  readonly deskId: string;
  readonly deskName: string;
  readonly state: 'claimed' | 'submitted';
  readonly submissionId: string | null;
  /** ISO, UTC. */
  readonly claimedAt: string;
};

/** `receipt`: its JSON text; null if there is none to share, and only the claim is marked. */
export type SharedSlip = {
  readonly account: string;
  readonly submissionId: string;
  readonly name: string;
  readonly blake2b256: string | null;
  readonly receipt: string | null;
};

/** `sequence`: a decimal number of up to 63 bits, which grows with each change of any slip. */
export type TeamSlip = SharedSlip & {
  readonly receipt: string;
  readonly sequence: string;
  readonly deskId: string;
  readonly deskName: string;
};

type ClaimRow = Omit<Claim, 'claimedAt'> & { readonly claimedAt: Date };

const CHANNEL = 'dropslip';
/** The most bytes of receipts in one answer, so that it arrives in time over a slow connection. */
const READ_BYTES = 1024 * 1024;
/** A desk reads no larger receipt, and a service gives no longer id. Others may write anything into the database. */
const LARGEST_RECEIPT_BYTES = 32 * 1024 * 1024;
const LONGEST_TEXT = 255;
/** How often `claim` asks again about bytes that were neither free nor held. */
const CLAIM_ROUNDS = 5;

const claimColumns = (sql: Sql) =>
  sql`account, blake2b256, desk_id AS "deskId", left(desk_name, ${LONGEST_TEXT}) AS "deskName", state,
    left(submission_id, ${LONGEST_TEXT}) AS "submissionId", claimed_at AS "claimedAt"`;

/**
 * The database of a team: who submits which bytes (claims), and what the team has submitted (slips). Connects when it is
 * used. No call throws or waits for a silent network.
 */
export class TeamDatabase {
  readonly #connection: TeamConnection;
  readonly #desk: Desk;
  /** Tells this object's notifications from those of others. */
  readonly #session = randomUUID();

  /** `password`: null if there is none, or if the URL has it. */
  constructor(url: string, password: string | null, desk: Desk, limits?: TeamLimits) {
    this.#connection = new TeamConnection(url, password, limits);
    this.#desk = { id: desk.id, name: storableText(desk.name) };
  }

  /** Creates the tables, or brings them to the version of this Dropslip. */
  migrate(): Promise<Result<{ readonly from: number; readonly to: number }>> {
    return this.#connection.ask(migrateTables);
  }

  /**
   * Succeeds if the tables have this Dropslip's version and the user has all rights. Returns the id of the team, which
   * another database at the same address does not have. Changes nothing.
   */
  check(): Promise<Result<string>> {
    return this.#connection.ask(checkTables);
  }

  /**
   * Claims bytes for this desk that nobody has. Returns who has each, in the order of `bytes`. Can be repeated: a claim of
   * this desk stays as it is.
   */
  async claim(bytes: readonly Bytes[]): Promise<Result<readonly Claim[]>> {
    if (bytes.length === 0) return success([]);
    const found = new Map<string, Claim>();
    return this.#connection.ask(async (sql) => {
      let missing = inOrder(bytes);
      for (let round = 0; round < CLAIM_ROUNDS && missing.length > 0; round++) {
        for (const claim of await this.#claimOnce(sql, missing)) found.set(keyOf(claim), claim);
        missing = missing.filter((one) => !found.has(keyOf(one)));
      }
      const claims = bytes.flatMap((one) => found.get(keyOf(one)) ?? []);
      if (claims.length === bytes.length) return success(claims);
      return failure({ code: 'team-failed', detail: 'Other desks claimed and returned these files again and again.' });
    });
  }

  /**
   * Returns no claim for bytes that another desk claims at the same time, because the statement does not see its row yet,
   * or that it gives back just then.
   */
  async #claimOnce(sql: Sql, bytes: readonly Bytes[]): Promise<readonly Claim[]> {
    const rows = await sql<ClaimRow[]>`
      WITH wanted AS (
        SELECT account, blake2b256 FROM ${listed(sql, bytes)}
      ), taken AS (
        INSERT INTO claims (account, blake2b256, desk_id, desk_name, state)
        SELECT account, blake2b256, ${this.#desk.id}, ${this.#desk.name}, 'claimed' FROM wanted
        ON CONFLICT (account, blake2b256) DO NOTHING
        RETURNING *
      )
      SELECT ${claimColumns(sql)} FROM taken
      UNION ALL
      SELECT ${claimColumns(sql)} FROM claims JOIN wanted USING (account, blake2b256)`;
    return rows.map(claimOf);
  }

  /** The user decided: this desk gets the claim, also if another desk has submitted the bytes. */
  async takeOver({ account, blake2b256 }: Bytes): Promise<Result<Claim>> {
    return this.#connection.ask(async (sql) => {
      const [row] = await sql<ClaimRow[]>`
        WITH taken AS (
          INSERT INTO claims (account, blake2b256, desk_id, desk_name, state)
          VALUES (${account}, ${blake2b256}, ${this.#desk.id}, ${this.#desk.name}, 'claimed')
          ON CONFLICT (account, blake2b256) DO UPDATE SET desk_id = excluded.desk_id, desk_name = excluded.desk_name,
            state = 'claimed', submission_id = NULL, claimed_at = now()
          RETURNING *
        )
        SELECT ${claimColumns(sql)}, pg_notify(${CHANNEL}, ${this.#session})::text FROM taken`;
      return row === undefined ? failure({ code: 'team-failed' }) : success(claimOf(row));
    });
  }

  /** Deletes this desk's claims of these bytes, except those that were submitted. */
  async giveBack(bytes: readonly Bytes[]): Promise<Result<null>> {
    if (bytes.length === 0) return success(null);
    return this.#connection.ask(async (sql) => {
      await sql`
        WITH gone AS (
          DELETE FROM claims USING ${listed(sql, inOrder(bytes))}
          WHERE claims.account = listed.account AND claims.blake2b256 = listed.blake2b256
            AND desk_id = ${this.#desk.id} AND state = 'claimed'
          RETURNING 1
        )
        SELECT pg_notify(${CHANNEL}, ${this.#session}) WHERE EXISTS (SELECT FROM gone)`;
      return success(null);
    });
  }

  /** This desk's claims that were not submitted, oldest first. */
  async openClaims(): Promise<Result<readonly Claim[]>> {
    return this.#connection.ask(async (sql) => {
      const rows = await sql<ClaimRow[]>`
        SELECT ${claimColumns(sql)} FROM claims WHERE desk_id = ${this.#desk.id} AND state = 'claimed'
        ORDER BY claimed_at, account, blake2b256`;
      return success(rows.map(claimOf));
    });
  }

  /**
   * Adds or updates slips of this desk, and marks its claims of their bytes as submitted. Leaves slips of other desks alone.
   */
  async share(slips: readonly SharedSlip[]): Promise<Result<null>> {
    if (slips.length === 0) return success(null);
    const storable = slips.map(({ account, submissionId, name, blake2b256, receipt }) => {
      const texts = { name: storableText(name), receipt: receipt === null ? null : storableJson(receipt) };
      return { account, submission_id: submissionId, blake2b256, ...texts };
    });
    // One statement cannot update a row twice.
    const rows = [...new Map(storable.map((row) => [`${row.account} ${row.submission_id}`, row])).values()];
    return this.#connection.ask(async (sql) => {
      const shared = sql`jsonb_to_recordset(${sql.json(rows)})
        AS shared (account text, submission_id text, name text, blake2b256 text, receipt text)`;
      await sql.begin((transaction) => [
        // Without it a slip could be committed after one with a higher number, and a reader would miss it.
        lock(transaction, 'sharing'),
        transaction`
          INSERT INTO slips (account, submission_id, desk_id, desk_name, name, blake2b256, receipt)
          SELECT account, submission_id, ${this.#desk.id}, ${this.#desk.name}, name, blake2b256, receipt FROM ${shared}
          WHERE receipt IS NOT NULL
          ON CONFLICT (account, submission_id) DO UPDATE SET desk_name = excluded.desk_name, name = excluded.name,
            blake2b256 = excluded.blake2b256, receipt = excluded.receipt, sequence = DEFAULT
          WHERE slips.desk_id = excluded.desk_id`,
        transaction`
          UPDATE claims SET state = 'submitted', submission_id = shared.submission_id FROM ${shared}
          WHERE claims.account = shared.account AND claims.blake2b256 = shared.blake2b256
            AND claims.desk_id = ${this.#desk.id}`,
        transaction`SELECT pg_notify(${CHANNEL}, ${this.#session})`,
      ]);
      return success(null);
    });
  }

  /**
   * Slips of the other desks that were added or changed after a sequence number, oldest first: at most `limit`, and fewer if
   * they are large. '0' is before all. The receipt of a slip that is too large is empty.
   */
  async slipsAfter(sequence: string, limit: number): Promise<Result<readonly TeamSlip[]>> {
    return this.#connection.ask(async (sql) =>
      success(
        await sql<TeamSlip[]>`
          SELECT account, left(submission_id, ${LONGEST_TEXT}) AS "submissionId", left(name, ${LONGEST_TEXT}) AS name,
            blake2b256, CASE WHEN bytes <= ${LARGEST_RECEIPT_BYTES} THEN receipt ELSE '' END AS receipt, sequence,
            desk_id AS "deskId", left(desk_name, ${LONGEST_TEXT}) AS "deskName"
          FROM (
            SELECT *, sum(bytes) OVER (ORDER BY sequence) - bytes AS before FROM (
              SELECT *, octet_length(receipt) AS bytes FROM slips
              WHERE sequence > ${sequence} AND desk_id <> ${this.#desk.id} ORDER BY sequence LIMIT ${limit}
            ) AS next
          ) AS counted
          WHERE before < ${READ_BYTES} ORDER BY sequence`,
      ),
    );
  }

  /**
   * Calls `onChange` after a change by others, and `onReconnect` after a lost connection is back: changes may have been
   * missed. Returns a function that ends it.
   */
  listen(onChange: () => void, onReconnect: () => void = onChange): Promise<Result<() => Promise<void>>> {
    const onNotify = (sender: string): void => {
      if (sender !== this.#session) onChange();
    };
    return this.#connection.listen(CHANNEL, onNotify, onReconnect);
  }

  /** Ends everything at once. Later calls fail. */
  close(): Promise<void> {
    return this.#connection.close();
  }
}

const keyOf = ({ account, blake2b256 }: Bytes): string => `${blake2b256} ${account}`;

/** Desks that claim the same bytes in different orders would wait for each other. */
function inOrder(bytes: readonly Bytes[]): readonly Bytes[] {
  return bytes.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const listed = (sql: Sql, bytes: readonly Bytes[]) =>
  sql`jsonb_to_recordset(${sql.json(bytes)}) AS listed (account text, blake2b256 text)`;

function claimOf({ account, blake2b256, deskId, deskName, state, submissionId, claimedAt }: ClaimRow): Claim {
  return { account, blake2b256, deskId, deskName, state, submissionId, claimedAt: claimedAt.toISOString() };
}

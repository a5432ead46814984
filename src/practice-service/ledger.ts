import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { Charge, Credits, Wallet } from './credits.ts';
import type { HashedPayload } from './data-hash.ts';
import { inTransaction } from './database.ts';
import { feeOf, type Shortfall, shortfallOf, type Token } from './options.ts';

/** A complete body that is not in the ledger yet. */
export type ArrivedSubmission = HashedPayload & {
  readonly id: string;
  readonly tokenDetailsId: number;
  readonly size: number;
  /** The error of its first try to get into a block; null if that succeeds. */
  readonly error?: string | null;
  /** The network's app id that it names; null for that of the app. */
  readonly networkAppId?: number | null;
  /** True if its transaction does not hold its bytes. */
  readonly isBlob?: boolean;
};

/** A registered submission. `block` is null until it is in one; `acceptedAt` is epoch milliseconds. */
export type Submission = {
  readonly seq: number;
  readonly id: string;
  readonly userId: string;
  readonly appId: string;
  readonly tokenDetailsId: number;
  readonly tokenName: string;
  readonly size: number;
  readonly encrypted: boolean;
  readonly fee: bigint;
  /** Null if credits did not pay for it. */
  readonly wallet: Wallet | null;
  readonly dataHash: string;
  readonly acceptedAt: number;
  readonly updatedAt: number;
  readonly retryCount: number;
  /** The error of its last try. The submission is not charged while there is one. */
  readonly error: string | null;
  readonly block: BlockPlace | null;
};

type BlockPlace = {
  readonly number: number;
  readonly hash: string;
  readonly extrinsicIndex: number;
  readonly txHash: string;
};

export type Acceptance = { readonly kind: 'accepted' } | ({ readonly kind: 'refused' } & Shortfall);

export type Deposit = {
  readonly id: string;
  /** The token after the deposit. */
  readonly token: Token;
  readonly amount: bigint;
  readonly chainId: bigint;
};

export type ListOrder = 'newest-first' | 'by-id';

const PAGE_ROWS = 500;

const whole = z.string().transform((text) => BigInt(text));
const tokenRow = z.object({
  token_details_id: z.number(),
  name: z.string(),
  address: z.string(),
  decimals: z.number(),
  chain_id: whole,
  base_fee: whole,
  fee_per_byte: whole,
  balance: whole,
  used: whole,
});

const submissionColumns = `
  SELECT s.seq, s.id, s.token_details_id, t.name AS token_name, s.size, s.fee, s.data_hash, s.accepted_at, s.error,
    s.block_number, b.hash AS block_hash, s.extrinsic_index, s.tx_hash, s.encrypted, s.retry_count,
    s.account_credits, s.app_credits, coalesce(b.produced_at, s.retried_at, s.accepted_at) AS updated_at
  FROM submissions s JOIN tokens t USING (token_details_id) LEFT JOIN blocks b ON b.number = s.block_number`;

/** The account's tokens, deposits and submissions. Only the chain writes blocks. */
export class Ledger {
  readonly userId: string;
  /** The app that the API key belongs to. */
  readonly appId: string;
  /** True if submissions that the balance does not cover are refused. Otherwise they are registered with an error. */
  readonly refusesShortfall: boolean;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #credits: Credits | null;
  #arrivals: Arrival[] = [];

  /** `credits`: pays for submissions instead of the tokens. Its shortfall is never refused. */
  constructor(database: DatabaseSync, refusesShortfall = true, credits: Credits | null = null) {
    this.#database = database;
    this.refusesShortfall = refusesShortfall && credits === null;
    this.#credits = credits;
    this.#statements = prepareStatements(database);
    this.appId = z.object({ id: z.string() }).parse(this.#statements.app.get()).id;
    this.userId = z.object({ user_id: z.string() }).parse(this.#statements.account.get()).user_id;
  }

  /** Sorted by id. The first token pays for submissions by API key. */
  tokens(limit = -1): Token[] {
    return this.#statements.tokens.all(limit).map(readToken);
  }

  tokenByName(name: string): Token | null {
    return readTokenOrNull(this.#statements.tokenByName.get(name));
  }

  /** Ignores letter case. */
  tokenByAddress(address: string): Token | null {
    return readTokenOrNull(this.#statements.tokenByAddress.get(address));
  }

  /**
   * Charges and registers a submission in one transaction. Submissions that arrive in the same turn of the event loop
   * share a transaction, because a commit for each would dominate the cost of small bodies.
   */
  accept(submission: ArrivedSubmission): Promise<Acceptance> {
    return new Promise((resolve, reject) => {
      this.#arrivals.push({ submission, resolve, reject });
      if (this.#arrivals.length === 1) setImmediate(() => this.#registerArrivals());
    });
  }

  /**
   * Submits entries with an error again, if their balance covers them: charges them and clears the error, so that they
   * get into a block. Skips those that were retried `limit` times.
   */
  retryFailed(limit: number): void {
    inTransaction(this.#database, () => {
      for (const row of this.#statements.failed.all(limit)) {
        const charge = this.#charge(this.#token(Number(row.token_details_id)), Number(row.size));
        this.#statements.countRetry.run(Date.now(), Number(row.seq));
        if (charge.error === null) this.#statements.clearError.run(...walletColumns(charge), Number(row.seq));
      }
    });
  }

  /** Lets the monitor retry all entries with an error again. */
  resetRetries(): void {
    this.#statements.resetRetries.run();
  }

  /** Credits a token of the account. */
  deposit(tokenDetailsId: number, amount: bigint, chainId: bigint): Deposit {
    const id = randomUUID();
    const token = inTransaction(this.#database, () => {
      const before = this.#token(tokenDetailsId);
      const balance = before.balance + amount;
      this.#statements.setBalance.run(balance.toString(), before.used.toString(), tokenDetailsId);
      this.#statements.addDeposit.run(id, tokenDetailsId, amount.toString(), chainId.toString(), Date.now());
      return { ...before, balance };
    });
    return { id, token, amount, chainId };
  }

  submission(id: string): Submission | null {
    const row = this.#statements.submission.get(id.toLowerCase());
    return row === undefined ? null : this.#readSubmission(row);
  }

  submissionCount(): number {
    return Number(this.#statements.count.get()?.count);
  }

  /** The submissions accepted from `earliest` to `latest`, both inclusive, in epoch milliseconds. */
  submissionsBetween(earliest: number, latest: number): Submission[] {
    return this.#statements.between.all(earliest, latest).map((row) => this.#readSubmission(row));
  }

  /**
   * Reads in pages, so that a list of any length neither fills memory nor delays other requests. Only the order by id
   * supports an offset.
   */
  *submissions(order: ListOrder, limit: number, offset = 0): Generator<Submission[], void> {
    const statement = order === 'by-id' ? this.#statements.pageById : this.#statements.pageNewestFirst;
    let left = limit;
    let after: string | number = order === 'by-id' ? '' : Number.MAX_SAFE_INTEGER;
    if (offset > 0) {
      const skipped = this.#statements.idAt.get(offset - 1);
      if (skipped === undefined) return;
      after = String(skipped.id);
    }
    while (left > 0) {
      const rows = statement.all(after, Math.min(left, PAGE_ROWS)).map((row) => this.#readSubmission(row));
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      if (rows.length < PAGE_ROWS) return;
      left -= rows.length;
      after = order === 'by-id' ? last.id : last.seq;
    }
  }

  #registerArrivals(): void {
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    try {
      const outcomes = inTransaction(this.#database, () =>
        arrivals.map(({ submission }) => this.#register(submission)),
      );
      arrivals.forEach(({ resolve }, index) => {
        const outcome = outcomes[index];
        if (outcome !== undefined) resolve(outcome);
      });
    } catch (error) {
      for (const { reject } of arrivals) reject(error);
    }
  }

  #register(arrived: ArrivedSubmission): Acceptance {
    const {
      id,
      tokenDetailsId,
      size,
      dataHash,
      encrypted,
      networkAppId = null,
      isBlob = false,
      error = null,
    } = arrived;
    const token = this.#token(tokenDetailsId);
    const shortfall = this.refusesShortfall ? shortfallOf(token, size) : null;
    if (shortfall !== null) return { kind: 'refused', ...shortfall };
    const charge = error === null ? this.#charge(token, size) : { error };
    this.#statements.addSubmission.run(
      id,
      tokenDetailsId,
      size,
      feeOf(token, size).toString(),
      dataHash,
      Date.now(),
      Number(encrypted),
      charge.error,
      networkAppId,
      Number(isBlob),
      ...walletColumns(charge),
    );
    return { kind: 'accepted' };
  }

  /** Charges for `size` bytes if the balance covers them. */
  #charge(token: Token, size: number): Charge {
    if (this.#credits !== null) return this.#credits.charge(size);
    if (shortfallOf(token, size) !== null) return { error: `Insufficient credits for user id ${this.userId}` };
    const { balance, used, tokenDetailsId } = token;
    const fee = feeOf(token, size);
    this.#statements.setBalance.run((balance - fee).toString(), (used + fee).toString(), tokenDetailsId);
    return { error: null, wallet: null };
  }

  #token(tokenDetailsId: number): Token {
    return readToken(this.#statements.token.get(tokenDetailsId));
  }

  #readSubmission(row: Row): Submission {
    const { block_number: number, block_hash: hash, extrinsic_index: extrinsicIndex, tx_hash: txHash } = row;
    const inBlock = number !== null && hash !== null && extrinsicIndex !== null && txHash !== null;
    return {
      seq: Number(row.seq),
      id: String(row.id),
      userId: this.userId,
      appId: this.appId,
      tokenDetailsId: Number(row.token_details_id),
      tokenName: String(row.token_name),
      size: Number(row.size),
      encrypted: row.encrypted === 1,
      fee: BigInt(String(row.fee)),
      wallet:
        row.account_credits === null
          ? null
          : { account: BigInt(String(row.account_credits)), app: BigInt(String(row.app_credits)) },
      dataHash: String(row.data_hash),
      acceptedAt: Number(row.accepted_at),
      updatedAt: Number(row.updated_at),
      retryCount: Number(row.retry_count),
      error: row.error === null ? null : String(row.error),
      block: inBlock
        ? {
            number: Number(number),
            hash: String(hash),
            extrinsicIndex: Number(extrinsicIndex),
            txHash: String(txHash),
          }
        : null,
    };
  }
}

/** The columns `account_credits` and `app_credits`. */
function walletColumns(charge: Charge): [string | null, string | null] {
  const wallet = charge.error === null ? charge.wallet : null;
  return wallet === null ? [null, null] : [wallet.account.toString(), wallet.app.toString()];
}

type Row = Record<string, SQLOutputValue>;

type Arrival = {
  readonly submission: ArrivedSubmission;
  readonly resolve: (acceptance: Acceptance) => void;
  readonly reject: (error: unknown) => void;
};

type Statements = Readonly<Record<keyof ReturnType<typeof prepareStatements>, StatementSync>>;

function prepareStatements(database: DatabaseSync) {
  return {
    account: database.prepare('SELECT user_id FROM account'),
    app: database.prepare('SELECT id FROM apps ORDER BY seq LIMIT 1'),
    tokens: database.prepare('SELECT * FROM tokens ORDER BY token_details_id LIMIT ?'),
    token: database.prepare('SELECT * FROM tokens WHERE token_details_id = ?'),
    tokenByName: database.prepare('SELECT * FROM tokens WHERE name = ?'),
    tokenByAddress: database.prepare('SELECT * FROM tokens WHERE address = ?'),
    setBalance: database.prepare('UPDATE tokens SET balance = ?, used = ? WHERE token_details_id = ?'),
    addDeposit: database.prepare('INSERT INTO deposits VALUES (?, ?, ?, ?, ?)'),
    addSubmission: database.prepare(
      `INSERT INTO submissions (id, token_details_id, size, fee, data_hash, accepted_at, encrypted, error, network_app_id,
         is_blob, account_credits, app_credits)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    submission: database.prepare(`${submissionColumns} WHERE s.id = ?`),
    failed: database.prepare(
      `SELECT seq, token_details_id, size FROM submissions WHERE error IS NOT NULL AND retry_count < ? ORDER BY seq`,
    ),
    countRetry: database.prepare('UPDATE submissions SET retry_count = retry_count + 1, retried_at = ? WHERE seq = ?'),
    clearError: database.prepare(
      'UPDATE submissions SET error = NULL, account_credits = ?, app_credits = ? WHERE seq = ?',
    ),
    resetRetries: database.prepare('UPDATE submissions SET retry_count = 0 WHERE error IS NOT NULL'),
    count: database.prepare('SELECT count(*) AS count FROM submissions'),
    between: database.prepare(`${submissionColumns} WHERE s.accepted_at BETWEEN ? AND ? ORDER BY s.id`),
    idAt: database.prepare('SELECT id FROM submissions ORDER BY id LIMIT 1 OFFSET ?'),
    pageNewestFirst: database.prepare(`${submissionColumns} WHERE s.seq < ? ORDER BY s.seq DESC LIMIT ?`),
    pageById: database.prepare(`${submissionColumns} WHERE s.id > ? ORDER BY s.id LIMIT ?`),
  };
}

function readToken(row: unknown): Token {
  const token = tokenRow.parse(row);
  return {
    tokenDetailsId: token.token_details_id,
    name: token.name,
    address: token.address,
    decimals: token.decimals,
    chainId: token.chain_id,
    balance: token.balance,
    used: token.used,
    baseFee: token.base_fee,
    feePerByte: token.fee_per_byte,
  };
}

function readTokenOrNull(row: unknown): Token | null {
  return row === undefined ? null : readToken(row);
}

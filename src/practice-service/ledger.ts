import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
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
};

/** A registered submission. `block` is null until it is in one; `acceptedAt` is epoch milliseconds. */
export type Submission = {
  readonly seq: number;
  readonly id: string;
  readonly userId: string;
  readonly tokenDetailsId: number;
  readonly tokenName: string;
  readonly size: number;
  readonly fee: bigint;
  readonly dataHash: string;
  readonly acceptedAt: number;
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
    s.block_number, b.hash AS block_hash, s.extrinsic_index, s.tx_hash
  FROM submissions s JOIN tokens t USING (token_details_id) LEFT JOIN blocks b ON b.number = s.block_number`;

/** The account's tokens, deposits and submissions. Only the chain writes blocks. */
export class Ledger {
  readonly userId: string;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #refusesShortfall: boolean;
  #arrivals: Arrival[] = [];

  /** `refusesShortfall`: refuses submissions that the balance does not cover. Otherwise registers them with an error. */
  constructor(database: DatabaseSync, refusesShortfall = true) {
    this.#database = database;
    this.#refusesShortfall = refusesShortfall;
    this.#statements = prepareStatements(database);
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
   * get into a block.
   */
  retryFailed(): void {
    inTransaction(this.#database, () => {
      for (const row of this.#statements.failed.all()) {
        const [token, size] = [this.#token(Number(row.token_details_id)), Number(row.size)];
        if (shortfallOf(token, size) !== null) continue;
        this.#charge(token, feeOf(token, size));
        this.#statements.clearError.run(Number(row.seq));
      }
    });
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

  /** Reads in pages, so that a list of any length neither fills memory nor delays other requests. */
  *submissions(order: ListOrder, limit: number): Generator<Submission[], void> {
    const statement = order === 'by-id' ? this.#statements.pageById : this.#statements.pageNewestFirst;
    let left = limit;
    let after: string | number = order === 'by-id' ? '' : Number.MAX_SAFE_INTEGER;
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

  #register({ id, tokenDetailsId, size, dataHash, encrypted, error = null }: ArrivedSubmission): Acceptance {
    const token = this.#token(tokenDetailsId);
    const shortfall = shortfallOf(token, size);
    if (shortfall !== null && this.#refusesShortfall) return { kind: 'refused', ...shortfall };
    const fee = feeOf(token, size);
    const failure = shortfall === null ? error : `Insufficient credits for user id ${this.userId}`;
    if (failure === null) this.#charge(token, fee);
    this.#statements.addSubmission.run(
      id,
      tokenDetailsId,
      size,
      fee.toString(),
      dataHash,
      Date.now(),
      Number(encrypted),
      failure,
    );
    return { kind: 'accepted' };
  }

  #charge({ balance, used, tokenDetailsId }: Token, fee: bigint): void {
    this.#statements.setBalance.run((balance - fee).toString(), (used + fee).toString(), tokenDetailsId);
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
      tokenDetailsId: Number(row.token_details_id),
      tokenName: String(row.token_name),
      size: Number(row.size),
      fee: BigInt(String(row.fee)),
      dataHash: String(row.data_hash),
      acceptedAt: Number(row.accepted_at),
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
    tokens: database.prepare('SELECT * FROM tokens ORDER BY token_details_id LIMIT ?'),
    token: database.prepare('SELECT * FROM tokens WHERE token_details_id = ?'),
    tokenByName: database.prepare('SELECT * FROM tokens WHERE name = ?'),
    tokenByAddress: database.prepare('SELECT * FROM tokens WHERE address = ?'),
    setBalance: database.prepare('UPDATE tokens SET balance = ?, used = ? WHERE token_details_id = ?'),
    addDeposit: database.prepare('INSERT INTO deposits VALUES (?, ?, ?, ?, ?)'),
    addSubmission: database.prepare(
      `INSERT INTO submissions (id, token_details_id, size, fee, data_hash, accepted_at, encrypted, error)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    submission: database.prepare(`${submissionColumns} WHERE s.id = ?`),
    failed: database.prepare(
      'SELECT seq, token_details_id, size FROM submissions WHERE error IS NOT NULL ORDER BY seq',
    ),
    clearError: database.prepare('UPDATE submissions SET error = NULL WHERE seq = ?'),
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

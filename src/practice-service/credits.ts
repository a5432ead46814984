import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { inTransaction } from './database.ts';
import type { Faults } from './faults.ts';
import type { CreditSelection } from './options.ts';

/** The credits that a submission cost, by purse. */
export type Wallet = { readonly account: bigint; readonly app: bigint };

/** The outcome of a charge. `error` is for the record if the credits do not cover the cost. */
export type Charge = { readonly error: null; readonly wallet: Wallet | null } | { readonly error: string };

export type CreditAccount = {
  readonly userId: string;
  readonly credits: bigint;
  readonly used: bigint;
  /** The credits that the apps ever received. */
  readonly allocated: bigint;
};

/** An app of the account. `networkAppId` is its id on the network. */
export type App = {
  readonly id: string;
  readonly name: string;
  readonly networkAppId: number;
  readonly createdAt: number;
  readonly selection: CreditSelection;
  readonly credits: bigint;
  readonly used: bigint;
  /** The credits of the account that the app has used. */
  readonly accountUsed: bigint;
};

/** An order of credits. */
export type Order = {
  readonly id: number;
  readonly userId: string;
  readonly chainId: number;
  readonly status: 'PENDING' | 'INCLUDED' | 'COMPLETED' | 'FAILED';
  readonly createdAt: number;
  readonly txHash: string | null;
  readonly tokenAddress: string | null;
  readonly amountPaid: string | null;
  readonly credits: string | null;
};

const SMALLEST_COST = 1024;

/** The cost of submitting `size` bytes, in credits. */
export function creditsFor(size: number): bigint {
  return BigInt(Math.max(SMALLEST_COST, size));
}

const ORDERED_CREDITS = 100n * 1024n * 1024n;
const PAID_BASE_UNITS = 5_000_000_000_000_000n;

const whole = z.string().transform((text) => BigInt(text));
const accountRow = z.object({ user_id: z.string(), credits: whole, credits_used: whole });
const appRow = z
  .object({
    id: z.string(),
    name: z.string(),
    network_app_id: z.number(),
    created_at: z.number(),
    selection: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    credits: whole,
    credits_used: whole,
    account_credits_used: whole,
  })
  .transform(
    (row): App => ({
      id: row.id,
      name: row.name,
      networkAppId: row.network_app_id,
      createdAt: row.created_at,
      selection: row.selection,
      credits: row.credits,
      used: row.credits_used,
      accountUsed: row.account_credits_used,
    }),
  );
const orderRow = z.object({
  id: z.number(),
  chain_id: z.number(),
  status: z.enum(['PENDING', 'INCLUDED', 'COMPLETED', 'FAILED']),
  created_at: z.number(),
  tx_hash: z.string().nullable(),
  token_address: z.string().nullable(),
  amount_paid: z.string().nullable(),
  credits: z.string().nullable(),
});

/**
 * The credits of the account and of its apps, and the orders of credits. The service pays an order itself,
 * `paidAfterMs` after its registration. An order that is due changes when something reads the account or the orders.
 */
export class Credits {
  readonly #database: DatabaseSync;
  readonly #faults: Readonly<Pick<Faults, 'order'>>;
  readonly #paidAfterMs: number;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync, faults: Readonly<Pick<Faults, 'order'>>, paidAfterMs: number) {
    this.#database = database;
    this.#faults = faults;
    this.#paidAfterMs = paidAfterMs;
    this.#statements = prepareStatements(database);
  }

  account(): CreditAccount {
    inTransaction(this.#database, () => this.#settleDueOrders());
    const account = this.#account();
    const allocated = this.apps().reduce((sum, app) => sum + app.credits + app.used, 0n);
    return { userId: account.user_id, credits: account.credits, used: account.credits_used, allocated };
  }

  apps(): App[] {
    return this.#statements.apps.all().map((row) => appRow.parse(row));
  }

  /** The app that the API key belongs to. */
  submittingApp(): App {
    return appRow.parse(this.#statements.firstApp.get());
  }

  /** Charges for `size` bytes. Call it inside a transaction. */
  charge(size: number): Charge {
    this.#settleDueOrders();
    const { user_id: userId, credits, credits_used: used } = this.#account();
    const app = this.submittingApp();
    const cost = creditsFor(size);
    const wallet = walletOf(cost, app);
    const isCovered = { 0: app.credits > cost, 1: credits > cost, 2: app.credits + credits > cost }[app.selection];
    if (!isCovered) {
      const purse = { 0: 'assigned credits', 1: 'fallback credits', 2: 'credits' }[app.selection];
      return { error: `Insufficient ${purse} for user id ${userId}` };
    }
    this.#statements.setAccount.run(String(credits - wallet.account), String(used + wallet.account));
    this.#statements.setApp.run(
      String(app.credits - wallet.app),
      String(app.used + wallet.app),
      String(app.accountUsed + wallet.account),
      app.id,
    );
    return { error: null, wallet };
  }

  /** Registers a pending order. */
  registerOrder(chainId: number): Order {
    return this.#readOrder(this.#statements.addOrder.get(chainId, Date.now()));
  }

  /** Adds the payment's transaction to an order. Null if the order is unknown. */
  includeOrder(id: number, txHash: string): Order | null {
    this.#statements.includeOrder.run(txHash, id);
    const row = this.#statements.order.get(id);
    return row === undefined ? null : this.#readOrder(row);
  }

  orders(): Order[] {
    inTransaction(this.#database, () => this.#settleDueOrders());
    return this.#statements.orders.all().map((row) => this.#readOrder(row));
  }

  /** Call it inside a transaction. */
  #settleDueOrders(): void {
    if (this.#faults.order === 'endless') return;
    for (const { id } of this.#statements.dueOrders.all(Date.now() - this.#paidAfterMs)) {
      if (this.#faults.order === 'failing') this.#statements.failOrder.run(Number(id));
      else this.#complete(Number(id));
    }
  }

  #complete(id: number): void {
    const { credits, credits_used: used } = this.#account();
    this.#statements.setAccount.run(String(credits + ORDERED_CREDITS), String(used));
    const txHash = `0x${createHash('sha256').update(`payment of order ${id}`).digest('hex')}`;
    this.#statements.completeOrder.run(txHash, String(PAID_BASE_UNITS), String(ORDERED_CREDITS), id);
  }

  #account(): z.infer<typeof accountRow> {
    return accountRow.parse(this.#statements.account.get());
  }

  #readOrder(row: unknown): Order {
    const order = orderRow.parse(row);
    return {
      id: order.id,
      userId: this.#account().user_id,
      chainId: order.chain_id,
      status: order.status,
      createdAt: order.created_at,
      txHash: order.tx_hash,
      tokenAddress: order.token_address,
      amountPaid: order.amount_paid,
      credits: order.credits,
    };
  }
}

function walletOf(cost: bigint, { selection, credits }: App): Wallet {
  if (selection === 0) return { account: 0n, app: cost };
  if (selection === 1) return { account: cost, app: 0n };
  const app = credits < cost ? credits : cost;
  return { account: cost - app, app };
}

function prepareStatements(database: DatabaseSync) {
  return {
    account: database.prepare('SELECT * FROM account'),
    setAccount: database.prepare('UPDATE account SET credits = ?, credits_used = ?'),
    apps: database.prepare('SELECT * FROM apps ORDER BY seq'),
    firstApp: database.prepare('SELECT * FROM apps ORDER BY seq LIMIT 1'),
    setApp: database.prepare('UPDATE apps SET credits = ?, credits_used = ?, account_credits_used = ? WHERE id = ?'),
    addOrder: database.prepare(
      "INSERT INTO orders (chain_id, status, created_at) VALUES (?, 'PENDING', ?) RETURNING *",
    ),
    includeOrder: database.prepare(
      "UPDATE orders SET tx_hash = ?, status = 'INCLUDED' WHERE id = ? AND status IN ('PENDING', 'INCLUDED')",
    ),
    orders: database.prepare('SELECT * FROM orders ORDER BY id'),
    order: database.prepare('SELECT * FROM orders WHERE id = ?'),
    dueOrders: database.prepare(
      "SELECT id FROM orders WHERE status IN ('PENDING', 'INCLUDED') AND created_at <= ? ORDER BY id",
    ),
    failOrder: database.prepare("UPDATE orders SET status = 'FAILED' WHERE id = ?"),
    completeOrder: database.prepare(
      `UPDATE orders SET status = 'COMPLETED', tx_hash = coalesce(tx_hash, ?), amount_paid = ?, credits = ?,
         token_address = (SELECT address FROM tokens ORDER BY token_details_id LIMIT 1)
       WHERE id = ?`,
    ),
  };
}

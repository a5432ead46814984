import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { type TokenName, type TokenRecord, textsByName } from '../../shared/records.ts';
import { allRows, type Commit, jsonIn } from '../storage/index.ts';

/** The last lists of an account's tokens, as the service sent them. Instants are UTC. */
export type TokenLists = {
  readonly tokens: readonly TokenRecord[];
  /** Null if the list was never read. */
  readonly tokensReadAt: string | null;
  readonly names: readonly TokenName[];
};

/** The lists of an account whose lists were never read. */
export const noLists: TokenLists = { tokens: [], tokensReadAt: null, names: [] };

const tokenRecord: z.ZodType<TokenRecord> = z.object({
  tokenDetailsId: z.string(),
  userId: z.string().nullable(),
  tokenAddress: z.string(),
  tokenBalance: z.string(),
  extra: textsByName,
});

const tokenName: z.ZodType<TokenName> = z.object({
  name: z.string(),
  tokenAddress: z.string(),
  decimals: z.number().int().min(0).max(36).nullable(),
  chainId: z.string().exactOptional(),
});

const listsRow = z.object({
  account_id: z.string(),
  tokens: z.string(),
  tokens_read_at: z.string().nullable(),
  names: z.string(),
});

/** The last lists of every account, stored so that balances are visible offline. */
export class TokenListStore {
  readonly #commit: Commit;
  readonly #write: StatementSync;
  readonly #lists = new Map<string, TokenLists>();

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#write = database.prepare(
      `INSERT INTO token_lists (account_id, tokens, tokens_read_at, names) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id) DO UPDATE SET tokens = excluded.tokens, tokens_read_at = excluded.tokens_read_at,
         names = excluded.names`,
    );
    for (const found of database.prepare('SELECT * FROM token_lists').all()) {
      const { account_id, ...lists } = listsRow.parse(found);
      this.#lists.set(account_id, read(lists));
    }
  }

  get(accountId: string): TokenLists {
    return this.#lists.get(accountId) ?? noLists;
  }

  /** Visible to readers at once. Resolves once the write has succeeded or failed. */
  async put(accountId: string, lists: TokenLists): Promise<void> {
    this.#lists.set(accountId, lists);
    const { tokens, tokensReadAt, names } = lists;
    await this.#commit(() => {
      this.#write.run(accountId, JSON.stringify(tokens), tokensReadAt, JSON.stringify(names));
    }).catch(() => undefined);
  }

  forget(accountId: string): void {
    this.#lists.delete(accountId);
  }
}

/** Unreadable tokens count as never read, so they are read again. Unreadable names come with the next reading. */
function read({ tokens, tokens_read_at, names }: Omit<z.infer<typeof listsRow>, 'account_id'>): TokenLists {
  const readTokens = z.array(tokenRecord).safeParse(jsonIn(tokens));
  const readNames = z.array(tokenName).safeParse(jsonIn(names));
  return {
    tokens: readTokens.data ?? noLists.tokens,
    tokensReadAt: readTokens.success ? tokens_read_at : null,
    names: readNames.data ?? noLists.names,
  };
}

/** The user's choices for a token. `warnBelow`: warn below this balance, in base units as decimal text. */
export type TokenChoice = { readonly decimals: number | null; readonly warnBelow: string | null };

const noChoice: TokenChoice = { decimals: null, warnBelow: null };

const choiceRow = z.object({
  account_id: z.string(),
  token_address: z.string(),
  // An unreadable choice counts as never made, so the user must make it again.
  decimals: z.number().int().min(0).max(36).nullable().catch(null),
  warn_below: z.string().regex(/^\d+$/).nullable().catch(null),
});

/** The user's decimals and low-balance limits, by account and token address (lower-case hex with `0x`). */
export class TokenChoices {
  readonly #commit: Commit;
  readonly #write: StatementSync;
  readonly #remove: StatementSync;
  readonly #select: StatementSync;
  readonly #choices = new Map<string, TokenChoice>();

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#write = database.prepare(
      `INSERT INTO token_choices (account_id, token_address, decimals, warn_below) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, token_address)
       DO UPDATE SET decimals = excluded.decimals, warn_below = excluded.warn_below`,
    );
    this.#remove = database.prepare('DELETE FROM token_choices WHERE account_id = ? AND token_address = ?');
    this.#select = database.prepare('SELECT * FROM token_choices WHERE account_id = ? AND token_address = ?');
    for (const found of allRows(database.prepare('SELECT * FROM token_choices'))) {
      const { account_id, token_address } = choiceRow.parse(found);
      this.#choices.set(keyOf(account_id, token_address), choiceIn(found));
    }
  }

  of(accountId: string, tokenAddress: string): TokenChoice {
    return this.#choices.get(keyOf(accountId, tokenAddress)) ?? noChoice;
  }

  /** Takes effect once it is on disk. */
  async change(accountId: string, tokenAddress: string, change: Partial<TokenChoice>): Promise<void> {
    let changed = noChoice;
    await this.#commit(() => {
      // From the database, because a change before it may not have reached the memory yet.
      changed = { ...choiceIn(this.#select.get(accountId, tokenAddress)), ...change };
      const { decimals, warnBelow } = changed;
      if (decimals === null && warnBelow === null) this.#remove.run(accountId, tokenAddress);
      else this.#write.run(accountId, tokenAddress, decimals, warnBelow);
    });
    const key = keyOf(accountId, tokenAddress);
    if (changed.decimals === null && changed.warnBelow === null) this.#choices.delete(key);
    else this.#choices.set(key, changed);
  }

  forget(accountId: string): void {
    for (const key of this.#choices.keys()) if (key.startsWith(`${accountId} `)) this.#choices.delete(key);
  }
}

function choiceIn(found: unknown): TokenChoice {
  if (found === undefined) return noChoice;
  const { decimals, warn_below } = choiceRow.parse(found);
  return { decimals, warnBelow: warn_below };
}

/** Neither account ids nor addresses contain a space. */
function keyOf(accountId: string, tokenAddress: string): string {
  return `${accountId} ${tokenAddress}`;
}

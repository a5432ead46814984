import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { type TokenName, type TokenRecord, textsByName } from '../../shared/records.ts';
import { type Commit, jsonIn } from '../storage/index.ts';

/** What the service last said of an account's tokens. Both lists are as they came; instants are UTC. */
export type TokenLists = {
  readonly tokens: readonly TokenRecord[];
  /** Null while the list was never read. */
  readonly tokensReadAt: string | null;
  readonly names: readonly TokenName[];
  readonly namesReadAt: string | null;
};

const noLists: TokenLists = { tokens: [], tokensReadAt: null, names: [], namesReadAt: null };

export const tokenRecord: z.ZodType<TokenRecord> = z.object({
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
});

const instant = z.string().nullable();
const row = z.object({
  account_id: z.string(),
  tokens: z.string(),
  tokens_read_at: instant,
  names: z.string(),
  names_read_at: instant,
});

/** The lists of every account as they were last read, kept so that balances can be seen offline. */
export class TokenListStore {
  readonly #commit: Commit;
  readonly #write: StatementSync;
  readonly #lists = new Map<string, TokenLists>();

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#write = database.prepare(
      `INSERT INTO token_lists (account_id, tokens, tokens_read_at, names, names_read_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (account_id) DO UPDATE SET tokens = excluded.tokens, tokens_read_at = excluded.tokens_read_at,
         names = excluded.names, names_read_at = excluded.names_read_at`,
    );
    for (const found of database.prepare('SELECT * FROM token_lists').all()) {
      const { account_id, ...lists } = row.parse(found);
      this.#lists.set(account_id, read(lists));
    }
  }

  get(accountId: string): TokenLists {
    return this.#lists.get(accountId) ?? noLists;
  }

  /** Seen by everybody at once. Resolves once it is on disk, or when the account has gone meanwhile. */
  async put(accountId: string, lists: TokenLists): Promise<void> {
    this.#lists.set(accountId, lists);
    const { tokens, tokensReadAt, names, namesReadAt } = lists;
    await this.#commit(() => {
      this.#write.run(accountId, JSON.stringify(tokens), tokensReadAt, JSON.stringify(names), namesReadAt);
    }).catch(() => undefined);
  }

  /** As if they had never been read. */
  empty(accountId: string): Promise<void> {
    return this.put(accountId, noLists);
  }

  forget(accountId: string): void {
    this.#lists.delete(accountId);
  }
}

/** Finds the first of a list by a key, and goes through the list only once: a service may list tens of thousands. */
function firstBy<One>(keyOf: (one: One) => string): (list: readonly One[], key: string) => One | undefined {
  const indexes = new WeakMap<readonly One[], ReadonlyMap<string, One>>();
  return (list, key) => {
    let index = indexes.get(list);
    if (index === undefined) {
      // Later ones are overwritten by earlier ones.
      index = new Map(list.toReversed().map((one) => [keyOf(one), one]));
      indexes.set(list, index);
    }
    return index.get(key);
  };
}

/** What the service's token_map says of an address. The list is not changed afterwards. */
export const nameOf = firstBy<TokenName>(({ tokenAddress }) => tokenAddress);

/** The account's token with this id. The list is not changed afterwards. */
export const tokenWithId = firstBy<TokenRecord>(({ tokenDetailsId }) => tokenDetailsId);

/** A list that nobody can read counts as never read: it is asked for anew. */
function read({ tokens, tokens_read_at, names, names_read_at }: Omit<z.infer<typeof row>, 'account_id'>): TokenLists {
  const readTokens = z.array(tokenRecord).safeParse(jsonIn(tokens));
  const readNames = z.array(tokenName).safeParse(jsonIn(names));
  return {
    tokens: readTokens.data ?? noLists.tokens,
    tokensReadAt: readTokens.success ? tokens_read_at : null,
    names: readNames.data ?? noLists.names,
    namesReadAt: readNames.success ? names_read_at : null,
  };
}

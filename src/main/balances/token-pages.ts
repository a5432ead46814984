import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type TokenName, type TokenRecord, textsByName } from '../../shared/records.ts';
import { type Commit, jsonIn } from '../storage/index.ts';

/** What the service last said of an account's tokens. Both lists are as they came; instants are UTC. */
export type TokenPage = {
  readonly tokens: readonly TokenRecord[];
  /** Null while the list was never read. */
  readonly tokensReadAt: string | null;
  readonly names: readonly TokenName[];
  readonly namesReadAt: string | null;
};

export const emptyPage: TokenPage = { tokens: [], tokensReadAt: null, names: [], namesReadAt: null };

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

/** The last page of every account, kept so that balances can be read offline. */
export function createTokenPages(database: DatabaseSync, commit: Commit) {
  const write = database.prepare(
    `INSERT INTO token_lists (account_id, tokens, tokens_read_at, names, names_read_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET tokens = excluded.tokens, tokens_read_at = excluded.tokens_read_at,
       names = excluded.names, names_read_at = excluded.names_read_at`,
  );
  const pages = new Map<string, TokenPage>();
  for (const found of database.prepare('SELECT * FROM token_lists').all()) {
    const { account_id, ...page } = row.parse(found);
    pages.set(account_id, read(page));
  }

  return {
    get: (accountId: string): TokenPage => pages.get(accountId) ?? emptyPage,

    /** Seen by everybody at once. Resolves once it is on disk, or when the account has gone meanwhile. */
    async put(accountId: string, page: TokenPage): Promise<void> {
      pages.set(accountId, page);
      const { tokens, tokensReadAt, names, namesReadAt } = page;
      await commit(() => {
        write.run(accountId, JSON.stringify(tokens), tokensReadAt, JSON.stringify(names), namesReadAt);
      }).catch(() => undefined);
    },

    /** As if its lists had never been read. */
    empty(accountId: string): Promise<void> {
      return this.put(accountId, emptyPage);
    },

    forget(accountId: string): void {
      pages.delete(accountId);
    },
  };
}

/** A list that nobody can read counts as never read: it is asked for anew. */
function read({ tokens, tokens_read_at, names, names_read_at }: Omit<z.infer<typeof row>, 'account_id'>): TokenPage {
  const readTokens = z.array(tokenRecord).safeParse(jsonIn(tokens));
  const readNames = z.array(tokenName).safeParse(jsonIn(names));
  return {
    tokens: readTokens.data ?? emptyPage.tokens,
    tokensReadAt: readTokens.success ? tokens_read_at : null,
    names: readNames.data ?? emptyPage.names,
    namesReadAt: readNames.success ? names_read_at : null,
  };
}

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Commit } from '../storage/index.ts';

/** What a person said of a token. `warnBelow`: whole base units as decimal text. */
export type TokenChoice = { readonly decimals: number | null; readonly warnBelow: string | null };

const noChoice: TokenChoice = { decimals: null, warnBelow: null };

const row = z.object({
  account_id: z.string(),
  token_address: z.string(),
  decimals: z.number().int().min(0).max(36).nullable(),
  warn_below: z.string().nullable(),
});

/** A person's own decimals and warning lines, by account and token address (lower-case hex with `0x`). */
export function createTokenChoices(database: DatabaseSync, commit: Commit) {
  const write = database.prepare(
    `INSERT INTO token_choices (account_id, token_address, decimals, warn_below) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, token_address)
     DO UPDATE SET decimals = excluded.decimals, warn_below = excluded.warn_below`,
  );
  const choices = new Map<string, TokenChoice>();
  // Neither an account's id nor an address has a blank in it.
  const keyOf = (accountId: string, tokenAddress: string): string => `${accountId} ${tokenAddress}`;
  for (const found of database.prepare('SELECT * FROM token_choices').all()) {
    const { account_id, token_address, decimals, warn_below } = row.parse(found);
    choices.set(keyOf(account_id, token_address), { decimals, warnBelow: warn_below });
  }

  const of = (accountId: string, tokenAddress: string): TokenChoice =>
    choices.get(keyOf(accountId, tokenAddress)) ?? noChoice;

  return {
    of,

    /** Holds once it is on disk. */
    async change(accountId: string, tokenAddress: string, change: Partial<TokenChoice>): Promise<void> {
      await commit(() => {
        const { decimals, warnBelow } = { ...of(accountId, tokenAddress), ...change };
        write.run(accountId, tokenAddress, decimals, warnBelow);
      });
      choices.set(keyOf(accountId, tokenAddress), { ...of(accountId, tokenAddress), ...change });
    },

    forget(accountId: string): void {
      for (const key of choices.keys()) if (key.startsWith(`${accountId} `)) choices.delete(key);
    },
  };
}

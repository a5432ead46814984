import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { allRows, type Commit } from '../storage/index.ts';

/** What a person said of a token. `warnBelow`: whole base units as decimal text. */
export type TokenChoice = { readonly decimals: number | null; readonly warnBelow: string | null };

/** Of an account. As many tokens as are asked for at once. */
export const MOST_CHOICES = 1_000;

const noChoice: TokenChoice = { decimals: null, warnBelow: null };

const row = z.object({
  account_id: z.string(),
  token_address: z.string(),
  // What nobody can read was never said: the person is asked again.
  decimals: z.number().int().min(0).max(36).nullable().catch(null),
  warn_below: z.string().regex(/^\d+$/).nullable().catch(null),
});

/** A person's own decimals and warning lines, by account and token address (lower-case hex with `0x`). */
export function createTokenChoices(database: DatabaseSync, commit: Commit) {
  const write = database.prepare(
    `INSERT INTO token_choices (account_id, token_address, decimals, warn_below) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, token_address)
     DO UPDATE SET decimals = excluded.decimals, warn_below = excluded.warn_below`,
  );
  const remove = database.prepare('DELETE FROM token_choices WHERE account_id = ? AND token_address = ?');
  const choices = new Map<string, TokenChoice>();
  // Neither an account's id nor an address has a blank in it.
  const keyOf = (accountId: string, tokenAddress: string): string => `${accountId} ${tokenAddress}`;
  for (const found of allRows(database.prepare('SELECT * FROM token_choices'))) {
    const { account_id, token_address, decimals, warn_below } = row.parse(found);
    choices.set(keyOf(account_id, token_address), { decimals, warnBelow: warn_below });
  }

  const of = (accountId: string, tokenAddress: string): TokenChoice =>
    choices.get(keyOf(accountId, tokenAddress)) ?? noChoice;

  return {
    of,

    /** Whether there is room for a choice of this token: who chose once may always choose anew. */
    hasRoomFor(accountId: string, tokenAddress: string): boolean {
      if (choices.has(keyOf(accountId, tokenAddress))) return true;
      let count = 0;
      for (const key of choices.keys()) if (key.startsWith(`${accountId} `)) count += 1;
      return count < MOST_CHOICES;
    },

    /** Holds once it is on disk. */
    async change(accountId: string, tokenAddress: string, change: Partial<TokenChoice>): Promise<void> {
      await commit(() => {
        const { decimals, warnBelow } = { ...of(accountId, tokenAddress), ...change };
        if (decimals === null && warnBelow === null) remove.run(accountId, tokenAddress);
        else write.run(accountId, tokenAddress, decimals, warnBelow);
      });
      const changed = { ...of(accountId, tokenAddress), ...change };
      if (changed.decimals === null && changed.warnBelow === null) choices.delete(keyOf(accountId, tokenAddress));
      else choices.set(keyOf(accountId, tokenAddress), changed);
    },

    forget(accountId: string): void {
      for (const key of choices.keys()) if (key.startsWith(`${accountId} `)) choices.delete(key);
    },
  };
}

import type { DatabaseSync, StatementSync } from 'node:sqlite';
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
export class TokenChoices {
  readonly #commit: Commit;
  readonly #write: StatementSync;
  readonly #remove: StatementSync;
  readonly #choices = new Map<string, TokenChoice>();

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#write = database.prepare(
      `INSERT INTO token_choices (account_id, token_address, decimals, warn_below) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, token_address)
       DO UPDATE SET decimals = excluded.decimals, warn_below = excluded.warn_below`,
    );
    this.#remove = database.prepare('DELETE FROM token_choices WHERE account_id = ? AND token_address = ?');
    for (const found of allRows(database.prepare('SELECT * FROM token_choices'))) {
      const { account_id, token_address, decimals, warn_below } = row.parse(found);
      this.#choices.set(keyOf(account_id, token_address), { decimals, warnBelow: warn_below });
    }
  }

  of(accountId: string, tokenAddress: string): TokenChoice {
    return this.#choices.get(keyOf(accountId, tokenAddress)) ?? noChoice;
  }

  /** Whether there is room for a choice of this token: who chose once may always choose anew. */
  hasRoomFor(accountId: string, tokenAddress: string): boolean {
    return this.#choices.has(keyOf(accountId, tokenAddress)) || this.#keysOf(accountId).length < MOST_CHOICES;
  }

  /** Holds once it is on disk. */
  async change(accountId: string, tokenAddress: string, change: Partial<TokenChoice>): Promise<void> {
    await this.#commit(() => {
      const { decimals, warnBelow } = { ...this.of(accountId, tokenAddress), ...change };
      if (decimals === null && warnBelow === null) this.#remove.run(accountId, tokenAddress);
      else this.#write.run(accountId, tokenAddress, decimals, warnBelow);
    });
    const changed = { ...this.of(accountId, tokenAddress), ...change };
    const key = keyOf(accountId, tokenAddress);
    if (changed.decimals === null && changed.warnBelow === null) this.#choices.delete(key);
    else this.#choices.set(key, changed);
  }

  forget(accountId: string): void {
    for (const key of this.#keysOf(accountId)) this.#choices.delete(key);
  }

  #keysOf(accountId: string): readonly string[] {
    return [...this.#choices.keys()].filter((key) => key.startsWith(`${accountId} `));
  }
}

/** Neither an account's id nor an address has a blank in it. */
function keyOf(accountId: string, tokenAddress: string): string {
  return `${accountId} ${tokenAddress}`;
}

import type { SubmissionRecord, TokenName, TokenRecord } from '../../shared/records.ts';
import type { Cost } from '../../shared/submissions.ts';
import type { Connection } from '../service/connection.ts';
import { getAllTokens, getTokenMap } from '../service/index.ts';

const FRESH_FOR_MS = 5 * 60_000;
/** More tokens than any deployment has been seen with; the contract describes `limit` as required here. */
const TOKEN_LIMIT = 1000;

/** What could not be read is asked for again after this, and not once per record that would need it. */
const AGAIN_AFTER_MS = 10_000;

type Page = { readonly tokens: readonly TokenRecord[]; readonly names: readonly TokenName[] };
type Reading = { readonly page: Promise<Page>; readonly beganAt: number; failed: boolean };

export type TokenBook = ReturnType<typeof createTokenBook>;

/** Which token a record was charged to, and how many decimals it has: from `get_all_tokens` joined with `token_map`. */
export function createTokenBook(now: () => number) {
  const readings = new Map<string, Reading>();
  const latest = new Map<string, Page>();

  async function read(accountId: string, connection: Connection, reading: () => Reading): Promise<Page> {
    const [tokens, names] = await Promise.all([
      getAllTokens(connection, { limit: TOKEN_LIMIT }),
      getTokenMap(connection),
    ]);
    const page = { tokens: tokens.ok ? tokens.value : [], names: names.ok ? names.value.names : [] };
    reading().failed = !tokens.ok || !names.ok;
    if (tokens.ok) latest.set(accountId, page);
    return page;
  }

  function page(accountId: string, connection: Connection, freshForMs: number): Promise<Page> {
    const known = readings.get(accountId);
    if (known !== undefined) {
      // A clock that was set back must not make an old page look new.
      const age = Math.abs(now() - known.beganAt);
      if (age < (known.failed ? AGAIN_AFTER_MS : freshForMs)) return known.page;
    }
    const reading: Reading = { page: read(accountId, connection, () => reading), beganAt: now(), failed: false };
    readings.set(accountId, reading);
    return reading.page;
  }

  const nameOf = (page: Page, tokenDetailsId: string | null): TokenName | null => {
    const token = page.tokens.find((candidate) => candidate.tokenDetailsId === tokenDetailsId);
    return page.names.find((candidate) => candidate.tokenAddress === token?.tokenAddress) ?? null;
  };

  return {
    /** What a record says the submission cost; null while the service has not said. */
    async costOf(accountId: string, connection: Connection, record: SubmissionRecord): Promise<Cost | null> {
      if (record.fees === null) return null;
      const name = nameOf(await page(accountId, connection, FRESH_FOR_MS), record.tokenDetailsId);
      return { amount: record.fees, token: name?.name ?? null, decimals: name?.decimals ?? null };
    },

    /** The name of the token that a record was charged to; null when it cannot be told. */
    async tokenOf(accountId: string, connection: Connection, record: SubmissionRecord): Promise<string | null> {
      return nameOf(await page(accountId, connection, FRESH_FOR_MS), record.tokenDetailsId)?.name ?? null;
    },

    /** Reads the balances anew, unless they were read within `freshForMs` milliseconds. */
    async refresh(accountId: string, connection: Connection, freshForMs: number): Promise<void> {
      await page(accountId, connection, freshForMs);
    },

    /** The balance as last read, of the token with this name; null when it was never read or there is no such token. */
    balanceOf(accountId: string, token: string | null): bigint | null {
      const known = latest.get(accountId);
      const address = known?.names.find(({ name }) => name === token)?.tokenAddress;
      const balance = known?.tokens.find(({ tokenAddress }) => tokenAddress === address)?.tokenBalance;
      return balance !== undefined && /^\d+$/.test(balance) ? BigInt(balance) : null;
    },

    forget(accountId: string): void {
      readings.delete(accountId);
      latest.delete(accountId);
    },
  };
}

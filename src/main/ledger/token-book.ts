import type { SubmissionRecord, TokenName, TokenRecord } from '../../shared/records.ts';
import type { Cost } from '../../shared/submissions.ts';
import type { Connection } from '../service/connection.ts';
import { getAllTokens, getTokenMap } from '../service/index.ts';

const FRESH_FOR_MS = 5 * 60_000;
/** More tokens than any deployment has been seen with; the contract describes `limit` as required here. */
const TOKEN_LIMIT = 1000;

type Page = { readonly readAt: number; readonly tokens: readonly TokenRecord[]; readonly names: readonly TokenName[] };

export type TokenBook = ReturnType<typeof createTokenBook>;

/** Which token a record was charged to, and how many decimals it has: from `get_all_tokens` joined with `token_map`. */
export function createTokenBook(now: () => number) {
  const pages = new Map<string, Promise<Page>>();

  async function read(connection: Connection): Promise<Page> {
    const [tokens, names] = await Promise.all([
      getAllTokens(connection, { limit: TOKEN_LIMIT }),
      getTokenMap(connection),
    ]);
    const complete = tokens.ok && names.ok;
    return {
      readAt: complete ? now() : 0,
      tokens: tokens.ok ? tokens.value : [],
      names: names.ok ? names.value.names : [],
    };
  }

  async function page(accountId: string, connection: Connection): Promise<Page> {
    const known = await pages.get(accountId);
    if (known !== undefined && now() - known.readAt < FRESH_FOR_MS) return known;
    const reading = read(connection);
    pages.set(accountId, reading);
    return reading;
  }

  return {
    /** What a record says the submission cost; null while the service has not said. */
    async costOf(accountId: string, connection: Connection, record: SubmissionRecord): Promise<Cost | null> {
      if (record.fees === null) return null;
      const { tokens, names } = await page(accountId, connection);
      const token = tokens.find((candidate) => candidate.tokenDetailsId === record.tokenDetailsId);
      const name = names.find((candidate) => candidate.tokenAddress === token?.tokenAddress);
      return { amount: record.fees, token: name?.name ?? null, decimals: name?.decimals ?? null };
    },
  };
}

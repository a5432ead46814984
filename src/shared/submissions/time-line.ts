import type { NetworkAnswer } from '../bridge/network.ts';
import type { RetrievalState } from '../bridge/retrieval.ts';
import type { Attempt } from '../bridge/submissions.ts';
import type { SubmissionRecord } from '../records.ts';
import { parseServiceTime } from '../time.ts';
import type { Cost } from './cost.ts';
import type { SettlementNote } from './settlement-note.ts';

type Saved = Extract<RetrievalState, { readonly kind: 'saved' }>;

/** The stored facts about one submission. For a submission of another program, all but the service's are missing. */
export type TimeLineFacts = {
  /** UTC instant. For a part, that of its file. */
  readonly addedAt: string | null;
  readonly attempts: readonly Attempt[];
  readonly settlement: SettlementNote | null;
  readonly record: SubmissionRecord | null;
  /** When Dropslip saw it confirmed; UTC instant. */
  readonly confirmedAt: string | null;
  readonly cost: Cost | null;
  /** The last check that found it on the network. */
  readonly network: NetworkAnswer | null;
  readonly downloads: readonly Saved[];
};

/** An event of a submission. `at`: UTC instant; null if no source states it. */
export type TimeLineEntry = { readonly at: string | null } & (
  | { readonly kind: 'added' }
  /** `otherId`: the id that the service gave it, if the submission has another one now. */
  | { readonly kind: 'attempt'; readonly attempt: Attempt; readonly isOnly: boolean; readonly otherId: string | null }
  | { readonly kind: 'registered' }
  | { readonly kind: 'settled'; readonly note: Exclude<SettlementNote, { readonly kind: 'open' }> }
  /**
   * `retries`: how often the service tried again. `isOver`: the last try did not fail, so that its reason and its time
   * are gone.
   */
  | { readonly kind: 'delayed'; readonly reason: string | null; readonly retries: number; readonly isOver: boolean }
  /** `block`: its number, or else its hash. `by`: the source of the time. */
  | { readonly kind: 'in-block'; readonly block: string | null; readonly by: 'network' | 'seen' | null }
  | { readonly kind: 'paid'; readonly cost: Cost; readonly purses: Purses | null }
  | { readonly kind: 'on-network'; readonly answer: NetworkAnswer }
  | { readonly kind: 'downloaded'; readonly download: Saved }
);

/** Credits by the balance that paid them, whole numbers as text. */
type Purses = { readonly main: string; readonly app: string };

/**
 * Entries in the order of their times. An entry without a time follows the one that it presupposes. Within a second this
 * order counts too, because services state whole seconds.
 */
export function timeLine(facts: TimeLineFacts): readonly TimeLineEntry[] {
  const { addedAt, attempts, settlement, record, cost, downloads } = facts;
  const network = facts.network?.facts.blockHash === record?.blockHash ? facts.network : null;
  return inOrder([
    // If only the record told the time, nobody knows when the file was added.
    ...(addedAt === null || addedAt === record?.createdAt ? [] : [{ kind: 'added', at: addedAt } as const]),
    ...attempts.map((attempt): TimeLineEntry => {
      const id = attempt.outcome === 'accepted' ? attempt.detail : null;
      const otherId = id === record?.id ? null : id;
      return { kind: 'attempt', at: attempt.startedAt, attempt, isOnly: attempts.length === 1, otherId };
    }),
    ...(settlement === null || settlement.kind === 'open' ? [] : [settled(settlement)]),
    ...(record === null ? [] : [{ kind: 'registered', at: record.createdAt } as const]),
    ...delays(record),
    ...blocks(facts, network),
    ...(cost === null ? [] : [{ kind: 'paid', at: null, cost, purses: pursesIn(record, cost) } as const]),
    ...(network === null ? [] : [{ kind: 'on-network', at: network.askedAt, answer: network } as const]),
    ...downloads.map((download) => ({ kind: 'downloaded', at: download.at, download }) as const),
  ]);
}

function settled(note: Exclude<SettlementNote, { readonly kind: 'open' }>): TimeLineEntry {
  return { kind: 'settled', at: note.kind === 'not-listed' ? note.second : note.at, note };
}

function delays(record: SubmissionRecord | null): readonly TimeLineEntry[] {
  if (record === null) return [];
  const { phase, error: reason, extra } = record;
  const retries = wholeIn(extra.retry_count);
  const isOver = phase !== 'failed';
  if (isOver && retries === 0) return [];
  const at = isOver ? null : parseServiceTime(unquoted(extra.updated_at));
  return [{ kind: 'delayed', at, reason, retries, isOver }];
}

function blocks({ record, confirmedAt }: TimeLineFacts, network: NetworkAnswer | null): readonly TimeLineEntry[] {
  if (record?.phase !== 'in-block' && confirmedAt === null) return [];
  const recorded = unquoted(record?.extra.block_number);
  const number = network?.facts.blockNumber?.toString() ?? (/^\d{1,20}$/.test(recorded) ? recorded : null);
  const block = number ?? record?.blockHash ?? null;
  const blockTime = network?.facts.blockTime ?? null;
  const by = blockTime !== null ? 'network' : confirmedAt !== null ? 'seen' : null;
  return [{ kind: 'in-block', at: blockTime ?? confirmedAt, block, by }];
}

const WALLET = /^\[\d{1,3}(?:,\d{1,3}){31}\]$/;

/** The two big-endian 128-bit numbers of `wallet`. Null if there are none, or if they do not add up to the cost. */
function pursesIn(record: SubmissionRecord | null, cost: Cost): Purses | null {
  const wallet = record?.extra.wallet ?? '';
  if (!WALLET.test(wallet)) return null;
  const bytes = wallet.slice(1, -1).split(',');
  const [main, app] = [bytes.slice(0, 16), bytes.slice(16)].map((half) =>
    half.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n),
  );
  if (main === undefined || app === undefined || String(main + app) !== cost.amount) return null;
  return { main: String(main), app: String(app) };
}

/** The text of a field that is JSON text of a string or a number. */
const unquoted = (json = ''): string => json.replace(/^"|"$/g, '');

function wholeIn(json: string | undefined): number {
  const text = unquoted(json);
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function inOrder(entries: readonly TimeLineEntry[]): readonly TimeLineEntry[] {
  let reached = Number.NEGATIVE_INFINITY;
  const placed = entries.map((entry) => {
    const at = entry.at === null ? Number.NaN : Math.floor(Date.parse(entry.at) / 1_000);
    if (Number.isNaN(at)) return { entry: { ...entry, at: null }, at: reached };
    reached = Math.max(reached, at);
    return { entry, at };
  });
  return placed
    .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
    .map(({ entry }) => entry);
}

import { parseUnits } from '../../../shared/amounts.ts';
import type { OtherContent } from '../../../shared/bridge/submissions.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { TokenBook } from '../../balances/index.ts';
import type { Connection } from '../../service/index.ts';
import type { Clock } from '../clock.ts';
import type { Estimates } from '../cost/estimates.ts';
import type { Past } from '../journal/earlier-submissions.ts';
import type { ItemBook } from '../journal/held-submissions.ts';
import { LONGEST_DETAIL, type OutboxItem } from '../journal/submission.ts';
import type { ItemEvent } from '../journal/transitions.ts';
import type { Batch } from '../progress/batch.ts';
import { hashKindOf } from './hash-kind.ts';
import { type NamedHash, UsualHashes } from './usual-hashes.ts';

export type ConfirmingParts = {
  readonly clock: Clock;
  readonly book: ItemBook;
  readonly past: Past;
  readonly tokens: TokenBook;
  readonly estimates: Estimates;
  readonly batchOf: (accountId: string) => Batch;
  readonly persist: (item: OutboxItem) => Promise<void>;
  /** A record is final: its cost is known by now, or never will be. */
  readonly onFinal: () => void;
};

const CONFIRMED_AT_ONCE = 500;

/** Takes over what the service's record says of a submitted item, once it is final. */
export function createConfirming({ clock, book, past, tokens, estimates, batchOf, persist, onFinal }: ConfirmingParts) {
  const usual = new UsualHashes(past.latestHashes);

  function eventOf(record: SubmissionRecord, item: OutboxItem): ItemEvent {
    if (record.phase === 'in-block') {
      const other = otherContent(record, item);
      return { type: 'confirm', at: new Date(clock.now()).toISOString(), ...(other === null ? {} : { other }) };
    }
    return {
      type: 'fail',
      reason: {
        code: 'failed-in-service',
        message: 'The service took the file but gave up on it. Ask its operator, or submit the file again.',
        ...(record.error === null ? {} : { detail: record.error.slice(0, LONGEST_DETAIL) }),
      },
    };
  }

  /** What the record names, where that is not the content of the item. */
  function otherContent(record: SubmissionRecord, item: OutboxItem): OtherContent | null {
    const named = namedHash(record, item);
    if (named === null || hashKindOf(named.dataHash, item) !== 'unknown') return null;
    const { dataHash } = named;
    if (book.hasBytes(item.accountId, dataHash)) return { dataHash, of: 'known-file' };
    const unlike = usual.isUnlikeOthers(item.accountId, named);
    return { dataHash, of: 'unknown', ...(unlike ? { unlikeOthers: true } : {}) };
  }

  /** Whether the record was final. */
  async function confirm(item: OutboxItem, record: SubmissionRecord, connection: Connection): Promise<boolean> {
    if (record.phase === 'pending') return false;
    const { accountId, id, size } = item;
    const cost = await tokens.costOf(accountId, connection, record);
    const changed = book.apply(id, eventOf(record, item), { cost });
    if (changed === null) return true;
    if (cost !== null && size !== null) {
      const amount = parseUnits(cost.amount, 0);
      const batch = batchOf(accountId);
      if (amount !== null && batch.has(id)) batch.charge(id, amount);
      estimates.add({ accountId, token: past.payingToken(id) }, size, cost);
    }
    onFinal();
    await persist(changed);
    return true;
  }

  return {
    /** Those of the items whose records were final. */
    async confirmAll(
      items: readonly OutboxItem[],
      records: readonly SubmissionRecord[],
      connection: Connection,
    ): Promise<OutboxItem[]> {
      const byId = new Map(records.map((record) => [record.id, record]));
      const recordOf = ({ state }: OutboxItem): SubmissionRecord | undefined =>
        'submissionId' in state ? byId.get(state.submissionId) : undefined;
      // Before any of them is told apart from the others.
      for (const [accountId, own] of Map.groupBy(items, (item) => item.accountId)) {
        usual.note(
          accountId,
          own.flatMap((item) => namedHash(recordOf(item), item) ?? []),
        );
      }
      const confirmed: OutboxItem[] = [];
      for (let start = 0; start < items.length; start += CONFIRMED_AT_ONCE) {
        await Promise.all(
          items.slice(start, start + CONFIRMED_AT_ONCE).map(async (item) => {
            const record = recordOf(item);
            if (record !== undefined && (await confirm(item, record, connection))) confirmed.push(item);
          }),
        );
      }
      return confirmed;
    },

    moved: (accountId: string): void => usual.moved(accountId),
    forget: (accountId: string): void => usual.forget(accountId),
  };
}

function namedHash(record: SubmissionRecord | undefined, { keccak256, blake2b256 }: OutboxItem): NamedHash | null {
  if (record === undefined || record.dataHash === null) return null;
  const createdAt = record.createdAt === null ? Number.NaN : Date.parse(record.createdAt);
  return {
    submissionId: record.id,
    dataHash: `0x${record.dataHash.toLowerCase().replace(/^0x/, '')}`,
    createdAt: Number.isNaN(createdAt) ? null : createdAt,
    keccak256,
    blake2b256,
  };
}

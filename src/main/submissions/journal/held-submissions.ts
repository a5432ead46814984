import { dataHashesOf, type OutboxItem } from './submission.ts';
import { type ItemEvent, transition } from './transitions.ts';

export type ItemBook = ReturnType<typeof createItemBook>;

/** What may change on an item besides its state. */
export type ItemPatch = Partial<
  Pick<
    OutboxItem,
    | 'size'
    | 'mtimeNs'
    | 'seenAs'
    | 'keccak256'
    | 'blake2b256'
    | 'sha256'
    | 'cost'
    | 'settlement'
    | 'attempts'
    | 'batch'
    | 'turn'
    | 'submitAnyway'
    | 'beyondLine'
    | 'wish'
  >
>;

/** The items in memory, oldest first: a mirror of the journal that the queue decides from. */
export function createItemBook(loaded: readonly OutboxItem[]) {
  const items = new Map<number, OutboxItem>();
  /** Items with the same bytes in the same account, by account and digest. */
  const sameBytes = new Map<string, Set<number>>();

  /** Whose receipts have which submission id. */
  const receipts = new Map<string, Pick<OutboxItem, 'id' | 'accountId' | 'keccak256'>[]>();
  /** What services may give as the hash of any item's bytes, by account. */
  const hashes = new Set<string>();

  const keyOf = (accountId: string, text: string): string => `${accountId} ${text}`;

  function put(item: OutboxItem): void {
    const before = items.get(item.id);
    items.set(item.id, item);
    if ('submissionId' in item.state) keepReceipt(item, item.state.submissionId);
    for (const hash of dataHashesOf(item)) hashes.add(keyOf(item.accountId, hash));
    if (before?.keccak256 === item.keccak256) return;
    if (before !== undefined) forgetBytes(before);
    if (item.keccak256 === null) return;
    const key = keyOf(item.accountId, item.keccak256);
    const ids = sameBytes.get(key) ?? new Set();
    sameBytes.set(key, ids.add(item.id));
  }

  function keepReceipt({ id, accountId, keccak256 }: OutboxItem, submissionId: string): void {
    const known = receipts.get(submissionId) ?? [];
    if (!known.some((holder) => holder.id === id)) receipts.set(submissionId, [...known, { id, accountId, keccak256 }]);
  }

  function forgetBytes({ id, accountId, keccak256 }: OutboxItem): void {
    if (keccak256 === null) return;
    const key = keyOf(accountId, keccak256);
    const ids = sameBytes.get(key);
    ids?.delete(id);
    if (ids?.size === 0) sameBytes.delete(key);
  }

  for (const item of loaded) put(item);

  return {
    get: (id: number): OutboxItem | null => items.get(id) ?? null,
    /** Whether an item of the account has, or had, bytes with this hash (lower-case hex with `0x`). */
    hasBytes: (accountId: string, dataHash: string): boolean => hashes.has(keyOf(accountId, dataHash)),
    all: (): IterableIterator<OutboxItem> => items.values(),
    ofAccount: (accountId: string): OutboxItem[] => [...items.values()].filter((item) => item.accountId === accountId),
    put,

    remove(id: number): void {
      const item = items.get(id);
      if (item !== undefined) forgetBytes(item);
      items.delete(id);
    },

    /** All items of an account with these bytes, in the order in which they were added. */
    withBytes(accountId: string, keccak256: string): OutboxItem[] {
      const ids = sameBytes.get(keyOf(accountId, keccak256)) ?? [];
      return [...ids].sort((a, b) => a - b).flatMap((id) => items.get(id) ?? []);
    },

    /** Whether a submission id belongs to an item that is, or in this run was, on the list. */
    hasReceipt: (accountId: string, submissionId: string): boolean =>
      receipts.get(submissionId)?.some((holder) => holder.accountId === accountId) ?? false,

    /** Whether a submission id is that of an item of other bytes, of any account. */
    isOfOtherBytes: ({ id, keccak256 }: OutboxItem, submissionId: string): boolean =>
      receipts.get(submissionId)?.some((holder) => holder.id !== id && holder.keccak256 !== keccak256) ?? false,

    /** Applies an event; null (and nothing changed) when the item is gone or the event can't happen in its state. */
    apply(id: number, event: ItemEvent, patch: ItemPatch = {}): OutboxItem | null {
      const item = items.get(id);
      const state = item === undefined ? null : transition(item.state, event);
      if (item === undefined || state === null) return null;
      const changed = { ...item, ...patch, state };
      put(changed);
      return changed;
    },

    /** Changes facts about an item, not its state. */
    patch(id: number, patch: ItemPatch): OutboxItem | null {
      const item = items.get(id);
      if (item === undefined) return null;
      const changed = { ...item, ...patch };
      put(changed);
      return changed;
    },
  };
}

import type { SubmissionRecord } from '../../../shared/records.ts';
import { createExpenditureLists, ListHistory, type RecordStore } from '../../records/index.ts';
import type { Connection, ServiceResult } from '../../service/index.ts';
import type { Clock } from '../clock.ts';
import type { ListAsked, ListAsRead, ListReader } from './list-reader.ts';

/** Beyond this they are held against what is stored once more, which costs time and no writing. */
const MOST_FINAL = 400_000;

type Account = {
  history: ListHistory;
  /** Records that are final and stored: they do not change any more. */
  readonly final: Set<string>;
};

/** Reads accounts' lists, stores them, and learns from each how far the next can be believed. */
export class AccountLists implements ListReader {
  readonly #lists: ReturnType<typeof createExpenditureLists>;
  readonly #store: Pick<RecordStore, 'put'>;
  readonly #accounts = new Map<string, Account>();
  #closed = false;

  constructor(clock: Clock, store: Pick<RecordStore, 'put'>) {
    this.#lists = createExpenditureLists(clock.monotonic);
    this.#store = store;
  }

  async read(accountId: string, connection: Connection, asked: ListAsked): Promise<ServiceResult<ListAsRead>> {
    const account = this.#of(accountId);
    // Of the service that is read, should the account leave it meanwhile.
    const { history } = account;
    const receipts = await asked.receipts;
    const listed = await this.#lists.read(accountId, connection, asked.expected, asked.isEnough);
    if (!listed.ok) return listed;
    const { records } = listed.value;
    const isStored = await this.#put(accountId, account, records, 'listed');
    const reliability = await history.note(listed.value, receipts, asked.readAt, asked.isTrusted);
    return { ok: true, value: { records, isStored, ...reliability } };
  }

  async keep(accountId: string, records: readonly SubmissionRecord[]): Promise<void> {
    await this.#put(accountId, this.#of(accountId), records, 'asked');
  }

  moved(accountId: string): void {
    this.#of(accountId).history = new ListHistory();
    this.#lists.forget(accountId);
  }

  forget(accountId: string): void {
    this.#accounts.delete(accountId);
    this.#lists.forget(accountId);
  }

  close(): void {
    this.#closed = true;
  }

  #of(accountId: string): Account {
    const account = this.#accounts.get(accountId) ?? { history: new ListHistory(), final: new Set() };
    this.#accounts.set(accountId, account);
    return account;
  }

  /** Of those that were listed no more are stored than there is room for. Answers whether all of them are. Never rejects. */
  async #put(
    accountId: string,
    account: Account,
    records: readonly SubmissionRecord[],
    origin: 'listed' | 'asked',
  ): Promise<boolean> {
    // The account may have been taken away meanwhile.
    if (this.#closed || this.#accounts.get(accountId) !== account) return false;
    const { final } = account;
    const fresh = records.filter(({ id }) => !final.has(id));
    if (fresh.length === 0) return true;
    let leftOut: ReadonlySet<string>;
    try {
      leftOut = await this.#store.put(accountId, fresh, origin);
    } catch {
      // They are read again at the next look.
      return false;
    }
    if (final.size > MOST_FINAL) final.clear();
    // A hash may come later than all else, and is what a file is recognised by.
    for (const { id, phase, dataHash } of fresh) {
      if (phase !== 'pending' && dataHash !== null && !leftOut.has(id)) final.add(id);
    }
    return leftOut.size === 0;
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeptLimits } from './account-records.ts';
import { AccountRecords, type NumberedRecord } from './account-records.ts';
import { AccountView } from './account-view.ts';
import type { OwnFiles } from './own-files.ts';
import type { LastSync, RecordStore } from './record-store.ts';

export type LoadedAccount = { readonly records: AccountRecords; readonly view: AccountView; sync: LastSync | null };

/** An account of which a part has been read. */
type Loading = { readonly records: AccountRecords; readonly pages: Iterator<readonly NumberedRecord[]> };

/** The accounts whose records are in memory: read from the disk when they are first asked for, or ahead, in pieces. */
export class LoadedAccounts {
  readonly #store: RecordStore;
  readonly #files: OwnFiles;
  readonly #most: KeptLimits;
  /** Those that were asked about last stand last. */
  readonly #accounts = new Map<string, LoadedAccount>();
  readonly #loading = new Map<string, Loading>();

  constructor(store: RecordStore, files: OwnFiles, most: KeptLimits) {
    this.#store = store;
    this.#files = files;
    this.#most = most;
  }

  /**
   * All whose reading has begun. It is ended at once: to go through what is on the disk takes a quarter of that, and one
   * search is followed by others.
   */
  all(): readonly (readonly [accountId: string, LoadedAccount])[] {
    for (const accountId of [...this.#loading.keys()]) this.open(accountId);
    return [...this.#accounts];
  }

  /** Whether it is read to its end: what else there is of it is on the disk alone. */
  has(accountId: string): boolean {
    return this.#accounts.has(accountId);
  }

  /** An account whose reading has begun: what changes now would be missing from what is read already. */
  known(accountId: string): LoadedAccount | undefined {
    return this.#loading.has(accountId) ? this.open(accountId) : this.#accounts.get(accountId);
  }

  /** Somebody waits for it: what is not read yet is read at once. */
  open(accountId: string): LoadedAccount {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) {
      this.#accounts.delete(accountId);
      this.#accounts.set(accountId, known);
      return known;
    }
    const loading = this.#begin(accountId);
    let account = this.#readOn(accountId, loading);
    while (account === null) account = this.#readOn(accountId, loading);
    return account;
  }

  /** Reads it ahead while others are answered in between, unless that would be more than there is room for. */
  async load(accountId: string): Promise<void> {
    if (this.#accounts.has(accountId) || this.#held() >= this.#most.records) return;
    const loading = this.#begin(accountId);
    // It may be asked for, or taken away, meanwhile.
    while (this.#loading.get(accountId) === loading) {
      this.#readOn(accountId, loading);
      await nextTurn();
    }
  }

  drop(accountId: string): void {
    this.#accounts.delete(accountId);
    this.#loading.delete(accountId);
  }

  /** Makes what searching looks through, in pieces, so that the first key typed need not wait for it. */
  prepare(view: AccountView): void {
    setImmediate(() => {
      if (view.prepareSome()) this.prepare(view);
    });
  }

  #begin(accountId: string): Loading {
    const begun = this.#loading.get(accountId);
    if (begun !== undefined) return begun;
    this.#dropLeastUsed();
    const fileOf = (id: string) => this.#files.withReceipt(accountId, id);
    const loading = { records: new AccountRecords(fileOf, this.#most), pages: this.#store.records(accountId) };
    this.#loading.set(accountId, loading);
    return loading;
  }

  /** Reads a piece. The account when it was the last. */
  #readOn(accountId: string, { records, pages }: Loading): LoadedAccount | null {
    try {
      const page = pages.next();
      if (page.done !== true) {
        records.takeStored(page.value);
        return null;
      }
    } catch (error) {
      // From the beginning again: it would seem to be at its end.
      this.#loading.delete(accountId);
      throw error;
    }
    records.endStored(this.#store.usage(accountId));
    const view = new AccountView({
      get revision() {
        return records.revision;
      },
      entries: () => records.entries(),
      isDoubled: (id) => records.isDoubled(id),
    });
    const account = { records, view, sync: this.#store.lastSync(accountId) };
    this.#loading.delete(accountId);
    this.#accounts.set(accountId, account);
    this.prepare(view);
    return account;
  }

  #held(): number {
    let held = 0;
    for (const { records } of this.#accounts.values()) held += records.size;
    return held;
  }

  /** Of accounts that are large only the latest few are in memory; the others are on the disk. */
  #dropLeastUsed(): void {
    let held = 0;
    for (const [accountId, { records }] of [...this.#accounts].reverse()) {
      held += records.size;
      if (held > this.#most.records && !this.#store.isWaiting(accountId)) this.#accounts.delete(accountId);
    }
  }
}

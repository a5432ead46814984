import { readsRecords } from '../shared/account.ts';
import type { Snapshot } from '../shared/bridge/app.ts';
import type { WeighAnswer } from '../shared/bridge/drops.ts';
import { isFetching } from '../shared/bridge/retrieval.ts';
import type { Submission } from '../shared/bridge/submissions.ts';
import type { Result } from '../shared/failures/failure.ts';
import { isMoving } from '../shared/submissions/submission-state.ts';
import { type Features, type Host, openFeatures } from './features.ts';

/** All of Dropslip except its windows. Connects the events of its features. */
export class App {
  readonly features: Features;

  static async open(host: Host): Promise<App> {
    return new App(await openFeatures(host));
  }

  private constructor(features: Features) {
    this.features = features;
    subscribe(features);
  }

  /** The rows of all accounts. */
  allSubmissions(): Submission[] {
    const { accounts, submissions } = this.features;
    return accounts.list().flatMap(({ id }) => submissions.list(id));
  }

  /** The batch of each account, by the account's id. */
  batches(): ReadonlyMap<string, ReturnType<Features['submissions']['batchOf']>> {
    const { accounts, submissions } = this.features;
    return new Map(accounts.list().map(({ id }) => [id, submissions.batchOf(id)]));
  }

  /** True if the app's end would interrupt work: a file on its way, a download or a deposit. */
  isBusy(): boolean {
    const { accounts, deposits, retrievals } = this.features;
    return (
      this.allSubmissions().some(({ state }) => isMoving(state)) ||
      retrievals.list().some(({ state }) => isFetching(state)) ||
      accounts.list().some(({ id }) => deposits.isRegistering(id))
    );
  }

  readsRecords(accountId: string): boolean {
    return this.features.accounts.list().some((account) => account.id === accountId && readsRecords(account));
  }

  snapshot(): Snapshot {
    const { app, sizes, region, accounts, submissions } = this.features;
    const activeAccountId = accounts.activeId();
    const view = submissions.view(activeAccountId);
    const formats = { sizes, region: region() };
    return { version: app.version, formats, accounts: accounts.list(), activeAccountId, ...view };
  }

  /** Asks the user about files that they opened with the app. Nothing is added to the list before they answer. */
  askAbout(paths: readonly string[]): Promise<Result<WeighAnswer>> {
    const { accounts, submissions } = this.features;
    return submissions.drops.weigh(accounts.activeId(), paths, 'always');
  }

  /**
   * Resumes the work of an earlier run. All shown data is correct when it returns, but it does not wait for the disk.
   */
  recover(): void {
    this.features.team.start(this.features.sharing);
    this.features.submissions.recover();
    this.features.deposits.recover();
    this.features.creditOrders.recover();
    this.features.retrievals.recover();
    void this.features.encryption.removeLeftOvers(this.features.submissions.encryptedCopies());
  }

  /**
   * Reads all records, so that files that were sent after the data was copied are recognized when they are dropped
   * again.
   */
  readAllRecords(): void {
    for (const { id } of this.features.accounts.list()) void this.features.records.refresh(id, 0);
  }

  /** Shows another account. */
  async activate(accountId: string): Promise<void> {
    const { accounts, events } = this.features;
    if (accountId !== accounts.activeId() && (await accounts.activate(accountId)).ok)
      events.emit('accounts.activated', {});
  }

  /** True while a request to the keychain is pending. It cannot be cancelled. */
  isStuck(): boolean {
    return this.features.keychain.isAsking();
  }

  /** All data is on disk when it returns. The promise resolves once all threads have ended. */
  async close(): Promise<void> {
    const { groupCommit, accounts, practice, files, digests, encryption, ...features } = this.features;
    features.balances.close();
    features.deposits.close();
    features.creditOrders.close();
    features.submissions.close();
    features.verifier.close();
    features.lookup.close();
    features.fileLookup.close();
    const teamClosed = features.team.close();
    const retrievalsClosed = features.retrievals.close();
    features.networkChecks.close();
    const recordsClosed = features.records.close();
    // Finished work that is not written would count as uncertain after a restart.
    groupCommit.flush();
    accounts.close();
    try {
      await Promise.all([
        teamClosed,
        retrievalsClosed,
        recordsClosed,
        digests.close(),
        encryption.close(),
        files.close(),
        practice.close(),
      ]);
    } finally {
      // Also writes the results of work that ended while the threads were closing.
      groupCommit.flush();
    }
  }
}

/** Connects features by events. An error in one listener does not affect the others. */
function subscribe(features: Features): void {
  const { accounts, keys, events, submissions, records, balances, deposits, creditOrders, lookup, retrievals } =
    features;

  events.on('practice.ready', () => events.emit('accounts.changed', {}));
  events.on('practice.ready', () => records.retryNotReady());
  events.on('practice.failed', ({ detail }) => {
    events.emit('problem', { what: 'practice service failed', detail });
    events.notice({ code: 'practice-failed' });
  });

  events.on('accounts.changed', () => lookup.asking.forgetAll());
  // The problem that blocked an account may be solved.
  events.on('accounts.changed', () => {
    submissions.queue.wake();
    // Another token may pay now, so that pending submissions have another cost.
    submissions.publisher.moved(accounts.activeId());
  });

  events.answer('account.is-sending', ({ accountId }) => submissions.isSending(accountId));
  events.answer('account.is-sending', ({ accountId }) => deposits.isRegistering(accountId));
  events.answer('account.is-in-parts', ({ accountId }) => submissions.parts.hasUnfinished(accountId));
  events.answer('account.leaving', ({ accountId, kinds }) => submissions.leftBehind.leave(accountId, kinds));

  events.on('account.moved', ({ accountId }) => records.moved(accountId));
  events.on('account.moved', ({ accountId }) => lookup.moved(accountId));
  events.on('account.moved', ({ accountId }) => submissions.moved(accountId));
  events.on('account.moved', ({ accountId }) => {
    Promise.all([balances.moved(accountId), creditOrders.moved(accountId)]).catch((error: unknown) =>
      events.emit('problem', {
        what: 'data of an account’s old address could not be deleted',
        detail: String(error),
      }),
    );
  });

  events.on('account.added', ({ accountId }) => {
    // If this cannot be stored, the user sees the information again before their first drop.
    keys.recordPublicApproval(accountId).catch(() => undefined);
  });
  events.on('account.removed', ({ accountId }) => submissions.forgetAccount(accountId));
  events.on('account.removed', ({ accountId }) => records.forget(accountId));
  events.on('account.removed', ({ accountId }) => lookup.forgetAccount(accountId));
  events.on('account.removed', ({ accountId }) => retrievals.forgetAccount(accountId));
  events.on('account.removed', ({ accountId }) => {
    keys.forgetAccount(accountId).catch((error: unknown) =>
      events.emit('problem', {
        what: 'the public keys of a removed account could not be deleted',
        detail: String(error),
      }),
    );
  });

  // The queue's view includes the unit of the spending limit and the check of the balance.
  events.on('balances.changed', ({ accountId }) => submissions.publisher.moved(accountId));
  events.on('submissions.changed', ({ submissions: changed }) => records.filesChanged(changed.map(({ id }) => id)));
  events.on('submissions.parts-received', ({ ids }) => records.filesChanged(ids));
  events.on('team.changed', () => {
    submissions.queue.wake();
    submissions.publisher.moved(accounts.activeId());
  });
  events.on('slips.changed', ({ accountId, ids }) => {
    records.filesChanged(ids);
    events.emit('records.changed', { accountId });
  });
  events.on('submissions.changed', ({ submissions: changed }) => balances.onSubmissions(changed));
}

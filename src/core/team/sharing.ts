import { type Result, success } from '../../shared/failures/failure.ts';
import {
  hasReceipt,
  isClaimedElsewhere,
  isMoving,
  isPerhapsChargedInVain,
  mayBeAtService,
} from '../../shared/submissions/submission-state.ts';
import type { Accounts } from '../accounts/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import { type Receipts, readReceiptBytes, receiptText, storedPart } from '../receipts/index.ts';
import type { Records } from '../records/index.ts';
import { isStorable, type SlipOfOthers, type Slips, type Submissions } from '../submissions/index.ts';
import { keyOf, type TeamClaims } from './team-claims.ts';
import type { Bytes, SharedSlip, TeamDatabase, TeamSlip } from './team-database.ts';

const READ_AT_ONCE = 200;
const SHARED_AT_ONCE = 50;

/** The position of the last slip that this desk has read. */
export type Cursor = { readonly get: () => string; readonly put: (sequence: string) => Promise<void> };

/** Exchanges slips and claims between this desk and its team. */
export class Sharing {
  readonly #accounts: Accounts;
  readonly #records: Records;
  readonly #slips: Slips;
  readonly #receipts: Receipts;
  readonly #submissions: Submissions;
  readonly #claims: TeamClaims;
  readonly #events: DomainEvents;

  constructor(
    accounts: Accounts,
    records: Records,
    slips: Slips,
    receipts: Receipts,
    submissions: Submissions,
    claims: TeamClaims,
    events: DomainEvents,
  ) {
    this.#accounts = accounts;
    this.#records = records;
    this.#slips = slips;
    this.#receipts = receipts;
    this.#submissions = submissions;
    this.#claims = claims;
    this.#events = events;
  }

  /** Reads what is new in the team, and writes what the team does not know. */
  async exchange(database: TeamDatabase, cursor: Cursor): Promise<Result<null>> {
    const read = await this.read(database, cursor);
    if (!read.ok) return read;
    const written = await this.#share(database);
    if (!written.ok) return written;
    const given = await this.#giveBack(false);
    if (given.ok) await this.#reconsider();
    return given;
  }

  /** Reads what the other desks have submitted since the last time. */
  async read(database: TeamDatabase, cursor: Cursor): Promise<Result<null>> {
    for (;;) {
      const read = await database.slipsAfter(cursor.get(), READ_AT_ONCE);
      if (!read.ok) return read;
      const last = read.value.at(-1);
      if (last === undefined) return success(null);
      const slips = read.value.flatMap((slip) => this.#slipIn(slip));
      for (const [accountId, some] of Map.groupBy(slips, (slip) => slip.accountId)) {
        const ids = await this.#slips.add(some);
        if (ids.length > 0) this.#events.emit('slips.changed', { accountId, ids });
      }
      await cursor.put(String(last.sequence));
    }
  }

  /** Gives all claims back that nothing was sent for. */
  async leave(): Promise<void> {
    await this.#giveBack(true);
  }

  /** The number of receipts of this desk that the team does not know as they are now. */
  unshared(): number {
    return this.#sharedAccounts().reduce((sum, { id }) => sum + this.#slips.countUnshared(id), 0);
  }

  #sharedAccounts(): readonly { readonly id: string; readonly address: string }[] {
    return this.#accounts
      .list()
      .flatMap(({ id, kind, address }) => (kind === 'practice' || address === null ? [] : [{ id, address }]));
  }

  #slipIn({ account: address, submissionId, deskName, receipt: text }: TeamSlip): SlipOfOthers[] {
    const accounts = this.#sharedAccounts().filter((one) => one.address === address);
    const owner = accounts.find(({ id }) => this.#records.get(id, submissionId) !== null) ?? accounts[0];
    if (owner === undefined) return [];
    const read = readReceiptBytes(Buffer.from(text));
    const [first, second] = read.ok ? read.value : [];
    const receipt = first === undefined || second !== undefined ? null : storedPart(first);
    if (receipt?.submission.id === submissionId) return [{ accountId: owner.id, desk: deskName, receipt }];
    const detail = `${submissionId} of ${deskName}: ${read.ok ? 'another submission' : read.error.code}`;
    this.#events.emit('problem', { what: 'a slip of the team cannot be read', detail });
    return [];
  }

  /** Oldest first. */
  async #share(database: TeamDatabase): Promise<Result<null>> {
    for (const { id, address } of this.#sharedAccounts()) {
      for (;;) {
        const unshared = this.#slips.unshared(id, SHARED_AT_ONCE);
        if (unshared.length === 0) break;
        const slips = unshared.map(({ submissionId, blake2b256 }): SharedSlip => {
          const made = this.#receipts.receiptOf(submissionId);
          const receipt = made.ok && isStorable(made.value) ? made.value : null;
          const text = receipt === null ? null : receiptText([receipt]);
          return { account: address, submissionId, blake2b256, name: receipt?.file.name ?? '', receipt: text };
        });
        // Claims of what was sent before this desk joined, or without the team.
        const bytes = slips.flatMap(({ account, blake2b256 }) =>
          blake2b256 === null ? [] : [{ account, blake2b256 }],
        );
        const claimed = await database.claim(bytes);
        if (!claimed.ok) return claimed;
        const shared = await database.share(slips);
        if (!shared.ok) return shared;
        await this.#slips.markShared(unshared);
      }
    }
    return success(null);
  }

  /** Gives back what this desk does not send any more, and claims what it sent without the team. */
  async #giveBack(leaves: boolean): Promise<Result<null>> {
    const unclaimed: Bytes[] = [];
    const given = await this.#claims.giveBack((open) => {
      const wanted = new Set<string>();
      for (const { accountId, blake2b256, state, partOf, parts } of this.#submissions.cache.all()) {
        // The claim of a file covers its parts.
        const bytes = partOf === null ? this.#claims.bytesOf(accountId, blake2b256) : null;
        if (bytes === null) continue;
        const isPartlySent = state.kind === 'paused' && (parts?.submittedBytes ?? 0) > 0;
        const isSent = mayBeAtService(state) || isPerhapsChargedInVain(state) || isPartlySent;
        if (isSent || (isMoving(state) && !leaves)) wanted.add(keyOf(bytes));
        // Receipts are claimed as they are shared.
        if (isSent && !hasReceipt(state) && !this.#claims.isGranted(bytes)) unclaimed.push(bytes);
      }
      const accounts = Map.groupBy(this.#sharedAccounts(), ({ address }) => address);
      // Bytes may have been sent to an address whose account was moved or removed since.
      const mayBeSent = ({ account, blake2b256 }: Bytes): boolean =>
        accounts.get(account)?.some(({ id }) => this.#slips.mayHaveSent(id, blake2b256)) ?? true;
      return open.filter((claim) => !wanted.has(keyOf(claim)) && !mayBeSent(claim));
    });
    if (given.ok && unclaimed.length > 0) await this.#claims.claimAll(unclaimed);
    return given;
  }

  /** Continues the rows that waited for another desk, if it has given their bytes back, or names what it submitted. */
  async #reconsider(): Promise<void> {
    const waiting = [...this.#submissions.cache.all()].flatMap(({ id, accountId, blake2b256, state, name }) => {
      const bytes = isClaimedElsewhere(state) ? this.#claims.bytesOf(accountId, blake2b256) : null;
      return bytes === null ? [] : [{ id, accountId, name, bytes }];
    });
    if (waiting.length === 0) return;
    const claims = await this.#claims.claimAll(waiting.map(({ bytes }) => bytes));
    const byKey = new Map(claims?.map((claim) => [keyOf(claim), claim]));
    const { commands } = this.#submissions;
    for (const { id, accountId, name, bytes } of waiting) {
      const claim = byKey.get(keyOf(bytes));
      if (claim === undefined) continue;
      const { submissionId, deskName: desk, claimedAt: at } = claim;
      if (this.#claims.isOwn(claim)) await commands.continueClaimed([id]);
      else if (submissionId !== null) {
        const slip = this.#slips.find(accountId, submissionId);
        const of = { localId: slip?.localId ?? 0, name: slip?.name ?? name, submissionId, at, desk };
        await commands.nameOriginal(id, of);
      }
    }
  }
}

import pLimit from 'p-limit';
import { type Failure, type Result, success } from '../../shared/failures/failure.ts';
import type { BytesToSend, ClaimAnswer, Claims } from '../submissions/index.ts';
import type { Bytes, Claim, TeamDatabase } from './team-database.ts';

type Asked = {
  readonly bytes: Bytes;
  /** Take the claim from another desk. */
  readonly takesOver: boolean;
  readonly answer: (answer: ClaimAnswer) => void;
};

/** Claims bytes for this desk in the team's database. Without a team, all bytes may be sent. */
export class TeamClaims implements Claims {
  readonly #accounts: { serviceAddress(accountId: string): string | null };
  readonly #onFailure: (reason: Failure) => void;
  #database: TeamDatabase | null = null;
  #deskId = '';
  #availability: ReturnType<Claims['availability']> = 'ready';
  #isAlone = false;
  /** The bytes that the database has for this desk. */
  readonly #granted = new Set<string>();
  #asked: Asked[] = [];
  /** One change of claims at a time, so that no claim is given back after it was granted again. */
  readonly #turn = pLimit(1);

  constructor(accounts: { serviceAddress(accountId: string): string | null }, onFailure: (reason: Failure) => void) {
    this.#accounts = accounts;
    this.#onFailure = onFailure;
  }

  /** Uses the database of a team from now on; null if this desk belongs to none. */
  use(database: TeamDatabase | null, deskId: string): void {
    this.#database = database;
    this.#deskId = deskId;
    this.#granted.clear();
    this.#availability = database === null ? 'ready' : 'connecting';
  }

  /** `isAlone`: the user sends without the team while its database does not answer. */
  become(availability: ReturnType<Claims['availability']>, isAlone: boolean): void {
    // Meanwhile another desk may have taken claims over, or the database may have been restored.
    if (availability === 'ready' && this.#availability !== 'ready') this.#granted.clear();
    this.#availability = availability;
    this.#isAlone = isAlone;
  }

  availability(accountId: string): ReturnType<Claims['availability']> {
    return this.#sendsAlone() || this.#accounts.serviceAddress(accountId) === null ? 'ready' : this.#availability;
  }

  has({ accountId, blake2b256 }: BytesToSend): boolean {
    const bytes = this.bytesOf(accountId, blake2b256);
    if (this.#database === null || bytes === null) return true;
    return this.#granted.has(keyOf(bytes)) || this.#sendsAlone();
  }

  claim({ accountId, blake2b256, submitAnyway }: BytesToSend): Promise<ClaimAnswer> {
    const bytes = this.bytesOf(accountId, blake2b256);
    if (this.#database === null || bytes === null) return Promise.resolve({ kind: 'granted' });
    const { promise, resolve: answer } = Promise.withResolvers<ClaimAnswer>();
    this.#asked.push({ bytes, takesOver: submitAnyway, answer });
    // Claims of one turn of the event loop go in one request.
    if (this.#asked.length === 1) setImmediate(() => void this.#turn(() => this.#ask()));
    return promise;
  }

  /** Claims bytes, and returns who has them now; null if the team could not be asked. */
  claimAll(bytes: readonly Bytes[]): Promise<readonly Claim[] | null> {
    return this.#turn(() => this.#claimNow(bytes));
  }

  /**
   * Gives back those open claims of this desk that `choose` returns. Nothing is granted meanwhile, so that a claim is not
   * given back whose bytes are just being sent.
   */
  giveBack(choose: (open: readonly Claim[]) => readonly Bytes[]): Promise<Result<null>> {
    return this.#turn(async () => {
      const database = this.#database;
      if (database === null) return success(null);
      const open = await database.openClaims();
      if (!open.ok) return open;
      // Users of other desks may have taken the rest over.
      const isOpen = new Set(open.value.map(keyOf));
      for (const key of this.#granted) if (!isOpen.has(key)) this.#granted.delete(key);
      const given = choose(open.value);
      for (const each of given) this.#granted.delete(keyOf(each));
      return database.giveBack(given);
    });
  }

  isGranted(bytes: Bytes): boolean {
    return this.#granted.has(keyOf(bytes));
  }

  isOwn({ deskId }: Claim): boolean {
    return deskId === this.#deskId;
  }

  /** Null if the account's submissions are not shared, or if the bytes are not known yet. */
  bytesOf(accountId: string, blake2b256: string | null): Bytes | null {
    const account = this.#accounts.serviceAddress(accountId);
    return account === null || blake2b256 === null ? null : { account, blake2b256 };
  }

  /** The first try of a run comes before the user's earlier choice counts. */
  #sendsAlone(): boolean {
    return this.#isAlone && this.#availability === 'unreachable';
  }

  async #ask(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    const claims = await this.#claimNow(asked.map(({ bytes }) => bytes));
    const byKey = new Map(claims?.map((claim) => [keyOf(claim), claim]));
    for (const { bytes, takesOver, answer } of asked) {
      const claim = byKey.get(keyOf(bytes));
      if (claim === undefined) answer({ kind: 'unavailable' });
      else if (this.isOwn(claim)) answer({ kind: 'granted' });
      else if (takesOver) answer(await this.#takeOver(claim));
      else answer({ kind: 'elsewhere', desk: claim.deskName, at: claim.claimedAt, submissionId: claim.submissionId });
    }
  }

  async #claimNow(bytes: readonly Bytes[]): Promise<readonly Claim[] | null> {
    const claimed = await this.#database?.claim(bytes);
    if (claimed?.ok === false) this.#onFailure(claimed.error);
    if (claimed?.ok !== true) return null;
    for (const claim of claimed.value) if (this.isOwn(claim)) this.#granted.add(keyOf(claim));
    return claimed.value;
  }

  async #takeOver(claim: Claim): Promise<ClaimAnswer> {
    // A submitted claim stays, so that all other desks still see that the bytes were submitted.
    if (claim.state === 'claimed') {
      const taken = await this.#database?.takeOver(claim);
      if (taken?.ok === false) this.#onFailure(taken.error);
      if (taken?.ok !== true) return { kind: 'unavailable' };
    }
    this.#granted.add(keyOf(claim));
    return { kind: 'granted' };
  }
}

export function keyOf({ account, blake2b256 }: Bytes): string {
  return `${account} ${blake2b256}`;
}

import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { CallInputs, Handlers } from '../../shared/bridge/bridge.ts';
import type { Team as TeamStatus } from '../../shared/bridge/team.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { aboutGoingAlone, aboutJoining } from '../../shared/messages/questions/team-questions.ts';
import type { Accounts, Keychain } from '../accounts/index.ts';
import { type Consent, declined } from '../consent.ts';
import type { DomainEvents } from '../domain-events.ts';
import { type Commit, Settings } from '../storage/index.ts';
import type { Slips } from '../submissions/index.ts';
import type { Cursor, Sharing } from './sharing.ts';
import { splitTeamAddress } from './team-address.ts';
import { TeamClaims } from './team-claims.ts';
import { TeamDatabase } from './team-database.ts';

const RETRY_MS = 5_000;
const RETRY_REFUSED_MS = 60_000;
/** A notification may be lost with its connection. */
const EXCHANGE_EVERY_MS = 60_000;
/** Changes within this time are exchanged together. */
const GATHER_MS = 200;
const FINISH_WITHIN_MS = 3_000;
const CATCH_UP_WITHIN_MS = 10_000;
const KEYCHAIN_ENTRY = 'team database';

const JOINED = 'team';
const DESK = 'team-desk';
const CURSOR = 'team-cursor';
const ALONE = 'team-alone';

const joinedShape = z.object({ address: z.string(), hasPassword: z.boolean() });
const deskShape = z.object({ id: z.string(), name: z.string() });
/** `team`: the id of the team that the position belongs to. */
const cursorShape = z.object({ team: z.string(), sequence: z.string() });

/** `given`: the address in the variable DROPSLIP_TEAM. `hostName`: names a desk that has no name yet. */
export type TeamEnvironment = { readonly given: string | null; readonly hostName: string };

/** This desk's membership in a team: desks that share one PostgreSQL database. */
export class Team {
  readonly claims: TeamClaims;
  readonly #settings: Settings;
  readonly #commit: Commit;
  readonly #keychain: Keychain;
  readonly #consent: Consent;
  readonly #slips: Slips;
  readonly #events: DomainEvents;
  readonly #now: () => number;
  readonly #environment: TeamEnvironment;
  #sharing: Sharing | null = null;
  #newDesk: z.output<typeof deskShape> | null = null;
  #database: TeamDatabase | null = null;
  /** A password that the keychain does not keep. */
  #password: string | null = null;
  #connection: TeamStatus['connection'] = { kind: 'connecting' };
  #isListening = false;
  #opening: Promise<void> | null = null;
  #trying: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #gathering: NodeJS.Timeout | undefined;
  /** One exchange or new position at a time, so that each sees all changes before it. */
  readonly #turn = pLimit(1);
  #closed = false;
  /** False in a command that sends nothing and only reads. */
  #isStarted = false;

  constructor(
    database: DatabaseSync,
    commit: Commit,
    keychain: Keychain,
    accounts: Accounts,
    consent: Consent,
    slips: Slips,
    events: DomainEvents,
    now: () => number,
    environment: TeamEnvironment,
  ) {
    this.#settings = new Settings(database);
    this.#commit = commit;
    this.#keychain = keychain;
    this.#consent = consent;
    this.#slips = slips;
    this.#events = events;
    this.#now = now;
    this.#environment = environment;
    this.claims = new TeamClaims(accounts.connections, (reason) => this.#failed(reason));
    for (const name of ['account.added', 'account.moved'] as const)
      events.on(name, () => void this.#readAllAgain().catch(this.#report));
    // Nothing may be sent before the team is asked.
    if (this.#setAddress() !== null) this.claims.become('connecting', false);
  }

  /** Connects to the team, if this desk belongs to one, and goes on sharing. */
  start(sharing: Sharing): void {
    this.#sharing = sharing;
    this.#isStarted = true;
    this.#events.on('submissions.changed', () => this.#exchangeSoon());
    this.#open().catch(this.#reportAndRetry);
  }

  /**
   * Reads what colleagues have submitted, for a command that sends nothing. Gives up after a while, or if the database cannot
   * be reached: `status` then says why.
   */
  async catchUp(sharing: Sharing): Promise<void> {
    this.#sharing = sharing;
    const caughtUp = this.#open().then(async () => {
      const database = this.#database;
      if (database === null || !this.#isConnected()) return;
      const read = await this.#turn(() => sharing.read(database, this.#cursor));
      if (!read.ok && database === this.#database) this.#failed(read.error);
    });
    await Promise.race([caughtUp, wait(CATCH_UP_WITHIN_MS, undefined, { ref: false })]);
  }

  /** Uses this password if the address in the variable DROPSLIP_TEAM has none, or instead of that in the keychain. */
  lend(password: string): void {
    this.#password = password;
  }

  status(): TeamStatus | null {
    const address = this.#setAddress();
    if (address === null) return null;
    return {
      address: withoutPassword(address),
      desk: this.#desk().name,
      setBy: this.#environment.given === null ? 'preferences' : 'environment',
      connection: this.#connection,
      aloneSince: this.#isConnected() ? null : this.#settings.text(ALONE),
      unshared: this.#sharing?.unshared() ?? 0,
      others: this.#slips.count(),
    };
  }

  /** Joins a team after the user's approval. Errors: those of the database, `declined`, and those of the keychain. */
  async join({ address: given, password, desk }: CallInputs['team.join']): Promise<Result<TeamStatus>> {
    if (this.#environment.given !== null) return failure({ code: 'team-set-by-environment' });
    const split = splitTeamAddress(given);
    if (!split.ok) return split;
    const { address } = split.value;
    const secret = password ?? split.value.password;
    const database = new TeamDatabase(address, secret, this.#desk());
    const checked = await database.check().finally(() => database.close());
    if (!checked.ok) return checked;
    const approved = await this.#consent.ask(aboutJoining(address, desk), declined);
    if (!approved.ok) return approved;
    const kept = await (secret === null
      ? this.#keychain.remove(KEYCHAIN_ENTRY)
      : this.#keychain.write(KEYCHAIN_ENTRY, secret));
    if (!kept.ok && kept.error.code !== 'keychain-missing') return kept;
    await this.#opening;
    await this.#close();
    this.#password = secret;
    const { id } = this.#desk();
    await this.#commit(() => {
      this.#settings.putJson(JOINED, { address, hasPassword: secret !== null });
      this.#settings.putJson(DESK, { id, name: desk });
      this.#settings.delete(ALONE);
    });
    await this.#open();
    const status = this.status();
    return status === null ? failure({ code: 'internal' }) : success(status);
  }

  /** Creates or updates the tables of a team's database. */
  async setUp({ address: given, password }: CallInputs['team.setUp']): Promise<Result<null>> {
    const split = splitTeamAddress(given);
    if (!split.ok) return split;
    const { address } = split.value;
    const isOwn = address === withoutPassword(this.#setAddress() ?? '');
    const known = isOwn && password === null ? await this.#readPassword(split.value.password) : null;
    if (known?.ok === false) return known;
    const database = new TeamDatabase(address, password ?? known?.value ?? split.value.password, this.#desk());
    const migrated = await database.migrate().finally(() => database.close());
    if (!migrated.ok) return migrated;
    this.retry();
    return success(null);
  }

  /** Gives this desk's open claims back, and forgets the team. */
  async leave(): Promise<Result<null>> {
    if (this.#environment.given !== null) return failure({ code: 'team-set-by-environment' });
    if (this.#isConnected()) await this.#sharing?.leave();
    await this.#close();
    await this.#keychain.remove(KEYCHAIN_ENTRY);
    this.#password = null;
    await this.#commit(() => {
      for (const name of [JOINED, ALONE]) this.#settings.delete(name);
    });
    this.claims.use(null, '');
    this.#changed();
    return success(null);
  }

  /** Sends without the team until its database answers again, if the user approves. */
  async goAlone(): Promise<Result<null>> {
    const address = this.#setAddress();
    if (address === null || this.#connection.kind === 'connected') return success(null);
    const approved = await this.#consent.ask(aboutGoingAlone(withoutPassword(address)), declined);
    if (!approved.ok || this.#isConnected()) return approved;
    await this.#commit(() => this.#settings.put(ALONE, this.#instant()));
    this.claims.become('unreachable', true);
    this.#changed();
    return success(null);
  }

  retry(): void {
    (this.#database === null ? this.#open() : this.#try()).catch(this.#reportAndRetry);
  }

  /** Shares what is not shared yet, within a short time. Call before `close` if nothing else is sent. */
  async finish(): Promise<void> {
    if (this.#database === null || !this.#isConnected()) return;
    const exchanged = this.#turn(() => this.#exchangeNow()).catch(this.#report);
    await Promise.race([exchanged, wait(FINISH_WITHIN_MS, undefined, { ref: false })]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#close();
  }

  #desk(): z.output<typeof deskShape> {
    const kept = this.#settings.json(DESK, deskShape.nullable(), null);
    if (kept !== null) return kept;
    // One id for the whole run: it is on the disk only later.
    this.#newDesk ??= { id: randomUUID(), name: this.#environment.hostName };
    return this.#newDesk;
  }

  /** Null if this desk belongs to no team. May carry a password if the environment sets it. */
  #setAddress(): string | null {
    return this.#environment.given ?? this.#settings.json(JOINED, joinedShape.nullable(), null)?.address ?? null;
  }

  /** Several calls at once open one connection. */
  async #open(): Promise<void> {
    this.#opening ??= this.#prepare().finally(() => {
      this.#opening = null;
    });
    await this.#opening;
    await this.#try();
  }

  async #prepare(): Promise<void> {
    const given = this.#setAddress();
    if (given === null || this.#closed || this.#database !== null) return;
    const split = splitTeamAddress(given);
    if (!split.ok) return this.#failed(split.error);
    const password = await this.#readPassword(split.value.password);
    if (!password.ok) return this.#failed(password.error);
    if (this.#closed) return;
    const { address } = split.value;
    const desk = this.#desk();
    // The desk's id must be on the disk before a claim has it.
    await this.#commit(() => this.#settings.putJson(DESK, desk));
    this.#database = new TeamDatabase(address, password.value, desk);
    this.claims.use(this.#database, desk.id);
    this.claims.become('connecting', this.#settings.text(ALONE) !== null);
  }

  async #readPassword(given: string | null): Promise<Result<string | null>> {
    const kept = given ?? this.#password;
    const isInKeychain = this.#settings.json(JOINED, joinedShape.nullable(), null)?.hasPassword === true;
    if (kept !== null || this.#environment.given !== null || !isInKeychain) return success(kept);
    return this.#keychain.read(KEYCHAIN_ENTRY);
  }

  async #close(): Promise<void> {
    clearTimeout(this.#retry);
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const database = this.#database;
    this.#database = null;
    this.#isListening = false;
    this.#connection = { kind: 'connecting' };
    this.claims.become('connecting', false);
    await database?.close();
  }

  /** Connects, and exchanges what is new. Several calls at once try once. */
  #try(): Promise<void> {
    clearTimeout(this.#retry);
    this.#trying ??= this.#connect().finally(() => {
      this.#trying = null;
    });
    return this.#trying;
  }

  async #connect(): Promise<void> {
    const database = this.#database;
    if (database === null) return;
    const checked = await database.check();
    if (database !== this.#database) return;
    if (!checked.ok) return this.#failed(checked.error);
    const team = checked.value;
    if (this.#position()?.team !== team) {
      await this.#turn(async () => {
        await this.#slips.forgetShared();
        await this.#commit(() => this.#settings.putJson(CURSOR, { team, sequence: '0' }));
      });
      // Claims in the earlier database are not in this one.
      this.claims.become('connecting', false);
    }
    if (!this.#isListening) {
      const listening = await database.listen(
        () => this.#exchangeSoon(),
        // It may be another team's by now.
        () => this.retry(),
      );
      if (database !== this.#database) return;
      if (!listening.ok) return this.#failed(listening.error);
      this.#isListening = true;
    }
    this.#connection = { kind: 'connected' };
    this.claims.become('ready', false);
    this.#changed();
    this.#exchangeSoon();
  }

  #failed(reason: Failure): void {
    if (this.#closed) return;
    const since = this.#connection.kind === 'failed' ? this.#connection.since : this.#instant();
    this.#connection = { kind: 'failed', reason, since };
    this.claims.become('unreachable', this.#settings.text(ALONE) !== null);
    clearTimeout(this.#retry);
    const retryMs = retryAfter(reason);
    if (retryMs !== null) this.#retry = setTimeout(() => this.retry(), retryMs).unref();
    this.#changed();
  }

  #exchangeSoon(): void {
    if (!this.#isStarted) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#turn(() => this.#exchangeNow()).catch((error: unknown) => {
        this.#report(error);
        this.#exchangeLater();
      });
    }, GATHER_MS).unref();
  }

  async #exchangeNow(): Promise<void> {
    const database = this.#database;
    if (database === null || this.#sharing === null || this.#connection.kind !== 'connected') return;
    const exchanged = await this.#sharing.exchange(database, this.#cursor);
    if (database !== this.#database) return;
    if (!exchanged.ok) return this.#failed(exchanged.error);
    if (this.#settings.text(ALONE) !== null) await this.#commit(() => this.#settings.delete(ALONE));
    this.#events.emit('team.changed', { team: this.status() });
    this.#exchangeLater();
  }

  #exchangeLater(): void {
    clearTimeout(this.#retry);
    if (!this.#closed) this.#retry = setTimeout(() => this.#exchangeSoon(), EXCHANGE_EVERY_MS).unref();
  }

  /** The team may have slips of a service that had no account here. */
  async #readAllAgain(): Promise<void> {
    await this.#turn(() => this.#cursor.put('0'));
    this.#exchangeSoon();
  }

  #position(): z.output<typeof cursorShape> | null {
    return this.#settings.json(CURSOR, cursorShape.nullable(), null);
  }

  readonly #cursor: Cursor = {
    get: () => this.#position()?.sequence ?? '0',
    put: async (sequence) => {
      const position = this.#position();
      if (position !== null) await this.#commit(() => this.#settings.putJson(CURSOR, { ...position, sequence }));
    },
  };

  #isConnected(): boolean {
    return this.#connection.kind === 'connected';
  }

  /** Wakes the queue, which may go on or has to wait. */
  #changed(): void {
    this.#events.emit('team.changed', { team: this.status() });
  }

  readonly #report = (error: unknown): void => {
    this.#events.emit('problem', { what: 'the team could not be used', detail: String(error) });
  };

  readonly #reportAndRetry = (error: unknown): void => {
    this.#report(error);
    clearTimeout(this.#retry);
    if (!this.#closed) this.#retry = setTimeout(() => this.retry(), RETRY_MS).unref();
  };

  #instant(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** Milliseconds; null if only the user can change it. A keychain would ask them again. */
function retryAfter({ code }: Failure): number | null {
  if (code === 'team-unreachable') return RETRY_MS;
  return code.startsWith('team-') ? RETRY_REFUSED_MS : null;
}

function withoutPassword(given: string): string {
  const split = splitTeamAddress(given);
  return split.ok ? split.value.address : '';
}

export function teamHandlers(team: Team): Handlers<'team'> {
  return {
    'team.status': () => success(team.status()),
    'team.join': (asked) => team.join(asked),
    'team.setUp': (asked) => team.setUp(asked),
    'team.leave': () => team.leave(),
    'team.goAlone': () => team.goAlone(),
    'team.retry': () => team.retry(),
  };
}

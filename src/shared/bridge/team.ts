import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import { call, event } from './call.ts';

/** The connection to the team's database. `since`: a UTC instant. */
type TeamConnection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'failed'; readonly reason: Failure; readonly since: string };

export type Team = {
  /** The database's URL without the password. */
  readonly address: string;
  /** The name of this desk, as the colleagues see it. */
  readonly desk: string;
  /** `environment`: the variable DROPSLIP_TEAM sets it, and the window cannot change it. */
  readonly setBy: 'preferences' | 'environment';
  readonly connection: TeamConnection;
  /** UTC instant since which the user sends without the team; null if they do not. */
  readonly aloneSince: string | null;
  /** Receipts of this desk that the team does not have yet. */
  readonly unshared: number;
  /** Submissions of others that this desk knows. */
  readonly others: number;
};

const address = z.string().trim().min(1).max(2_000);
const password = z.string().min(1).max(1_000).nullable();
export const deskInput = z.string().trim().min(1).max(60);

export const teamCalls = {
  /** Null if this desk belongs to no team. */
  'team.status': call({}).answering<Team | null>(),
  /**
   * Joins a team, after the user approved what it shares. `address`: a postgres:// URL, which may carry the password. Errors:
   * those of the database (`team-…`), and `team-not-set-up` if `team.setUp` is needed first.
   */
  'team.join': call({ address, password, desk: deskInput }).answering<Team>(),
  /** Creates or updates the tables of a team's database. */
  'team.setUp': call({ address, password }),
  'team.leave': call({}),
  /** Sends without the team until its database answers again, after the user approved that bytes may be paid for twice. */
  'team.goAlone': call({}),
  /** Tries to connect now. */
  'team.retry': call({}),
} as const;

export const teamEvents = {
  'team.changed': event<{ readonly team: Team | null }>(),
} as const;

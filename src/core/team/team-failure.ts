import { TimeoutError } from 'p-timeout';
import type { Failure } from '../../shared/failures/failure.ts';

/** The SQLSTATE of PostgreSQL (postgresql.org/docs/current/errcodes-appendix.html), or the code of a socket or TLS. */
const codes: readonly (readonly [RegExp, TeamFailureCode])[] = [
  // Two classes: the connection failed; the server shuts down, starts or was told to stop this.
  [/^(?:08|57)\w{3}$|^53300$|^25P03$/, 'team-unreachable'],
  [/^(?:CONNECT_TIMEOUT|CONNECTION_\w+|E(?:AI_)?[A-Z]+)$/, 'team-unreachable'],
  [/CERT|SELF_SIGNED|^UNABLE_TO_|^ERR_TLS/, 'team-untrusted'],
  [/^42P01$/, 'team-not-set-up'],
  // 3F000: the user may use no schema at all.
  [/^(?:42501|3F000)$/, 'team-no-rights'],
  [/^(?:28000|28P01)$/, 'team-password-wrong'],
  [/^3D000$/, 'team-database-missing'],
];

type TeamFailureCode =
  | 'team-unreachable'
  | 'team-untrusted'
  | 'team-not-set-up'
  | 'team-no-rights'
  | 'team-password-wrong'
  | 'team-database-missing'
  | 'team-failed';

/** The failure for an error of a query, a connection or its time limit. */
export function teamFailure(error: unknown): Failure {
  if (error instanceof TimeoutError) return { code: 'team-unreachable', detail: error.message };
  if (!(error instanceof Error)) return { code: 'team-failed', detail: String(error) };
  const state = 'code' in error ? String(error.code) : '';
  const code = codes.find(([pattern]) => pattern.test(state))?.[1] ?? 'team-failed';
  return { code, detail: [state, error.message].filter((part) => part !== '').join(': ') };
}

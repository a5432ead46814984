import { failure, type Result, success } from '../../shared/failures/failure.ts';

/** `address`: without the password, so that it can be stored and shown. */
export type TeamAddress = { readonly address: string; readonly password: string | null };

/** Reads a PostgreSQL URL with a server and a database (`postgres://user:password@server/database?sslmode=require`). */
export function splitTeamAddress(text: string): Result<TeamAddress> {
  const url = URL.parse(text.trim());
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === '' || url.pathname.length < 2) {
    return failure({ code: 'team-address-wrong' });
  }
  // libpq accepts the password among the parameters too.
  const raw = url.password === '' ? null : url.password;
  const inQuery = url.searchParams.get('password');
  if (inQuery !== null) url.searchParams.delete('password');
  url.password = '';
  try {
    const password = raw === null ? inQuery : decodeURIComponent(raw);
    // A part with a broken escape (`%zz`) cannot be read when the connection is opened.
    for (const part of [url.username, url.host, url.pathname]) decodeURIComponent(part);
    return success({ address: url.href, password });
  } catch {
    return failure({ code: 'team-address-wrong' });
  }
}

import { userPaths } from '../address.ts';
import { type Answer, type BodyReceiver, heldBytes } from '../answer.ts';
import type { Connection } from '../connection.ts';
import type { ServiceError, ServiceResult } from '../errors.ts';
import { answerBytes, firstThatAnswers, type GetRequest, get, readingTimeoutMs } from '../get.ts';
import { type ListEnd, type ListEntries, ListThread } from '../list-thread.ts';

/** Whole number of entries wanted; without it a deployment's own cap applies. */
export type ListOptions = {
  readonly limit?: number;
  /** For a decision about what is not in it: a list that a cache kept is none. */
  readonly fresh?: boolean;
};

/** One of the bearer family's lists. `mostBytes`: of an answer, whatever was asked for. */
type UserList<Entry> = {
  readonly endpoint: string;
  readonly mostBytes: number;
  readonly parse: (body: string) => Entry[] | null;
};

/** What the headers of a list say of one with so many entries: that there are more. */
export type ListHeaders = { readonly saysMore: (entries: number) => boolean };

/** An ordinary record is a quarter of this. */
const ENTRY_BYTES = 2 * 1024;

const listsRest: ServiceError = {
  code: 'unreadable-answer',
  values: { why: 'lists-rest' },
};

/** Reads one of the lists whole. */
export async function userList<Kind extends keyof ListEntries>(
  connection: Connection,
  list: UserList<ListEntries[Kind]> & { readonly kind: Kind },
  options: ListOptions,
  signal?: AbortSignal,
): Promise<ServiceResult<ListEntries[Kind][]>> {
  const read = await readList(list, (reading) => ask(connection, list, options, reading, signal));
  if (!read.ok) return read;
  const end = read.value;
  if (end.kind === 'read') return { ok: true, value: end.entries };
  if (end.kind === 'died') connection.onListCrash?.();
  const detail = end.kind === 'died' ? end.detail : 'The list is not of the expected shape.';
  return { ok: false, error: { ...unreadable, detail } };
}

/** An answer with a list: what a short one came to, and null for a long one, which its thread reads. */
type ListResponse<Entry> = { readonly short: Entry[] | null };

/** Asks for a list, and reads a short one here, any other in a thread of its own. */
export async function readList<Kind extends keyof ListEntries>(
  { kind, parse }: { readonly kind: Kind } & Pick<UserList<ListEntries[Kind]>, 'parse'>,
  ask: (
    reading: Pick<GetRequest<ListResponse<ListEntries[Kind]>>, 'read'> & { readonly receiver: BodyReceiver },
  ) => Promise<ServiceResult<ListResponse<ListEntries[Kind]>>>,
): Promise<ServiceResult<ListEnd<ListEntries[Kind]>>> {
  const thread = new ListThread(kind);
  const read = ({ body }: Answer): ListResponse<ListEntries[Kind]> | null => {
    if (body.byteLength > heldBytes) return { short: null };
    const entries = parse(body.toString('utf8'));
    return entries === null ? null : { short: entries };
  };
  try {
    const answer = await ask({ read, receiver: thread.receiver });
    if (!answer.ok) return answer;
    const { short } = answer.value;
    return { ok: true, value: short === null ? await thread.read() : { kind: 'read', entries: short } };
  } finally {
    thread.close();
  }
}

/** By a link to the next page (RFC 8288), a range (RFC 9110, 14.4), or the count that many services send beside a page. */
function headersSayMore(headers: Answer['headers'], entries: number): boolean {
  const { link = '', 'content-range': range = '', 'x-total-count': total = '' } = headers;
  const counted = /\/\s*(\d+)\s*$/.exec(range)?.[1] ?? /^\s*(\d+)\s*$/.exec(String(total))?.[1];
  return /;\s*rel="?(?:[^";,]*\s)?next\b/i.test(String(link)) || (counted !== undefined && Number(counted) > entries);
}

const unreadable: ServiceError = {
  code: 'unreadable-answer',
  values: { why: 'list' },
};

/**
 * Hands the bytes of one of the lists on as they come. An answer as short as an error in a success status is parsed here;
 * a long one may still turn out to be unreadable.
 */
export function userListBody(
  connection: Connection,
  list: UserList<unknown>,
  options: ListOptions,
  receiver: BodyReceiver,
  signal?: AbortSignal,
): Promise<ServiceResult<ListHeaders>> {
  const read = ({ body, headers }: Answer): ListHeaders | null =>
    body.byteLength > heldBytes || list.parse(body.toString('utf8')) !== null
      ? { saysMore: (entries) => headersSayMore(headers, entries) }
      : null;
  return ask(connection, list, options, { read, receiver }, signal);
}

async function ask<Value>(
  connection: Connection,
  { endpoint, mostBytes }: Pick<UserList<unknown>, 'endpoint' | 'mostBytes'>,
  { limit, fresh = false }: ListOptions,
  reading: { readonly read: (answer: Answer) => Value | null; readonly receiver: BodyReceiver },
  signal?: AbortSignal,
): Promise<ServiceResult<Value>> {
  if (connection.listsRest?.() === true) return { ok: false, error: listsRest };
  const asked = limit === undefined ? mostBytes : answerBytes.single + limit * ENTRY_BYTES;
  const result = await firstThatAnswers(userPaths(connection, endpoint), (path) =>
    get(
      connection,
      {
        ...reading,
        fresh,
        family: 'access-token',
        signedIn: true,
        path,
        query: limit === undefined ? {} : { limit: String(limit) },
        answerBytes: Math.min(asked, mostBytes),
        timeoutMs: readingTimeoutMs.list,
      },
      signal,
    ),
  );
  return result.ok ? { ok: true, value: result.value.value } : result;
}

/** Bounds that services have. */
const ORDINARY_BOUNDS = [1_000, 100];

/** The limits to ask with after a service refused this one, from the largest to the smallest. */
export function lowerLimits(refused: number): readonly number[] {
  return ORDINARY_BOUNDS.filter((bound) => bound < refused);
}

/** What services say to a limit above their bound; they say it to other things as well. */
export function mayRefuseLimit({ code, status = 0 }: Pick<ServiceError, 'code' | 'status'>): boolean {
  return status >= 400 && (code === 'rejected' || code === 'too-large');
}

import type { BodyReceiver } from '../answer.ts';
import { type Connection, userPaths } from '../connection.ts';
import type { ServiceError, ServiceResult } from '../errors.ts';
import { answerBytes, firstThatAnswers, type GetRequest, get, readingTimeoutMs } from '../get.ts';

/** Whole number of entries wanted; without it a deployment's own cap applies. */
export type ListOptions = {
  readonly limit?: number;
};

/** One of the bearer family's lists. `mostBytes`: of an answer, whatever was asked for. */
type UserList<Value> = {
  readonly endpoint: string;
  readonly mostBytes: number;
  readonly read: GetRequest<Value>['read'];
  readonly receiver?: BodyReceiver;
};

/** An ordinary record is a quarter of this. */
const ENTRY_BYTES = 2 * 1024;

const listsRest: ServiceError = { code: 'unreadable-answer' };

export async function userList<Value>(
  connection: Connection,
  { endpoint, mostBytes, ...reading }: UserList<Value>,
  { limit }: ListOptions,
  signal?: AbortSignal,
): Promise<ServiceResult<Value>> {
  if (connection.listsRest?.() === true) return { ok: false, error: listsRest };
  const asked = limit === undefined ? mostBytes : answerBytes.single + limit * ENTRY_BYTES;
  const result = await firstThatAnswers(userPaths(connection, endpoint), (path) =>
    get(
      connection,
      {
        ...reading,
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

/** True for the answers that services give to a limit above their bound; they give them for other reasons as well. */
export function mayRefuseLimit({ code, status = 0 }: ServiceError): boolean {
  return status >= 400 && (code === 'rejected' || code === 'too-large');
}

import type { BodyReceiver } from '../answer.ts';
import { type Connection, userPaths } from '../connection.ts';
import type { ServiceError, ServiceResult } from '../errors.ts';
import { answerBytes, firstThatAnswers, type GetRequest, get, readingTimeoutMs } from '../get.ts';

/** `limit`: number of entries; without it the deployment's own limit applies. `offset`: asks for a page of the list. */
export type ListOptions = {
  readonly limit?: number;
  readonly offset?: number;
};

/** A list of the bearer family. `mostBytes`: the longest answer, for any `limit`. */
type UserList<Value> = {
  readonly endpoint: string;
  readonly mostBytes: number;
  readonly read: GetRequest<Value>['read'];
  readonly receiver?: BodyReceiver;
};

/** Four times the size of an ordinary record. */
const ENTRY_BYTES = 2 * 1024;

export async function userList<Value>(
  connection: Connection,
  { endpoint, mostBytes, ...reading }: UserList<Value>,
  query: ListOptions & Readonly<Record<string, string | number>>,
  signal?: AbortSignal,
): Promise<ServiceResult<Value>> {
  const { limit } = query;
  const asked = limit === undefined ? mostBytes : answerBytes.single + limit * ENTRY_BYTES;
  const result = await firstThatAnswers(connection, userPaths(endpoint, connection.serviceKind), (path) =>
    get(
      connection,
      {
        ...reading,
        family: 'access-token',
        signedIn: true,
        path,
        query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
        answerBytes: Math.min(asked, mostBytes),
        timeoutMs: readingTimeoutMs.list,
      },
      signal,
    ),
  );
  return result.ok ? { ok: true, value: result.value.value } : result;
}

/** Limits that known services enforce. */
const ORDINARY_BOUNDS = [1_000, 100];

/** Returns the limits to try after a service refused this one, largest first. */
export function lowerLimits(refused: number): readonly number[] {
  return ORDINARY_BOUNDS.filter((bound) => bound < refused);
}

/** True if the service may have refused the limit. The same answers have other causes as well. */
export function mayRefuseLimit({ code, status = 0 }: ServiceError): boolean {
  return status >= 400 && (code === 'rejected' || code === 'too-large');
}

import { hasOneMeaning } from '../../../shared/json-text.ts';
import type { AcceptanceSign } from '../acceptance.ts';
import { type Connection, endpointUrl, pathForms, type SignIn, signIn, tryForms } from '../connection.ts';
import { addressError, type ServiceError } from '../errors.ts';
import { standardLimits, type WireLimits } from '../exchange.ts';
import { isNoSuchPath } from '../get.ts';
import {
  bareInteger,
  isObject,
  type JsonObject,
  type JsonValue,
  readJson,
  scalarText,
  writeJson,
} from '../lossless-json.ts';
import { bytesBody, post } from '../request.ts';
import { hasErrorWords, inPlace, statesProgress, statesRefusal, statesSuccess } from '../statements.ts';
import { isEncoded, postVerdict } from '../verdict.ts';

/** A deposit that was made; `amountDeposited` in whole base units. */
export type Deposit = {
  readonly tokenAddress: string;
  readonly amountDeposited: bigint;
  readonly chainId: bigint;
};

/** How the registration of a deposit ended, under the same rule as `SubmitOutcome`. */
export type FundsOutcome =
  /** `path` answered and may be remembered; `answer` is the service's answer as text, for "Details". */
  | { readonly kind: 'registered'; readonly path: string; readonly answer: string }
  | { readonly kind: 'refused'; readonly again: boolean; readonly error: ServiceError }
  | { readonly kind: 'not-sent'; readonly error: ServiceError }
  | { readonly kind: 'unknown'; readonly error: ServiceError };

/**
 * Registers a deposit (service-interface.md, 4.3), once. The endpoint is known under two paths; only a 404 or 405 on
 * one that is not the service's own word about the deposit leads to the other. Never throws.
 */
export async function requestFunds(
  connection: Connection,
  deposit: Deposit,
  signal: AbortSignal = new AbortController().signal,
  limits: WireLimits = standardLimits,
): Promise<FundsOutcome> {
  const by = await signIn(connection, 'access-token');
  if ('code' in by) return { kind: 'not-sent', error: by };
  const family = connection.paths.userFamily;
  const forms = ['/users/request_funds', '/user/request_funds'];
  const prefixed = family === null || family === '/user' ? [] : [`${family}/request_funds`];
  const paths = pathForms(connection.baseUrl, connection.paths.requestFunds, [...prefixed, ...forms]);
  return tryForms<FundsOutcome, Refused>(
    paths,
    (path) => register(connection, deposit, path, by, signal, limits),
    (outcome): outcome is Refused => outcome.kind === 'refused' && isNoSuchPath(outcome.error),
  );
}

type Refused = Extract<FundsOutcome, { kind: 'refused' }>;

async function register(
  connection: Connection,
  deposit: Deposit,
  path: string,
  by: SignIn,
  signal: AbortSignal,
  limits: WireLimits,
): Promise<FundsOutcome> {
  const url = endpointUrl(connection, 'access-token', path);
  if (url === null) return { kind: 'not-sent', error: addressError };
  const bytes = Buffer.from(
    writeJson({
      token_address: deposit.tokenAddress,
      amount_deposited: bareInteger(deposit.amountDeposited),
      chain_id: bareInteger(deposit.chainId),
    }),
  );
  const headers = { 'content-type': 'application/json' };
  const report = await post(by, { url, headers, body: bytesBody(bytes), limits, signal });
  const verdict = postVerdict({ method: 'POST', url, scrub: by.scrub }, report, {
    receipt: (answer) => {
      const text = answer.body.toString('utf8');
      const isOne = answer.complete && answer.status < 300 && saysRegistered(text, !isEncoded(answer));
      if (!isOne) return null;
      return answer.secretEchoed ? '' : by.scrub(text);
    },
    sign: ({ body }) => depositSign(body.toString('utf8')),
  });
  if (verdict.kind === 'accepted') return { kind: 'registered', path, answer: verdict.value };
  return verdict.kind === 'unknown' ? { kind: 'unknown', error: verdict.error } : verdict;
}

const refusalWords =
  /\b(?:un(?:authori[sz]ed|known|supported|able|success\w*)|invalid|insufficient|fail\w*|(?<!\b(?:no|without) )errors?|reject\w*|refused|denied|declined|forbidden|missing|expired|exceed\w*|cannot|no such|too|not(?! yet))\b|n['’]t\b/i;
/** Where these stand, the others may be about what would be. */
const hedges = /\b(?:only|must|should|please|unless|if|when|until|requires?|required)\b/i;
const successWords =
  /\b(?:ok|okay|done|success\w*|succeeded|registered|accepted|received|recorded|created|credited|confirmed|completed?|submitted|queued|pending|processed|saved|stored|added|funded|thanks?)\b/i;
/** Nothing but that it was taken: a refusal may have the same words among others. */
const registeredWords =
  /^\W*(?:(?:the|your) )?(?:deposit|funds?|(?:funds? |deposit )?request)(?: (?:was|is|were|are|has been|have been))?(?: successfully)? (?:registered|accepted|received|recorded|created|credited|stored|added)(?: successfully)?\W*$/i;

const wordNames =
  /^(?:message|msg|details?|reason|title|description|info|note|text|data|results?|response|payload|body|deposit|request|status|state)$/i;

/** Longer plain words are a page. */
const LONGEST_WORDS = 300;

/**
 * Whether an answer in a success status says that a deposit is registered. The contract shows none: empty will do, and so
 * will JSON that states no failure. Plain words have to say it; what they say otherwise nobody knows.
 */
export function saysRegistered(body: string, isReadable: boolean): boolean {
  const json = readJson(body);
  if (json === undefined) return body.trim() === '' || (isReadable && wordsSayRegistered(body));
  if (typeof json === 'string') return wordsSayRegistered(json);
  if (json === false || !hasOneMeaning(body, 'any') || statesRefusal(json)) return false;
  return objectsIn(json).some(statesSuccess) || !textsIn(json).some((words) => refusalWords.test(words));
}

/**
 * What only a deposit that was taken is given, where the status says that it was not: a success, or the deposit itself
 * without a word of what is wrong with it. It has no id that anybody could ask for.
 */
export function depositSign(body: string): AcceptanceSign | null {
  const json = readJson(body);
  if (json === undefined || typeof json === 'string') {
    return registeredWords.test(json ?? body) ? { id: null } : null;
  }
  const objects = objectsIn(json);
  const isTaken =
    objects.some((one) => statesSuccess(one) || (statesProgress(one) && !hasErrorWords(one))) ||
    objects.some((one) => wordsOf(one).some((words) => registeredWords.test(words))) ||
    (objects.some(isDeposit) && saysRegistered(body, true));
  return isTaken ? { id: null } : null;
}

function wordsSayRegistered(words: string): boolean {
  const isPage = words.length > LONGEST_WORDS || words.trimStart().startsWith('<');
  return !isPage && successWords.test(words) && !refusalWords.test(words) && !hedges.test(words);
}

const objectsIn = (json: JsonValue): JsonObject[] => (inPlace(json) ?? []).filter(isObject);

/** Those that stand in lists and wrappers, without a name of their own. */
const textsIn = (json: JsonValue): string[] => [
  ...objectsIn(json).flatMap(wordsOf),
  ...(inPlace(json) ?? []).flatMap((one) => (typeof one === 'string' ? [one] : [])),
];

const wordsOf = (json: JsonObject): string[] =>
  Object.entries(json).flatMap(([name, value]) => (wordNames.test(name) ? [scalarText(value) ?? ''] : []));

const isDeposit = ({ amount_deposited: amount, token_address: token }: JsonObject): boolean =>
  scalarText(amount ?? null) !== undefined && scalarText(token ?? null) !== undefined;

import { hasOneMeaning } from '../../shared/json-text.ts';
import type { AcceptanceSign } from './acceptance.ts';
import { isObject, type JsonObject, type JsonValue, readJson, scalarText } from './lossless-json.ts';
import { hasErrorWords, inPlace, statesProgress, statesRefusal, statesSuccess } from './statements.ts';

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

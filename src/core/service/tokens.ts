import { LONGEST_TOKEN_NAME } from '../../shared/bridge/accounts.ts';
import type { TokenName, TokenRecord } from '../../shared/records.ts';
import { normaliseHex } from '../../shared/text.ts';
import {
  identifierText,
  isObject,
  type JsonObject,
  type JsonValue,
  LONGEST_IDENTIFIER,
  scalarText,
  wholeNumberText,
} from './lossless-json.ts';

/** One token of the account, or null when its address, identifier or balance cannot be read exactly. */
export function readTokenRecord(json: JsonValue): TokenRecord | null {
  if (!isObject(json)) return null;
  const tokenDetailsId = wholeNumberText(json.token_details_id) ?? identifierText(json.token_details_id);
  const address = identifierText(json.token_address);
  const tokenBalance = wholeNumberText(json.token_balance);
  if (tokenDetailsId === undefined || address === undefined || tokenBalance === undefined) return null;
  const userId = scalarText(json.user_id);
  const taken = new Set(['token_details_id', 'token_address', 'token_balance']);
  if (userId !== undefined || json.user_id === null) taken.add('user_id');
  return {
    tokenDetailsId,
    userId: userId ?? null,
    tokenAddress: normaliseHex(address) ?? address,
    tokenBalance,
    extra: untakenFields(json, taken),
  };
}

/** The token names: `{name: "0x…"}`, or `{name: {token_address, token_decimals}}` bare, in `token_map` or in `data`. */
export function readTokenMap(json: JsonValue): TokenName[] | null {
  if (!isObject(json)) return null;
  let map = json;
  for (let inner: JsonObject | null = json; inner !== null; inner = wrapped(map.token_map) ?? wrapped(map.data))
    map = inner;
  const entries = Object.entries(map);
  const names = entries.flatMap(([name, value]) => readEntry(name, value) ?? []);
  return names.length === 0 && entries.length > 0 ? null : names;
}

/** A token may itself be called `data`: an entry has an address, a wrapper has none. */
function wrapped(value: JsonValue | undefined): JsonObject | null {
  return isObject(value) && value.token_address === undefined ? value : null;
}

function readEntry(name: string, value: JsonValue): TokenName | null {
  const address = isObject(value) ? value.token_address : value;
  const tokenAddress = typeof address === 'string' ? normaliseHex(address) : null;
  if (tokenAddress === null || tokenAddress.length > LONGEST_IDENTIFIER || name.length > LONGEST_TOKEN_NAME)
    return null;
  const decimals = isObject(value)
    ? Number(wholeNumberText(value.token_decimals ?? value.decimals) ?? Number.NaN)
    : Number.NaN;
  return { name, tokenAddress, decimals: decimals >= 0 && decimals <= 36 ? decimals : null };
}

/** The fields of a record that nobody took, as compact JSON text by name. */
function untakenFields(json: JsonObject, taken: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name]) => !taken.has(name))
      .map(([name, value]) => [name, JSON.stringify(value)]),
  );
}

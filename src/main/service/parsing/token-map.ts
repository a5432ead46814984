import { LONGEST_TOKEN_NAME } from '../../../shared/bridge/accounts.ts';
import { normaliseHex } from '../../../shared/hex.ts';
import type { TokenName } from '../../../shared/records.ts';
import { LONGEST_IDENTIFIER } from './identifier-text.ts';
import { isObject, type JsonObject, type JsonValue, wholeNumberText } from './lossless-json.ts';

/** The token names: `{name: "0x…"}`, or `{name: {token_address, token_decimals}}` bare, in `token_map` or in `data`. */
export function readTokenMap(json: JsonValue): TokenName[] | null {
  if (!isObject(json)) return null;
  const inner = wrapped(json.token_map) ?? wrapped(json.data);
  if (inner !== null) return readTokenMap(inner);
  const entries = Object.entries(json);
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

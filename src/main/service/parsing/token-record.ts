import { normaliseHex } from '../../../shared/hex.ts';
import type { TokenRecord } from '../../../shared/records.ts';
import { untakenFields } from './envelope.ts';
import { identifierText } from './identifier-text.ts';
import { isObject, type JsonValue, scalarText, wholeNumberText } from './lossless-json.ts';

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

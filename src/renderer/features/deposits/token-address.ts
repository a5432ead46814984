import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export type ReadTokenAddress =
  | { readonly kind: 'empty' }
  /** Lower-case hex with `0x`. */
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'wrong'; readonly problem: string };

const BYTES = 20;

/** A token's address as people paste it: 20 bytes of hex, and where it has both letter cases they must be right. */
export function readTokenAddress(typed: string): ReadTokenAddress {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  const digits = text.replace(/^0x/i, '');
  if (!/^[0-9a-f]*$/i.test(digits)) {
    return { kind: 'wrong', problem: 'An address has only the digits 0–9 and the letters a–f after 0x.' };
  }
  const off = digits.length - BYTES * 2;
  if (off !== 0) {
    const count = off < 0 ? `${-off} too few` : `${off} too many`;
    return { kind: 'wrong', problem: `An address has ${BYTES * 2} characters after 0x; this has ${count}.` };
  }
  if (isMixed(digits) && digits !== checksummed(digits)) {
    return {
      kind: 'wrong',
      problem: 'One character is wrong: upper and lower case do not match. Copy the address again.',
    };
  }
  return { kind: 'address', address: `0x${digits.toLowerCase()}` };
}

function isMixed(digits: string): boolean {
  return /[a-f]/.test(digits) && /[A-F]/.test(digits);
}

/** The one right mixture of letter cases (EIP-55): a letter is capital where the address's Keccak-256 has 8 or more. */
function checksummed(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return Array.from(lower, (sign, index) => ((hash[index] ?? '0') >= '8' ? sign.toUpperCase() : sign)).join('');
}

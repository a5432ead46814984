import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

type ReadAddress =
  | { readonly kind: 'empty' }
  /** Lower-case hex with `0x`. */
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'wrong'; readonly problem: string };

/** Parses the pasted address of a contract: 20 bytes of hex. If it has both letter cases, its checksum must be right. */
export function readContractAddress(typed: string): ReadAddress {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  const digits = text.replace(/^0x/i, '');
  if (!/^[0-9a-f]{40}$/i.test(digits)) {
    return { kind: 'wrong', problem: 'An address has 40 digits 0–9 and letters a–f after 0x.' };
  }
  const isMixed = /[a-f]/.test(digits) && /[A-F]/.test(digits);
  if (isMixed && digits !== checksummed(digits)) {
    return {
      kind: 'wrong',
      problem: 'One character is wrong: upper and lower case do not match. Copy the address again.',
    };
  }
  return { kind: 'address', address: `0x${digits.toLowerCase()}` };
}

/** The spelling of an address with its checksum (EIP-55), which wallets and block explorers show. */
export function withChecksum(address: string): string {
  return `0x${checksummed(address.slice(2))}`;
}

/** A letter is a capital if the address's Keccak-256 has 8 or more at its place. */
function checksummed(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return Array.from(lower, (sign, index) => ((hash[index] ?? '0') >= '8' ? sign.toUpperCase() : sign)).join('');
}

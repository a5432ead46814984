import { failure, type Result, success } from '../../shared/failures/failure.ts';

/** Spaces, line ends, and the zero-width characters that web pages and mail programs add to text. */
const blanks = /[\s\u200b-\u200f\u2060\ufeff]+/g;

/** Imported on demand, because the import computes its curves. */
const age = () => import('age-encryption');

/** `secretKey`: one or more keys, one a line. */
export type KeyPair = { readonly publicKey: string; readonly secretKey: string };

export async function makeKeyPair(): Promise<KeyPair> {
  const { generateIdentity, identityToRecipient } = await age();
  const secretKey = await generateIdentity();
  return { secretKey, publicKey: await identityToRecipient(secretKey) };
}

/**
 * Reads a typed or pasted public key and returns it in lower case. Accepts every kind that the library can encrypt for.
 * A test encryption proves that the key is valid.
 */
export async function readPublicKey(typed: string): Promise<Result<string>> {
  const publicKey = typed.replace(blanks, '').toLowerCase();
  const { Encrypter } = await age();
  try {
    const encrypter = new Encrypter();
    encrypter.addRecipient(publicKey);
    await encrypter.encrypt('');
    return success(publicKey);
  } catch {
    return failure({ code: 'recipient-not-valid' });
  }
}

/** The secret keys in a typed text or in a pasted key file. A text field may have removed the line ends. */
export function secretKeysIn(typed: string): Result<readonly string[]> {
  const [, ...behind] = typed.replace(blanks, '').toUpperCase().split('AGE-SECRET-KEY-');
  const keys = behind.map((rest) => /^(?:PQ-)?1[0-9A-Z]{58}/.exec(rest)?.[0]);
  if (keys.length > 0 && !keys.includes(undefined)) return success(keys.map((key) => `AGE-SECRET-KEY-${key}`));
  return failure({ code: 'identity-not-valid' });
}

/** All secret keys in a typed text, with the public key of the first. The failure does not repeat the text. */
export async function readSecretKeys(typed: string): Promise<Result<KeyPair>> {
  const keys = secretKeysIn(typed);
  if (!keys.ok) return keys;
  const { identityToRecipient } = await age();
  try {
    const [publicKey = ''] = await Promise.all(keys.value.map((key) => identityToRecipient(key)));
    return success({ publicKey, secretKey: keys.value.join('\n') });
  } catch {
    return failure({ code: 'identity-not-valid' });
  }
}

/** The format of `age-keygen`. `at`: ISO 8601. */
export function keyFile({ publicKey, secretKey }: KeyPair, at: string): string {
  return `# created: ${at}\n# public key: ${publicKey}\n${secretKey}\n`;
}

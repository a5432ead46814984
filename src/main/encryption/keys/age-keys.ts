import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';

/** Blanks, line ends, and the marks without width that web pages and mail programs put around text. */
const blanks = /[\s\u200b-\u200f\u2060\ufeff]+/g;

export type KeyPair = { readonly publicKey: string; readonly secretKey: string };

export async function makeKeyPair(): Promise<KeyPair> {
  const secretKey = await generateIdentity();
  return { secretKey, publicKey: await identityToRecipient(secretKey) };
}

/**
 * The public key in what a person typed or pasted. That it looks like one is not enough: something is encrypted for it. Only
 * those of X25519, which every age program reads, in lower case as they are given out.
 */
export async function readPublicKey(typed: string): Promise<Result<string>> {
  const publicKey = typed.replace(blanks, '').toLowerCase();
  if (!/^age1[0-9a-z]{58}$/.test(publicKey)) return failure({ code: 'recipient-not-valid' });
  try {
    const encrypter = new Encrypter();
    encrypter.addRecipient(publicKey);
    await encrypter.encrypt('');
    return success(publicKey);
  } catch {
    return failure({ code: 'recipient-not-valid' });
  }
}

/** The key pair of a secret key, as it is typed in, or as it stands in a file of `age-keygen`. The failure repeats nothing. */
export async function readSecretKey(typed: string): Promise<Result<KeyPair>> {
  const lines = typed.split('\n').filter((line) => !line.trimStart().startsWith('#'));
  const secretKey = lines.join('').replace(blanks, '').toUpperCase();
  if (!/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/.test(secretKey)) return failure({ code: 'identity-not-valid' });
  try {
    return success({ secretKey, publicKey: await identityToRecipient(secretKey) });
  } catch {
    return failure({ code: 'identity-not-valid' });
  }
}

/** As `age-keygen` writes one. `at`: ISO 8601. */
export function keyFile({ publicKey, secretKey }: KeyPair, at: string): string {
  return `# created: ${at}\n# public key: ${publicKey}\n${secretKey}\n`;
}

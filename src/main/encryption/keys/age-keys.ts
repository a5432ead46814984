import { failure, type Result, success } from '../../../shared/failures/failure.ts';

/** Blanks, line ends, and the marks without width that web pages and mail programs put around text. */
const blanks = /[\s\u200b-\u200f\u2060\ufeff]+/g;

/** Not read at each start: its curves are computed when it is. */
const age = () => import('age-encryption');

export type KeyPair = { readonly publicKey: string; readonly secretKey: string };

export async function makeKeyPair(): Promise<KeyPair> {
  const { generateIdentity, identityToRecipient } = await age();
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

/**
 * The key pair of the one secret key in what was typed, or pasted of a file of `age-keygen`, whose line ends the field may have
 * taken out. The failure repeats nothing.
 */
export async function readSecretKey(typed: string): Promise<Result<KeyPair>> {
  const [, behind = '', ...others] = typed.replace(blanks, '').toUpperCase().split('AGE-SECRET-KEY-');
  const [data] = /^1[0-9A-Z]{58}(?![0-9A-Z])/.exec(behind) ?? [];
  if (data === undefined || others.length > 0) return failure({ code: 'identity-not-valid' });
  const secretKey = `AGE-SECRET-KEY-${data}`;
  const { identityToRecipient } = await age();
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

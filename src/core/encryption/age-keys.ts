import { failure, type Result, success } from '../../shared/failures/failure.ts';

/** Blanks, line ends, and the marks without width that web pages and mail programs put around text. */
const blanks = /[\s\u200b-\u200f\u2060\ufeff]+/g;

/** Not read at each start: its curves are computed when it is. */
const age = () => import('age-encryption');

/** `secretKey`: several, one a line, if the user keeps a file of several. */
export type KeyPair = { readonly publicKey: string; readonly secretKey: string };

export async function makeKeyPair(): Promise<KeyPair> {
  const { generateIdentity, identityToRecipient } = await age();
  const secretKey = await generateIdentity();
  return { secretKey, publicKey: await identityToRecipient(secretKey) };
}

/**
 * The public key in what a user typed or pasted, in lower case as they are given out: any for which the library encrypts. That
 * it looks like one is not enough, so something is encrypted for it.
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
    if (/^(ssh|ecdsa|sk)-/.test(publicKey)) return failure({ code: 'recipient-not-valid', values: { why: 'ssh' } });
    // The name of its plugin stands between two separators: `age1yubikey1…`.
    const isOfPlugin = /^age1(?!pq1|tag1|tagpq1)[^1]+1/.test(publicKey);
    return failure({ code: 'recipient-not-valid', ...(isOfPlugin && { values: { why: 'plugin' } }) });
  }
}

/** The secret keys in what was typed, or pasted of a file of keys, whose line ends the field may have taken out. */
export function secretKeysIn(typed: string): Result<readonly string[]> {
  const [, ...behind] = typed.replace(blanks, '').toUpperCase().split('AGE-SECRET-KEY-');
  const keys = behind.map((rest) => /^(?:PQ-)?1[0-9A-Z]{58}/.exec(rest)?.[0]);
  if (keys.length > 0 && !keys.includes(undefined)) return success(keys.map((key) => `AGE-SECRET-KEY-${key}`));
  if (/AGE-PLUGIN-/i.test(typed)) return failure({ code: 'identity-not-valid', values: { why: 'plugin' } });
  const isSsh = /PRIVATE KEY-----/i.test(typed);
  return failure({ code: 'identity-not-valid', ...(isSsh && { values: { why: 'ssh' } }) });
}

/** All secret keys in what was typed, with the public key of the first. The failure repeats nothing. */
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

/** As `age-keygen` writes one. `at`: ISO 8601. */
export function keyFile({ publicKey, secretKey }: KeyPair, at: string): string {
  return `# created: ${at}\n# public key: ${publicKey}\n${secretKey}\n`;
}

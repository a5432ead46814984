/** How an age secret key begins; whatever else is typed is a passphrase. */
const secretKey = /^\s*AGE-SECRET-KEY-/i;

/** What was typed to open something, as what it is. */
export function typedKey(text: string) {
  return secretKey.test(text)
    ? ({ kind: 'identity', identity: text } as const)
    : ({ kind: 'passphrase', passphrase: text } as const);
}

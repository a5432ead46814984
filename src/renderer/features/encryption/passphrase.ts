import { problemOfPassphrase } from '../../../shared/account.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';

/** The alphabet has no letters or digits that look alike. It has 32 of them, so that five bits choose one. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 5;

/** A random passphrase (125 bits) in groups that can be read out: `k7m3q-9xw2t-…`. */
export function makePassphrase(random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = randomBytes): string {
  const letters = Array.from(random(new Uint8Array(GROUPS * GROUP_LENGTH)), (byte) => LETTERS[byte % LETTERS.length]);
  return Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}

function randomBytes(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  return crypto.getRandomValues(bytes);
}

export type TypedPassphrase = { readonly typed: string; readonly repeated: string };

export const nothingTyped: TypedPassphrase = { typed: '', repeated: '' };

/** The reason why a passphrase cannot be used, with the field to correct; null if there is none. */
export function passphraseProblem({
  typed,
  repeated,
}: TypedPassphrase): { readonly field: 'typed' | 'repeated'; readonly text: string } | null {
  const problem = problemOfPassphrase(typed);
  if (problem !== null) {
    return { field: 'typed', text: failureMessage({ code: 'passphrase-not-valid', values: { problem } }) };
  }
  if (repeated === '') return { field: 'repeated', text: 'Type it again to avoid mistakes.' };
  return typed === repeated ? null : { field: 'repeated', text: 'The two passphrases differ. Type them again.' };
}
/** The marks of a secret key, or of a file with several. Any other text is a passphrase. */
const keyMark = /AGE-SECRET-KEY-|AGE-PLUGIN-|PRIVATE KEY-----/i;

/** Classifies typed text as a secret key or a passphrase. */
export function typedKey(text: string) {
  return keyMark.test(text)
    ? ({ kind: 'identity', identity: text } as const)
    : ({ kind: 'passphrase', passphrase: text } as const);
}

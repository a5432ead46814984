import { createHash } from 'node:crypto';
import type { CredentialKind } from '../../../../shared/bridge/accounts.ts';
import { FormIndex } from './form-index.ts';
import { secretForms } from './secret-forms.ts';
import { type ReducedText, readings, TextReduction } from './text-reduction.ts';

/** Searched together: waking the search for each small piece of a body would cost more than the search. */
const SEARCHED_AT_ONCE = 16 * 1024;

/** Searches one body. `push` and `end` say whether a secret has been found so far. */
export type EchoScan = { readonly push: (piece: Uint8Array) => boolean; readonly end: () => boolean };

export type EchoSearch = {
  readonly scan: () => EchoScan;
  /** Whether these texts (an answer's headers) hold one, in one of them or split over several. */
  readonly isIn: (texts: readonly string[]) => boolean;
};

/** The account’s secrets, which no answer may hold (null: there are none), and who is told when one does. */
export type Echoes = {
  readonly search: EchoSearch | null;
  /** Which of the secrets these texts hold. */
  readonly kindIn: (texts: readonly string[]) => CredentialKind | null;
  readonly onFound: () => void;
};

let last: { readonly digest: string; readonly search: WeakRef<EchoSearch> } | null = null;

/**
 * As `newEchoSearch`. Many requests follow each other with the same secrets: what was prepared for the last of them is
 * used again while it is still in memory, and is not what keeps it there.
 */
export function echoSearch(secrets: readonly string[]): EchoSearch {
  const digest = createHash('sha256').update(JSON.stringify(secrets)).digest('hex');
  const known = last?.digest === digest ? last.search.deref() : undefined;
  if (known !== undefined) return known;
  const search = newEchoSearch(secrets);
  last = { digest, search: new WeakRef(search) };
  return search;
}

/**
 * Finds an account's secrets in what a service answers, in the forms of `secret-forms.ts` and with whatever but letters
 * and digits between their characters. Half of one is enough. A secret that has no forms is found only as it is, as a
 * whole JSON string or a whole header.
 */
function newEchoSearch(secrets: readonly string[]): EchoSearch {
  const parts = [...new Set(secrets)].map((secret) => ({ secret, forms: secretForms(secret) }));
  const indexes = parts.filter(({ forms }) => forms.length > 0).map(({ forms }) => new FormIndex(forms));
  const plain = parts.filter(({ forms }) => forms.length === 0).map(({ secret }) => secret);
  const longest = Math.max(0, ...indexes.map((index) => index.longest));

  const isHeld = (text: ReducedText): boolean => indexes.some((index) => index.isIn(text.bytes, text.length));

  function scan(): EchoScan {
    const reduction = new TextReduction();
    const quoted = new QuotedSearch(plain);
    let found = false;
    const search = (least: number): boolean => {
      for (const reading of readings) {
        const text = reduction[reading];
        if (text.length - longest < least) continue;
        found ||= isHeld(text);
        text.keepLast(longest);
      }
      return found;
    };
    return {
      push(piece) {
        if (found) return true;
        if (indexes.length > 0) reduction.push(piece);
        found = quoted.push(piece);
        return search(SEARCHED_AT_ONCE);
      },
      end() {
        reduction.end();
        return search(-longest);
      },
    };
  }

  return {
    scan,
    isIn(texts) {
      const one = scan();
      one.push(Buffer.from(texts.join('\n'), 'latin1'));
      return one.end() || texts.some((text) => plain.includes(text));
    },
  };
}

/** Finds texts as whole JSON strings. */
class QuotedSearch {
  readonly #wanted: readonly Buffer[];
  readonly #longest: number;
  #tail: Buffer = Buffer.alloc(0);

  constructor(texts: readonly string[]) {
    this.#wanted = texts.map((text) => Buffer.from(JSON.stringify(text)));
    this.#longest = Math.max(0, ...this.#wanted.map(({ length }) => length));
  }

  push(piece: Uint8Array): boolean {
    if (this.#longest === 0) return false;
    const bytes = Buffer.concat([this.#tail, piece]);
    this.#tail = bytes.subarray(Math.max(0, bytes.length - this.#longest + 1));
    return this.#wanted.some((wanted) => bytes.includes(wanted));
  }
}

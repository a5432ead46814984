import type { CredentialKind } from '../../shared/bridge/accounts.ts';

/** A shorter secret is found only as a whole JSON string or a whole header, because any answer may contain it by chance. */
const SHORTEST = 8;

export type EchoSearch = {
  /** Starts the search of one body. The function takes the next piece, and returns true once a secret was found. */
  readonly scan: () => (piece: Uint8Array) => boolean;
  /** True if one of these texts (an answer's headers, a question) holds a secret, in any letter case. */
  readonly isIn: (texts: readonly string[]) => boolean;
};

/** The account's secrets, which no answer may contain. */
export type Echoes = {
  /** Null if the account has no secrets. */
  readonly search: EchoSearch | null;
  /** Returns the kind of secret that these texts contain. */
  readonly kindIn: (texts: readonly string[]) => CredentialKind | null;
  /** Called if an answer contains a secret. */
  readonly onFound: () => void;
};

/** Finds an account's secrets in the answers of a service: as they are, in hex and in base64. */
export function echoSearch(secrets: readonly string[]): EchoSearch {
  const long = secrets.filter(({ length }) => length >= SHORTEST).flatMap(encodings);
  const short = secrets.filter(({ length }) => length < SHORTEST);
  const wanted = [...long, ...short.map((secret) => JSON.stringify(secret))].map((form) => Buffer.from(form));
  const overlap = Math.max(0, ...wanted.map(({ length }) => length - 1));
  return {
    scan() {
      let tail = Buffer.alloc(0);
      let found = false;
      return (piece) => {
        const bytes = Buffer.concat([tail, piece]);
        found ||= wanted.some((form) => bytes.includes(form));
        tail = bytes.subarray(Math.max(0, bytes.length - overlap));
        return found;
      };
    },
    isIn(texts) {
      const forms = long.map((form) => form.toLowerCase());
      const holds = (text: string): boolean => forms.some((form) => text.toLowerCase().includes(form));
      return texts.some((text) => short.includes(text) || holds(text));
    },
  };
}

/**
 * A secret (printable ASCII) as it is, escaped for JSON and for a URL, in hex, and in base64 at each place of a longer
 * text. A short one only as it is: other forms are in many texts by chance.
 */
export function encodings(secret: string): readonly string[] {
  if (secret.length < SHORTEST) return [secret];
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].map((place) => base64At(bytes, place));
  const base64url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const escaped = [JSON.stringify(secret).slice(1, -1), secret.isWellFormed() ? encodeURIComponent(secret) : secret];
  return [...new Set([secret, ...escaped, hex, hex.toUpperCase(), ...base64, ...base64url])];
}

/** The base64 of bytes at a place (mod 3) of the encoded text, without the characters that their neighbours change. */
function base64At(bytes: Buffer, place: number): string {
  const encoded = Buffer.concat([Buffer.alloc(place), bytes]).toString('base64');
  return encoded.slice(Math.ceil((place * 8) / 6), Math.floor(((place + bytes.length) * 8) / 6));
}

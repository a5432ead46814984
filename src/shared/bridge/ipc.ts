/** Names of the IPC channels; apart from all else so that the preload does not carry the schema library. */
export const channels = {
  call: 'dropslip:call',
  fileCall: 'dropslip:file-call',
  /** The preload tells of the files of a gesture before any call can be about them. */
  filesGiven: 'dropslip:files-given',
  event: 'dropslip:event',
} as const;

// Without the schema library, which the preload does not carry.

/** Files of one gesture. A folder is one, whatever is in it. */
export const MOST_GIVEN = 200_000;

/** So many of the last gestures are remembered: a file and its receipt may come one after the other, with tries in between. */
export const GESTURES_REMEMBERED = 32;

/** A list of look-ups has three members for each of 200,000 entries, and some more for a few; nothing else has as many. */
const MOST_VALUES = 1_500_000;
const MOST_ELEMENTS = 200_000;
const MOST_MEMBERS = 100;
const MOST_SIGNS = 32 * 1024 * 1024;
/** The days of a name with a date, of a line that is read without its decoration, of a list of look-ups. */
const DEEPEST = 7;

/** Besides texts. A `bigint` has as many digits as a page likes; no call has one, nor anything else that is not here. */
const isCounted: ReadonlySet<string> = new Set(['number', 'boolean', 'undefined']);

/**
 * Whether what a page sends is of a size that some call needs: looked at in the preload, where it holds nobody but the page
 * itself, and again in main before anything else is. What it is, is for the call's schema to say.
 */
export function isOfCallSize(input: unknown): boolean {
  let values = 0;
  let signs = 0;
  const fits = (value: unknown, depth: number): boolean => {
    values += 1;
    if (values > MOST_VALUES || depth > DEEPEST) return false;
    if (typeof value === 'string') {
      signs += value.length;
      return signs <= MOST_SIGNS;
    }
    if (typeof value !== 'object' || value === null) return value === null || isCounted.has(typeof value);
    if (Array.isArray(value)) {
      if (value.length > MOST_ELEMENTS || Object.keys(value).length !== value.length) return false;
      for (let index = 0; index < value.length; index += 1) if (!fits(value[index], depth + 1)) return false;
      return true;
    }
    if (!isPlain(value)) return false;
    let members = 0;
    for (const name in value) {
      members += 1;
      signs += name.length;
      if (members > MOST_MEMBERS || !fits(Reflect.get(value, name), depth + 1)) return false;
    }
    return signs <= MOST_SIGNS;
  };
  return fits(input, 0);
}

/**
 * Not an error, a pattern, a buffer or whatever else has contents that are no members. Told by its ancestry, since values
 * come from another realm: what a plain object is made after is itself made after nothing.
 */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null);
}

/** A question that main asks in a window of its own, out of reach of the page that made it necessary. */
export type Question = {
  readonly title: string;
  readonly text: string;
  /** Shown in a box of its own, letter for letter. */
  readonly subject: string;
  /** What must be there to be compared, and is read by few: shown in a quieter box below, whole. */
  readonly details?: string;
  readonly confirm: string;
  readonly tone: 'plain' | 'warning';
};

export type ConsentApi = {
  readonly question: () => Promise<Question>;
  readonly answer: (confirmed: boolean) => void;
};

export const consentChannels = {
  question: 'dropslip:question',
  answer: 'dropslip:answer',
} as const;

/** Names of the IPC channels. This module has no imports, so that the preload does not load the schema library. */
export const channels = {
  call: 'dropslip:call',
  fileCall: 'dropslip:file-call',
  event: 'dropslip:event',
} as const;

/** Files of one gesture. A folder counts as one. */
export const MOST_GIVEN = 200_000;

/** The largest input is a list of look-ups: 200,000 entries with three members each, some with a few more. */
const MOST_VALUES = 1_500_000;
const MOST_ELEMENTS = 200_000;
const MOST_MEMBERS = 100;
const MOST_SIGNS = 32 * 1024 * 1024;
/** The depth of the days of a decorated line in a list of look-ups. */
const DEEPEST = 7;

/** Types besides strings. A `bigint` can have any number of digits; no call contains one, or any other type. */
const isCounted: ReadonlySet<string> = new Set(['number', 'boolean', 'undefined']);

/**
 * True if the size of an input is within the limits of all calls. The preload checks it, where only the page itself
 * would block, and main checks it again first. The call's schema checks the content.
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
 * False for errors, patterns, buffers and other values with hidden contents. Checks the prototype chain, because
 * values come from another realm: the prototype of a plain object's prototype is null.
 */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null);
}

/** A question that main asks in a separate window, which the page cannot reach. */
export type Question = {
  readonly title: string;
  readonly text: string;
  /** Shown in a box, without changes. */
  readonly subject: string;
  /** Text that few users read but that must be complete for comparison. Shown in a quieter box below. */
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

/** A list of look-ups has three members for each of 200,000 entries; nothing else has as many. */
const MOST_VALUES = 1_000_000;
const MOST_ELEMENTS = 200_000;
const MOST_MEMBERS = 100;
const MOST_SIGNS = 32 * 1024 * 1024;
const DEEPEST = 6;

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
    // As long as a page likes, and no call has any.
    if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return false;
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) {
      if (value.length > MOST_ELEMENTS) return false;
      for (let index = 0; index < value.length; index += 1) if (!fits(value[index], depth + 1)) return false;
      return true;
    }
    // What is in any other object (bytes, an error's message, a pattern) would not be counted.
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

/** Whichever window or process it was made in: nothing stands between it and the object that all others come from. */
function isPlain(value: object): boolean {
  const from: unknown = Object.getPrototypeOf(value);
  return from === null || (typeof from === 'object' && Object.getPrototypeOf(from) === null);
}

/** In bytes, or a unit that nobody counts by 1000: what `MB` is, each service knows for itself. */
const units: ReadonlyMap<string, number> = new Map([
  ['bytes', 1],
  ['byte', 1],
  ['b', 1],
  ['kib', 1024],
  ['mib', 1024 ** 2],
  ['gib', 1024 ** 3],
]);

const amount = String.raw`(\d{1,3}(?:[, _]\d{3})+|\d{1,15})\s*(bytes?|b|[kmg]ib)\b`;
const named = new RegExp(String.raw`\b(?:limit|max(?:imum)?|at most|up to)\b[^\d]{0,40}${amount}`, 'gi');

/** The most bytes that a service says it takes, in its words of a refusal; null where they do not say it beyond doubt. */
export function payloadLimitIn(words: string): number | null {
  const limits = new Set(
    [...words.matchAll(named)].map(([, digits = '', unit = '']) => {
      return Number(digits.replace(/\D/g, '')) * (units.get(unit.toLowerCase()) ?? Number.NaN);
    }),
  );
  const [limit] = limits;
  return limits.size === 1 && limit !== undefined && Number.isSafeInteger(limit) && limit > 0 ? limit : null;
}

export type DatePart = 'day' | 'month' | 'year';
type Unit = 'day' | 'week' | 'month';

/** The words for dates of a language, of English, and the long ones of some others, all in small letters. */
export type DateWords = {
  /** 1 to 12. */
  readonly months: ReadonlyMap<string, number>;
  /** 0 is Sunday. */
  readonly weekdays: ReadonlyMap<string, number>;
  /** `yesterday`, `last month`: so many units from now, 0 or less. */
  readonly relative: ReadonlyMap<string, { readonly unit: Unit; readonly from: number }>;
  /** `3 days ago`, in one of the ways in which these languages say it. */
  readonly ago: (count: number) => ReadonlyMap<string, { readonly unit: Unit; readonly from: number }>;
  /** What stands beside a day of the week that was. */
  readonly last: ReadonlySet<string>;
  /** How the parts of a date in numbers follow each other. */
  readonly order: readonly DatePart[];
};

const last = new Set(
  [
    'last past',
    'letzten letzter letzte letztes vorigen',
    'dernier passé',
    'pasado último',
    'scorso',
    'passado',
    'vorige',
  ]
    .join(' ')
    .split(' '),
);

/** Two letters are sooner the beginning of something else. */
const SHORTEST_WEEKDAY = 3;
const back: Readonly<Record<Unit, readonly number[]>> = { day: [0, -1, -2], week: [0, -1], month: [0, -1] };
const units = ['day', 'week', 'month'] as const;

/** Whoever writes to support writes `gestern` whatever this computer speaks. Their short words would be names too often. */
const alsoRead = ['de', 'fr', 'es', 'it', 'pt', 'nl'] as const;

const known = new Map<string | undefined, DateWords>();

/** Made once for each language: a list asks for them line by line. */
export function dateWordsOf(locale: string | undefined): DateWords {
  const words = known.get(locale) ?? makeWords(locale);
  known.set(locale, words);
  return words;
}

function makeWords(locale: string | undefined): DateWords {
  const months = new Map<string, number>();
  const weekdays = new Map<string, number>();
  const relative = new Map<string, { readonly unit: Unit; readonly from: number }>();
  const own = [locale, 'en'];
  for (const language of [...own, ...alsoRead]) {
    const add = <Value>(words: Map<string, Value>, word: string | undefined, value: Value): void => {
      const plain = word?.toLocaleLowerCase(language).replace(/\.$/, '') ?? '';
      // The language of the person comes first.
      if (plain !== '' && !/^\d/.test(plain) && !words.has(plain)) words.set(plain, value);
    };
    for (const style of own.includes(language) ? (['long', 'short'] as const) : (['long'] as const)) {
      for (const beside of [{}, { day: 'numeric' }] as const) {
        const format = formatOf(language, { month: style, ...beside });
        for (let month = 1; month <= 12; month += 1) {
          add(months, partOf(format, 'month', Date.UTC(2026, month - 1, 15)), month);
        }
      }
      const format = formatOf(language, { weekday: style });
      for (let weekday = 0; weekday < 7; weekday += 1) {
        // The first of February 2026 is a Sunday.
        const word = partOf(format, 'weekday', Date.UTC(2026, 1, 1 + weekday));
        if ((word?.replace(/\.$/, '').length ?? 0) >= SHORTEST_WEEKDAY) add(weekdays, word, weekday);
      }
    }
    const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    for (const unit of units) for (const from of back[unit]) add(relative, format.format(from, unit), { unit, from });
  }
  const ago = agoWords(own);
  return { months, weekdays, relative, ago, last, order: orderOf(locale) };
}

/** Made by saying what it could be, since each language puts the number in another place. */
function agoWords(languages: readonly (string | undefined)[]): DateWords['ago'] {
  const formats = languages.map((language) => new Intl.RelativeTimeFormat(language));
  return (count) => {
    const words = new Map<string, { readonly unit: Unit; readonly from: number }>();
    for (const format of formats) {
      const { locale } = format.resolvedOptions();
      for (const unit of units) {
        words.set(format.format(-count, unit).toLocaleLowerCase(locale), { unit, from: -count });
      }
    }
    return words;
  };
}

const formatOf = (language: string | undefined, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { calendar: 'gregory', timeZone: 'UTC', ...style });

const partOf = (format: Intl.DateTimeFormat, part: 'month' | 'weekday', at: number): string | undefined =>
  format.formatToParts(at).find(({ type }) => type === part)?.value;

function orderOf(locale: string | undefined): readonly DatePart[] {
  return formatOf(locale, { dateStyle: 'short' })
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
}

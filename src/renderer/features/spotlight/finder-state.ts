import { useSpotlight } from '@mantine/spotlight';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Match, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import type { LookupDays, LookupKeys } from '../../../shared/lookup-keys.ts';
import { windowApi } from '../../data/calls.ts';
import { daysRead, readLookupText, SHORTEST_TYPED, TYPING_PAUSE_MS } from '../lookup/index.ts';
import type { Command } from './commands.ts';
import { spotlightStore } from './index.ts';

/**
 * Keeps one entry of the finder selected while they come and go: the first, until the person moves on. Returns what
 * a screen reader should say of it. `entries`: the keys of those that there are now, in their order; `list`: what they are in,
 * once it is drawn, which is a moment after the finder has opened; `around`: what is said beside them.
 */
export function useSelection(entries: readonly string[], list: HTMLElement | null, around: Around): string {
  const { opened, selected } = useSpotlight(spotlightStore);
  const [spoken, setSpoken] = useState('');
  const { isNear, reading } = around;
  const order = entries.join('\n');

  // Before the next key can be pressed: Enter takes what is seen.
  useLayoutEffect(() => {
    if (!opened || list === null) {
      setSpoken('');
      return;
    }
    const count = order === '' ? 0 : order.split('\n').length;
    const chosen = select(list, selected);
    const what = chosen === null ? '' : entryWords(partsOf(chosen));
    setSpoken(spokenWords({ what, count, isFirst: selected <= 0, isNear, reading }));
  }, [opened, list, selected, order, isNear, reading]);

  return spoken;
}

/**
 * The finder selects when the query changes; what is found later comes after that, and before others. `selected`: where the
 * selection was; only the person takes it from the first entry.
 */
function select(list: HTMLElement, selected: number): Element | null {
  const all = [...list.querySelectorAll('[data-action]')];
  const before = list.querySelector('[data-selected]');
  const chosen = (selected > 0 ? before : null) ?? all[0] ?? null;
  if (chosen === null) return null;
  if (before !== chosen) before?.removeAttribute('data-selected');
  chosen.setAttribute('data-selected', 'true');
  const at = all.indexOf(chosen);
  if (at !== selected) spotlightStore.updateState((state) => ({ ...state, selected: at }));
  return chosen;
}

/** Marks a part of an entry that is said by itself. */
export const PART = { 'data-part': true } as const;

const parts = '[data-part], .mantine-Spotlight-actionLabel, .mantine-Spotlight-actionDescription';

function partsOf(entry: Element): readonly string[] {
  return [...entry.querySelectorAll(parts)].map((part) => part.textContent ?? '');
}

const SHOWN = 8;
const nothing: SearchAnswer = { matches: [], more: false, nearest: null };

type Found = {
  readonly matches: readonly Match[];
  /** Offered where nothing fits. */
  readonly nearest: readonly Match[];
  /** As which days the text, or a part of it, was understood. */
  readonly days: LookupDays | null;
  /** More was typed since: what fits that is not there yet. */
  readonly isStale: boolean;
};

type Answered = { readonly query: string; readonly answer: SearchAnswer; readonly days: LookupDays | null };

/** The submissions kept here that fit what is typed; what is kept alone, nobody is asked. */
export function useFound(query: string): Found {
  const [found, setFound] = useState<Answered>({ query: '', answer: nothing, days: null });

  useEffect(() => {
    const keys = keysOf(query);
    if (keys === null) {
      setFound({ query, answer: nothing, days: null });
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      void windowApi()
        .call('lookup.search', keys)
        .then((answer) => {
          const days = answer.ok ? daysRead(keys, answer.value) : null;
          if (current) setFound({ query, answer: answer.ok ? answer.value : nothing, days });
        });
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [query]);

  const { matches, nearest } = found.answer;
  return {
    matches: matches.slice(0, SHOWN),
    nearest: nearest?.matches ?? [],
    days: found.days,
    isStale: found.query !== query,
  };
}

/** What fits best now: for who presses Enter before it is there to be seen. Null when nothing does. */
export async function bestOf(query: string): Promise<Match | null> {
  const keys = keysOf(query);
  const answer = keys === null ? null : await windowApi().call('lookup.search', keys);
  return answer?.ok ? (answer.value.matches[0] ?? null) : null;
}

/** Whether this is for the look-up screen: a list, or an id that the service is to be asked about. */
export function isForLookup(query: string): boolean {
  const read = readLookupText(query, navigator.language, Date.now());
  return read.kind === 'list' || (read.kind === 'one' && read.keys.id !== null);
}

function keysOf(query: string): LookupKeys | null {
  const read = query.trim().length < SHORTEST_TYPED ? null : readLookupText(query, navigator.language, Date.now());
  return read?.kind === 'one' ? read.keys : null;
}

type Grouped = Pick<Command, 'group' | 'label'>;

/** Whether the command's own name begins with what is typed: no submission is meant sooner than it. */
export function isNamed({ group, label }: Grouped, query: string): boolean {
  const typed = query.trim().toLocaleLowerCase();
  return group !== 'Accounts' && typed !== '' && label.toLocaleLowerCase().startsWith(typed);
}

/**
 * The commands that fit, before and after the submissions that do. Another account pays for what follows: nobody gets there
 * with Enter who could have meant anything else.
 */
export function arranged<One extends Grouped>(
  fitting: readonly One[],
  query: string,
  hasSubmissions: boolean,
): { readonly before: readonly One[]; readonly after: readonly One[] } {
  if (query.trim() === '') return { before: fitting, after: [] };
  const inOrder = [
    ...fitting.filter((command) => isNamed(command, query)),
    ...fitting.filter((command) => !isNamed(command, query) && command.group !== 'Accounts'),
    ...fitting.filter(({ group }) => group === 'Accounts'),
  ];
  if (!hasSubmissions) return { before: inOrder, after: [] };
  const named = inOrder.filter((command) => isNamed(command, query));
  return { before: named, after: inOrder.slice(named.length) };
}

type Around = {
  /** Nothing fits: the entries are what was perhaps meant. */
  readonly isNear: boolean;
  /** As what a date was understood; null where there is none. */
  readonly reading: string | null;
};

type Heard = Around & {
  readonly what: string;
  readonly count: number;
  readonly isFirst: boolean;
};

export const NOTHING_FITS = 'No match. Did you mean';

/** What a screen reader says of the finder: what is seen of it, and what stands over the entries once for all of them. */
export function spokenWords({ what, count, isFirst, isNear, reading }: Heard): string {
  const date = isFirst && reading !== null ? ` ${reading}.` : '';
  if (count === 0) return `No match.${date}`;
  const entries = count === 1 ? 'one entry' : `${count} entries`;
  return `${isNear && isFirst ? `${NOTHING_FITS}: ` : ''}${what}, ${entries}.${date}`;
}

/** An entry as it is said: what is seen of it in several places, with pauses between them. */
export function entryWords(parts: readonly string[]): string {
  return parts
    .flatMap((part) => part.split(' · '))
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
}

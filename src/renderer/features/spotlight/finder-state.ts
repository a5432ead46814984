import { useSpotlight } from '@mantine/spotlight';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { LookupDays, LookupKeys, Match, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import { windowApi } from '../../data/window-api.ts';
import { daysRead, readLookupText, SHORTEST_TYPED, TYPING_PAUSE_MS } from '../lookup/index.ts';
import { spotlightStore } from './finder-store.ts';
import { type Around, entryWords, spokenWords } from './finder-words.ts';

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

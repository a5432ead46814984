import { createSpotlight, useSpotlight } from '@mantine/spotlight';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Match } from '../../../shared/bridge/lookup.ts';
import { windowApi } from '../../data/window-api.ts';
import { readLookupText, SHORTEST_TYPED, TYPING_PAUSE_MS } from '../lookup/index.ts';

/** Whether the finder is open, and what is selected in it. */
export const [spotlightStore, finder] = createSpotlight();

/**
 * Keeps one entry of the finder selected while they come and go: the first, until the person moves on. Returns what
 * a screen reader should say of it. `count`: how many entries there are now; `list`: what they are in, once it is drawn,
 * which is a moment after the finder has opened.
 */
export function useSelection(count: number, list: HTMLElement | null): string {
  const { opened, selected } = useSpotlight(spotlightStore);
  const [spoken, setSpoken] = useState('');

  // Before the next key can be pressed: Enter takes what is seen.
  useLayoutEffect(() => {
    if (!opened || list === null) {
      setSpoken('');
      return;
    }
    const chosen = (selected < 0 ? null : list.querySelector('[data-selected]')) ?? selectFirst(list);
    const what = chosen?.textContent ?? '';
    setSpoken(count === 0 ? 'Nothing fits' : `${what}, ${count === 1 ? 'one entry' : `${count} entries`}`);
  }, [opened, list, selected, count]);

  return spoken;
}

/** The finder selects when the query changes; what is found later comes after that. */
function selectFirst(list: HTMLElement): Element | null {
  const first = list.querySelector('[data-action]');
  if (first === null) return null;
  first.setAttribute('data-selected', 'true');
  spotlightStore.updateState((state) => ({ ...state, selected: 0 }));
  return first;
}

const SHOWN = 8;
/** The submissions kept here that fit what is typed; what is kept alone, nobody is asked. */
export function useFound(query: string): readonly Match[] {
  const [found, setFound] = useState<readonly Match[]>([]);

  useEffect(() => {
    const read = query.trim().length < SHORTEST_TYPED ? null : readLookupText(query, navigator.language, Date.now());
    if (read?.kind !== 'one') {
      setFound([]);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      void windowApi()
        .call('lookup.search', read.keys)
        .then((answer) => {
          if (current) setFound(answer.ok ? answer.value.matches.slice(0, SHOWN) : []);
        });
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [query]);

  return found;
}

import { useSpotlight } from '@mantine/spotlight';
import { useLayoutEffect, useState } from 'react';
import { spotlightStore } from './spotlight-store.ts';

/**
 * Keeps one entry of the finder selected while they come and go: the first, until the person moves on. Returns what a
 * screen reader should say of it. `count`: how many entries there are now.
 */
export function useSelection(count: number): string {
  const { opened, listId, selected } = useSpotlight(spotlightStore);
  const [spoken, setSpoken] = useState('');

  // Before the next key can be pressed: Enter takes what is seen.
  useLayoutEffect(() => {
    if (!opened) {
      setSpoken('');
      return;
    }
    const list = document.getElementById(listId);
    const chosen = (selected < 0 ? null : list?.querySelector('[data-selected]')) ?? selectFirst(list);
    const what = chosen?.textContent ?? '';
    setSpoken(count === 0 ? 'Nothing fits' : `${what}, ${count === 1 ? 'one entry' : `${count} entries`}`);
  }, [opened, listId, selected, count]);

  return spoken;
}

/** The finder selects when the query changes; what is found later comes after that. */
function selectFirst(list: HTMLElement | null): Element | null {
  const first = list?.querySelector('[data-action]') ?? null;
  if (first === null) return null;
  first.setAttribute('data-selected', 'true');
  spotlightStore.updateState((state) => ({ ...state, selected: 0 }));
  return first;
}

import { useEffect, useState } from 'react';
import type { Match } from '../../../shared/bridge/lookup.ts';
import { readLookupText } from '../../../shared/lookup-text.ts';
import { windowApi } from '../../data/window-api.ts';

const SHOWN = 8;
/** One letter fits everything. */
const SHORTEST = 2;
const TYPING_PAUSE_MS = 60;

/** The submissions kept here that fit what is typed; what is kept alone, nobody is asked. */
export function useFound(query: string): { readonly found: readonly Match[]; readonly prepare: () => void } {
  const [found, setFound] = useState<readonly Match[]>([]);

  useEffect(() => {
    const read = query.trim().length < SHORTEST ? null : readLookupText(query, navigator.language, Date.now());
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

  return { found, prepare: () => void windowApi().call('lookup.prepare', {}) };
}

import { useState } from 'react';
import { needsLook, type TokenBalance } from '../../../shared/bridge/balances.ts';
import { findByWords } from '../../ui/search/words.ts';
import { tokenTitle } from './balance-words.ts';

/** Hardly anybody has more. A service may list tens of thousands, and a card of each would hold the window for minutes. */
export const SOME = 50;

/** Those of the tokens that are shown at first, more on demand, or those that are searched for by name, address or id. */
export function useSomeTokens(tokens: readonly TokenBalance[]) {
  const [text, setText] = useState('');
  const [most, setMost] = useState(SOME);
  const matching = findTokens(tokens, text);
  return {
    all: tokens.length,
    matched: matching.length,
    tokens: matching.slice(0, most),
    text,
    find: (next: string): void => {
      setText(next);
      setMost(SOME);
    },
    showMore: (): void => setMost(most + SOME),
  };
}

/** In the service's order; of more than are shown, those first that somebody should look at. */
export function findTokens(tokens: readonly TokenBalance[], text: string): readonly TokenBalance[] {
  if (tokens.length <= SOME) return tokens;
  const found = findByWords(tokens, text, (token) => [tokenTitle(token), token.tokenAddress, token.tokenDetailsId]);
  return [...found.filter(needsLook), ...found.filter((token) => !needsLook(token))];
}

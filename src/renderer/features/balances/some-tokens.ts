import { useState } from 'react';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { findByWords } from '../../ui/search.ts';
import { tokenTitle } from './balance-words.ts';

/** A service may list tens of thousands, and drawing a card of each would block the window for minutes. */
export const SOME = 50;

/** The tokens to show: the first, more on demand, or those that match a search for a name, an address or an id. */
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

/** In the service's order. If there are more than are shown, low ones come first. */
export function findTokens(tokens: readonly TokenBalance[], text: string): readonly TokenBalance[] {
  if (tokens.length <= SOME) return tokens;
  const found = findByWords(tokens, text, (token) => [tokenTitle(token), token.tokenAddress, token.tokenDetailsId]);
  return [...found.filter(({ isLow }) => isLow), ...found.filter(({ isLow }) => !isLow)];
}

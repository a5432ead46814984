import { deferred } from '../../ui/deferred.tsx';

export { lookUp, SHORTEST_TYPED, TYPING_PAUSE_MS } from './commands.ts';
export { listenForLookups, useOtherAccount } from './lookup-state.ts';
export { readLookupText } from './lookup-text.ts';
export { daysRead, keyWords, matchWords, readingWords } from './lookup-words.ts';
export { Reason } from './Matches.tsx';

export const LookupScreen = deferred(async () => (await import('../../after-first-view.ts')).LookupScreen);

import { deferred } from '../../ui/deferred.tsx';

export { Reason } from './answers/Matches.tsx';
export { lookUp } from './commands.ts';
export { readLookupText } from './input/lookup-text.ts';
export { listenForLookups } from './lookup-events.ts';
export { daysRead, keyWords, matchWords, readingWords } from './lookup-words.ts';
export { useOtherAccount } from './other-account.ts';
export { SHORTEST_TYPED, TYPING_PAUSE_MS } from './typing.ts';

export const LookupScreen = deferred(async () => (await import('../../after-first-view.ts')).LookupScreen);

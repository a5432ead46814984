import { deferred } from '../../ui/deferred.tsx';

export { importReceipts, lookUp, SHORTEST_TYPED, TYPING_PAUSE_MS } from './commands.ts';
export { listenForLookups, useOtherAccount } from './lookup-state.ts';
export { readLookupText } from './lookup-text.ts';
export { matchWords } from './lookup-words.ts';
export { replyAbout, TimeLine, useTimeLine } from './TimeLine.tsx';

export const LookupScreen = deferred(async () => (await import('../../after-first-view.ts')).LookupScreen);

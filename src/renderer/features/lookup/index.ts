export { Reason } from './answers/Matches.tsx';
export { listenForLookups } from './commands.ts';
export { LookupScreen } from './LookupScreen.tsx';
export { keyWords, matchWords } from './lookup-words.ts';

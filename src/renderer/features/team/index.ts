export { TeamPreferences } from './TeamPreferences.tsx';
export { AloneLine, TeamWait } from './TeamWait.tsx';

export { UpdatesPreferences } from './Updates.tsx';

export { UpdateNotice } from './UpdateNotice.tsx';
export { UpdatesPreferences } from './UpdatesPreferences.tsx';

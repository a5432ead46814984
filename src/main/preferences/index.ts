export { type PreferenceHandlerParts, preferenceHandlers } from './calls.ts';
export { DownloadsFolder } from './downloads-folder.ts';
export { Preferences } from './preferences.ts';

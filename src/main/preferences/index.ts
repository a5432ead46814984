export { type PreferenceHandlerParts, preferenceHandlers } from './calls.ts';
export { Preferences } from './preferences.ts';

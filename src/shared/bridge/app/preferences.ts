import { changedPreferences } from '../../preferences.ts';
import { call } from '../call/call.ts';

/** How the window looks. The page gets what is kept with its first line, so that it never looks otherwise first. */
export const preferenceCalls = {
  'preferences.change': call({ changed: changedPreferences }),
} as const;

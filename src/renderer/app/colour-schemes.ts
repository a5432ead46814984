import type { MantineColorSchemeManager } from '@mantine/core';
import { changePreferences, usePreferences } from '../data/preferences.ts';

/** Main keeps the appearance, and the page came with it. */
export const colourSchemes: MantineColorSchemeManager = {
  get: () => usePreferences.getState().appearance,
  set: (appearance) => void changePreferences({ appearance }),
  clear: () => void changePreferences({ appearance: 'auto' }),
  // Nothing else changes it.
  subscribe: () => undefined,
  unsubscribe: () => undefined,
};

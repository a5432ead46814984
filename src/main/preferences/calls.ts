import type { Handlers } from '../../shared/bridge/bridge.ts';
import type { Preferences } from './preferences.ts';

export type PreferenceHandlerParts = { readonly preferences: Preferences };

/** The calls about how the window looks. */
export function preferenceHandlers({ preferences }: PreferenceHandlerParts): Handlers<'preferences'> {
  return {
    'preferences.change': ({ changed }) => preferences.change(changed),
  };
}

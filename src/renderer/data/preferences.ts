import { create } from 'zustand';
import {
  type ChangedPreferences,
  type Preferences,
  standardPreferences,
  withChanges,
} from '../../shared/preferences.ts';
import { change } from './calls.ts';

/** The user's preferences for the window. Main stores them and sends them with the page. */
export const usePreferences = create<Preferences>(givenWithPage);

/**
 * Applies a change at once and has main save it. If main cannot save it, as on a full disk, it lasts until the window
 * closes. Returns true if it was saved.
 */
export async function changePreferences(changed: ChangedPreferences): Promise<boolean> {
  usePreferences.setState((chosen) => withChanges(chosen, changed));
  return (await change('preferences.change', { changed })) === null;
}

/** Reads the preferences that main put into the page. */
function givenWithPage(): Preferences {
  const given = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="preferences"]');
  return given === undefined || given === null ? standardPreferences : JSON.parse(given.content);
}

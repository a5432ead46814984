import { create } from 'zustand';
import {
  type ChangedPreferences,
  type Preferences,
  standardPreferences,
  withChanges,
} from '../../shared/preferences.ts';
import { change } from './calls.ts';

/** What the person has chosen of how the window looks: what main keeps, which came with the page. */
export const usePreferences = create<Preferences>(givenWithPage);

/** Seen at once, and kept by main. What main can't keep, as on a full disk, is so for as long as the window is open. */
export async function changePreferences(changed: ChangedPreferences): Promise<boolean> {
  usePreferences.setState((chosen) => withChanges(chosen, changed));
  return (await change('preferences.change', { changed })) === null;
}

/** Main has read them already. */
function givenWithPage(): Preferences {
  const given = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="preferences"]');
  return given === undefined || given === null ? standardPreferences : JSON.parse(given.content);
}

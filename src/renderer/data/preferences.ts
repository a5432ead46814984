import { create } from 'zustand';
import { type ChangedPreferences, type Preferences, readPreferences, withChanges } from '../../shared/preferences.ts';
import { change } from './calls.ts';

/** What the person has chosen of how the window looks: what main keeps, which came with the page. */
export const usePreferences = create<Preferences>(() => readPreferences(givenWithPage()));

/** Seen at once, and kept by main. What main can't keep, as on a full disk, is so for as long as the window is open. */
export async function changePreferences(changed: ChangedPreferences): Promise<boolean> {
  usePreferences.setState((chosen) => withChanges(chosen, changed));
  return (await change('preferences.change', { changed })) === null;
}

function givenWithPage(): unknown {
  try {
    return JSON.parse(globalThis.document?.querySelector<HTMLMetaElement>('meta[name="preferences"]')?.content ?? '');
  } catch {
    return null;
  }
}

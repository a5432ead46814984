import { nativeTheme } from 'electron';
import type { Preferences } from '../../shared/preferences.ts';

/** Title bars, menus, the system's dialogs and the confirmation window look as the person has chosen for the window. */
export function showAppearance({ appearance }: Pick<Preferences, 'appearance'>): void {
  nativeTheme.themeSource = appearance === 'auto' ? 'system' : appearance;
}

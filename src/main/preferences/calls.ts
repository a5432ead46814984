import type { Handlers } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/failures/failure.ts';
import type { DownloadsFolder } from './downloads-folder.ts';
import type { Preferences } from './preferences.ts';

export type PreferenceHandlerParts = { readonly preferences: Preferences; readonly downloads: DownloadsFolder };

export function preferenceHandlers({ preferences, downloads }: PreferenceHandlerParts): Handlers<'preferences'> {
  return {
    'preferences.change': ({ changed }) => preferences.change(changed),
    'preferences.downloads': async () => success(await downloads.shown()),
    'preferences.chooseDownloads': () => downloads.choose(),
    'preferences.useStandardDownloads': () => downloads.useStandard(),
  };
}

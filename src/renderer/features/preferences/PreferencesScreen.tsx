import { PreferenceGroup } from '../../ui/PreferenceGroup.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { BackgroundPreferences } from '../desktop/index.ts';
import { UpdatesPreferences } from '../updates/index.ts';
import { AppearanceChoice } from './AppearanceChoice.tsx';
import { DownloadsChoice } from './DownloadsChoice.tsx';
import { NumberFormatChoice } from './NumberFormatChoice.tsx';

/** All that the person may choose of the app as a whole; what belongs to an account or a screen is chosen there. */
export function PreferencesScreen() {
  return (
    <Screen scrolls="whole">
      <h1>Preferences</h1>
      <div>
        <PreferenceGroup title="Appearance">
          <AppearanceChoice />
        </PreferenceGroup>
        <BackgroundPreferences />
        <PreferenceGroup title="Downloads folder">
          <DownloadsChoice />
        </PreferenceGroup>
        <PreferenceGroup title="Number format">
          <NumberFormatChoice />
        </PreferenceGroup>
        <UpdatesPreferences />
      </div>
    </Screen>
  );
}

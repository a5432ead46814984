import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { PreferenceGroup } from '../../ui/PreferenceGroup.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { openAbout } from '../about/index.ts';
import { UpdatesPreferences } from '../updates/index.ts';
import { AppearanceChoice } from './AppearanceChoice.tsx';
import { BackgroundChoices } from './BackgroundChoices.tsx';
import { DownloadsChoice } from './DownloadsChoice.tsx';
import { NumberFormatChoice } from './NumberFormatChoice.tsx';
import classes from './Preferences.module.css';

export function PreferencesScreen() {
  return (
    <Screen scrolls="whole">
      <div className={classes.head}>
        <h1>Preferences</h1>
        <Button
          variant="default"
          leftSection={<IconInfoCircle size={18} stroke={1.7} aria-hidden="true" />}
          onClick={openAbout}
        >
          About Dropslip
        </Button>
      </div>
      <div>
        <PreferenceGroup title="Appearance">
          <AppearanceChoice />
        </PreferenceGroup>
        <BackgroundChoices />
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

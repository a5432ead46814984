import {
  Button,
  type MantineColorScheme,
  NativeSelect,
  Radio,
  SegmentedControl,
  Stack,
  Switch,
  useMantineColorScheme,
} from '@mantine/core';
import { IconDeviceDesktop, IconFolder, IconInfoCircle, IconMoon, IconSun, type TablerIcon } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import type { Preferences } from '../../../shared/preferences.ts';
import { type FolderChoice, folderChoices } from '../../../shared/submissions/queue-settings.ts';
import { rowText } from '../../../shared/text.ts';
import { windowApi } from '../../data/calls.ts';
import { changePreferences, usePreferences } from '../../data/preferences.ts';
import { callQuery, useOnLook } from '../../data/queries.ts';
import { useActiveAccountId, useWindowStore } from '../../data/window-state.ts';
import { showDialog } from '../../ui/dialogs.ts';
import { ActionButton } from '../../ui/IconButton.tsx';
import { changeOrNotify } from '../../ui/notes.tsx';
import { PreferenceGroup } from '../../ui/PreferenceGroup.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { isMac } from '../../ui/shortcuts.ts';
import { TeamPreferences } from '../team/index.ts';
import { UpdatesPreferences } from '../updates/index.ts';
import { closingChoices, closingNote, loginNote } from './background-words.ts';
import classes from './Preferences.module.css';

const state = callQuery('desktop.state', null, {});

function BackgroundChoices() {
  const client = useQueryClient();
  const { data } = useQuery(state);
  const [problem, setProblem] = useState<string | null>(null);
  const whenClosed = usePreferences((chosen) => chosen.whenClosed);
  // The user may have changed both in the system settings.
  useOnLook(useCallback(() => void client.invalidateQueries({ queryKey: state.queryKey }), [client]));
  if (data === undefined) return null;
  const { hasTray, startAtLogin } = data;

  const setStartAtLogin = async (on: boolean): Promise<void> => {
    const answer = await windowApi().call('desktop.startAtLogin', { on });
    setProblem(answer.ok ? null : failureMessage(answer.error));
    if (answer.ok) client.setQueryData(state.queryKey, answer.value);
  };

  return (
    <PreferenceGroup title="Background">
      <Radio.Group
        label="When the window is closed"
        description={closingNote(hasTray, isMac)}
        value={whenClosed === 'stay' && !hasTray ? 'ask' : whenClosed}
        onChange={(value) => void changePreferences({ whenClosed: value as Preferences['whenClosed'] })}
      >
        <Stack gap="xs" mt="xs">
          {closingChoices(hasTray, isMac).map(({ value, label, disabled }) => (
            <Radio key={value} value={value} label={label} disabled={disabled} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        mt="xs"
        label="Start Dropslip when I sign in"
        description={loginNote(startAtLogin, hasTray, isMac)}
        checked={startAtLogin === 'on' || startAtLogin === 'needs-approval'}
        disabled={startAtLogin === 'not-installed'}
        onChange={(event) => void setStartAtLogin(event.currentTarget.checked)}
      />
      {problem !== null && <p role="alert">{problem}</p>}
    </PreferenceGroup>
  );
}

const folderNames: { readonly [Choice in FolderChoice]: string } = {
  ask: 'Ask me each time',
  together: 'Keep it together',
  separate: 'Each file separately',
};

function FoldersChoice() {
  const client = useQueryClient();
  const accountId = useActiveAccountId();
  const name = useWindowStore(({ accounts }) => accounts.find(({ id }) => id === accountId)?.name ?? '');
  const query = callQuery('drops.choices', accountId, {});
  const { data: choices } = useQuery(query);
  if (choices === undefined) return null;
  const choose = async (chosen: string): Promise<void> => {
    const folders = folderChoices.find((choice) => choice === chosen) ?? 'ask';
    await changeOrNotify('drops.choose', { ...choices, folders });
    await client.invalidateQueries({ queryKey: query.queryKey });
  };
  return (
    <PreferenceGroup title="When you drop a folder">
      <NativeSelect
        aria-label="When you drop a folder"
        description={`For ${rowText(name)}. Each account has its own choice.`}
        data={folderChoices.map((value) => ({ value, label: folderNames[value] }))}
        value={choices.folders}
        onChange={(event) => void choose(event.currentTarget.value)}
      />
    </PreferenceGroup>
  );
}

export function PreferencesScreen() {
  return (
    <Screen scrolls="whole">
      <div className={classes.head}>
        <h1>Preferences</h1>
        <ActionButton icon={IconInfoCircle} onClick={() => showDialog('about')}>
          About Dropslip
        </ActionButton>
      </div>
      <div>
        <PreferenceGroup title="Appearance">
          <AppearanceChoice />
        </PreferenceGroup>
        <BackgroundChoices />
        <FoldersChoice />
        <PreferenceGroup title="Downloads folder">
          <DownloadsChoice />
        </PreferenceGroup>
        <TeamPreferences />
        <UpdatesPreferences />
      </div>
    </Screen>
  );
}

/** The folder for saved files. Main opens the system's folder dialog, and this shows the result. */
function DownloadsChoice() {
  const { data: folder, error, refetch } = useQuery(callQuery('preferences.downloads', null, {}));
  const [isAsking, setAsking] = useState(false);
  // Its drive may have been connected meanwhile.
  useOnLook(refetch);

  const change = async (name: 'preferences.chooseDownloads' | 'preferences.useStandardDownloads'): Promise<void> => {
    setAsking(true);
    await changeOrNotify(name, {});
    await refetch();
    setAsking(false);
  };

  return (
    <>
      <p className={classes.soft}>Receipts, exports and downloads are saved here.</p>
      {error !== null && <p role="alert">{error.message}</p>}
      {folder !== undefined && (
        <>
          <p className={classes.folder}>
            <IconFolder size={20} stroke={1.7} aria-hidden="true" />
            <bdi>{folder.path}</bdi>
          </p>
          {!folder.isThere && (
            <p role="status" className={folder.isStandard ? classes.soft : classes.missing}>
              {folder.isStandard
                ? 'This folder does not exist yet. Dropslip creates it when it saves something.'
                : 'This folder does not exist, so nothing can be saved. Connect its drive, or choose another folder.'}
            </p>
          )}
        </>
      )}
      <div className={classes.actions}>
        <Button variant="default" disabled={isAsking} onClick={() => void change('preferences.chooseDownloads')}>
          Choose another folder…
        </Button>
        {folder?.isStandard === false && (
          <Button variant="default" disabled={isAsking} onClick={() => void change('preferences.useStandardDownloads')}>
            Use the system’s folder
          </Button>
        )}
      </div>
    </>
  );
}

const choices: readonly { readonly value: MantineColorScheme; readonly label: string; readonly icon: TablerIcon }[] = [
  { value: 'auto', label: 'Same as the system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
];

function AppearanceChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Appearance"
      className={classes.choice ?? ''}
      withItemsBorders={false}
      data={choices.map(({ value, label, icon: Icon }) => ({
        value,
        label: (
          <span className={classes.label}>
            <Icon size={18} stroke={1.7} aria-hidden="true" />
            {label}
          </span>
        ),
      }))}
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
    />
  );
}

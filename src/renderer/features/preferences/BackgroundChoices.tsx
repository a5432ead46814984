import { Radio, Stack, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import type { Preferences } from '../../../shared/preferences.ts';
import { changePreferences, usePreferences } from '../../data/preferences.ts';
import { callQuery, useOnLook } from '../../data/queries.ts';
import { windowApi } from '../../data/window-api.ts';
import { PreferenceGroup } from '../../ui/PreferenceGroup.tsx';
import { isMac } from '../../ui/shortcuts/keys.ts';
import { closingChoices, closingNote, loginNote } from './background-words.ts';

const state = callQuery('desktop.state', null, {});

export function BackgroundChoices() {
  const client = useQueryClient();
  const { data } = useQuery(state);
  const [problem, setProblem] = useState<string | null>(null);
  const whenClosed = usePreferences((chosen) => chosen.whenClosed);
  // Both are the system's word, which a person may have changed meanwhile.
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

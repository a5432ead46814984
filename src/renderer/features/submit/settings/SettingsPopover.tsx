import { NativeSelect, Popover } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { folderChoices } from '../../../../shared/submissions/queue-settings.ts';
import { callQuery, queryClient } from '../../../data/queries.ts';
import { useActiveAccountId } from '../../../data/window-store.ts';
import type { Opening } from '../../../ui/deferred.tsx';
import { changeOrNotify } from '../../../ui/feedback/notes.tsx';
import { inSight } from '../../../ui/in-sight.ts';
import { LimitsButton } from './LimitsButton.tsx';
import classes from './QueueSettings.module.css';
import { SettingsForm } from './SettingsForm.tsx';

const names = {
  ask: 'Ask me each time',
  shared: 'Keep it together, small files share submissions',
  together: 'Keep it together, one submission per file',
  separate: 'Each file separately',
} as const;

function FolderSetting() {
  const accountId = useActiveAccountId();
  const query = callQuery('drops.choices', accountId, {});
  const { data: choices } = useQuery(query);
  if (choices === undefined) return null;
  const choose = async (chosen: string): Promise<void> => {
    const folders = folderChoices.find((choice) => choice === chosen) ?? 'ask';
    await changeOrNotify('drops.choose', { ...choices, folders });
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  return (
    <NativeSelect
      label="When you drop a folder"
      mb="md"
      data={Object.entries(names).map(([value, label]) => ({ value, label }))}
      value={choices.folders}
      onChange={(event) => void choose(event.currentTarget.value)}
    />
  );
}

export function SettingsPopover({ opened, setOpened, buttonRef }: Opening) {
  // Opened only once it is drawn, it knows where the focus was.
  const isThere = useMounted();
  return (
    <Popover
      opened={opened && isThere}
      onChange={setOpened}
      position="bottom-end"
      middlewares={inSight}
      width={420}
      shadow="lg"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <LimitsButton ref={buttonRef} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ''}>
        <h2 className={classes.title}>Limits</h2>
        <FolderSetting />
        <SettingsForm onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

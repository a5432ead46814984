import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { folderChoices } from '../../../../shared/submissions/queue-settings.ts';
import { callQuery, queryClient } from '../../../data/queries.ts';
import { useActiveAccountId } from '../../../data/window-store.ts';
import { changeOrNotify } from '../../../ui/feedback/notes.tsx';

const names = {
  ask: 'Ask me each time',
  shared: 'Keep it together, small files share submissions',
  together: 'Keep it together, each file in a submission of its own',
  separate: 'Each file separately',
} as const;

export function FolderSetting() {
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

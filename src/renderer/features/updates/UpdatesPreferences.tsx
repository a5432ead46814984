import { Radio } from '@mantine/core';
import { updateWords } from '../../../shared/messages/updates.ts';
import { changePreferences, usePreferences } from '../../data/preferences.ts';
import { PreferenceGroup } from '../../ui/PreferenceGroup.tsx';
import { UpdateState } from './UpdateState.tsx';
import classes from './Updates.module.css';
import { useUpdates } from './use-updates.ts';

export function UpdatesPreferences() {
  const updates = useUpdates();
  if (updates === null) return null;
  const { feed, state } = updates;
  return (
    <PreferenceGroup title="Updates">
      {feed === null ? (
        <p>{updateWords({ kind: 'off-in-build' }, '')}</p>
      ) : (
        <>
          <Choice feed={feed} />
          <UpdateState feed={feed} state={state} />
        </>
      )}
    </PreferenceGroup>
  );
}

function Choice({ feed }: { readonly feed: string }) {
  const chosen = usePreferences((preferences) => preferences.updates);
  return (
    <Radio.Group
      aria-label="Updates"
      value={chosen}
      onChange={(value) => void changePreferences({ updates: value === 'off' ? 'off' : 'ask' })}
    >
      <div className={classes.choices}>
        <Radio
          value="ask"
          label="Check for new versions, and ask before one is downloaded"
          description={
            <span className={classes.feed}>
              Asks {feed} when Dropslip starts and every six hours. It sees only your network address and your type of
              system.
            </span>
          }
        />
        <Radio value="off" label="Off" />
      </div>
    </Radio.Group>
  );
}

import { IconLock } from '@tabler/icons-react';
import { askingZone } from '../../ui/files/dragging.ts';
import classes from './AddFiles.module.css';

/** Where a person lets go who wants to say first who can read it. Who has no mouse has the button. */
export function PrivateZone({ aimedAt }: { readonly aimedAt: boolean }) {
  return (
    <div className={classes.zone} data-aimed-at={aimedAt} data-testid="private-zone" {...askingZone}>
      <IconLock size={20} stroke={1.7} aria-hidden="true" />
      {aimedAt ? 'Drop to choose who can read it' : 'Drop here to keep private'}
    </div>
  );
}

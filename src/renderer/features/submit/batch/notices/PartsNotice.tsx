import { IconX } from '@tabler/icons-react';
import { isMoving } from '../../../../../shared/submissions/submission-state.ts';
import { changePreferences, usePreferences } from '../../../../data/preferences.ts';
import { useWindowStore } from '../../../../data/window-store.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import classes from './Notices.module.css';

export function PartsNotice() {
  const isRead = usePreferences((chosen) => chosen.knowsParts);
  const isDue = useWindowStore(
    ({ lists, submissions }) =>
      !isRead &&
      lists.working.some((id) => {
        const submission = submissions.get(id);
        return submission !== undefined && submission.parts !== null && isMoving(submission.state);
      }),
  );
  if (!isDue) return null;
  return (
    <section className={classes.notice} aria-label="Sent in parts">
      <p>
        Files larger than the service accepts are sent in parts. You still see one file, one total cost and one receipt.
        The last part, the manifest, puts them together again.
      </p>
      <IconButton
        icon={IconX}
        label="Close this message"
        onClick={() => {
          void changePreferences({ knowsParts: true });
          // The button goes with it, and must not take the focus along.
          document.querySelector<HTMLElement>('button[data-group="all"]')?.focus();
        }}
      />
    </section>
  );
}

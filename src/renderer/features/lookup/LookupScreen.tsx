import { useEffect } from 'react';
import { goTo, useNavigation } from '../../state/navigation.ts';
import { windowApi } from '../../state/window-api.ts';
import { loadRecent, openSubmission } from './commands.ts';
import { LookupBox } from './LookupBox.tsx';
import classes from './LookupScreen.module.css';
import { LookupView } from './LookupView.tsx';
import { useDropAndPaste } from './use-drop-and-paste.ts';

/** One box that takes anything, and what is found. */
export function LookupScreen() {
  const hovered = useDropAndPaste();
  const subject = useNavigation((state) => state.subject);

  useEffect(() => {
    void windowApi().call('lookup.prepare', {});
    void loadRecent();
  }, []);

  useEffect(() => {
    if (subject?.kind !== 'submission') return;
    // Taken once: coming back to the screen later shows what was there then.
    goTo('lookup');
    void openSubmission(subject.submissionId, subject.accountId);
  }, [subject]);

  return (
    <div className={classes.screen} data-hovered={hovered}>
      <div>
        <h1>Look up</h1>
        <p className={classes.lead}>
          Paste an id, a part of one, a hash, a file name, a date or a whole list — or drop the file itself.
        </p>
      </div>
      <LookupBox />
      <div className={classes.answer}>
        <LookupView />
      </div>
      {hovered && (
        <div className={classes.overlay}>
          <p>Let go to find this file’s submission by its bytes. It is not submitted.</p>
        </div>
      )}
    </div>
  );
}

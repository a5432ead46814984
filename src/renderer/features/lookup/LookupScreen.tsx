import { useEffect } from 'react';
import { goTo, useNavigation } from '../../data/navigation.ts';
import { windowApi } from '../../data/window-api.ts';
import { DropOverlay } from '../../ui/DropOverlay.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { checkOverlay } from '../verify/index.ts';
import { loadRecent, openSubmission } from './commands.ts';
import { LookupBox } from './LookupBox.tsx';
import classes from './LookupScreen.module.css';
import { LookupView } from './LookupView.tsx';
import { useDropAndPaste } from './use-drop-and-paste.ts';

/** One box that takes anything, and what is found. */
export function LookupScreen() {
  const dragged = useDropAndPaste();
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
    <Screen scrolls="whole">
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
      {dragged !== null && (
        <DropOverlay
          {...(dragged.record === null
            ? {
                title: 'Let go to find this file’s submission',
                note: dragged.records
                  ? 'By its bytes. To check it against a submission, let go on that one. Nothing is submitted.'
                  : 'By its bytes, on this computer. Nothing is submitted.',
                seeThrough: dragged.records,
              }
            : checkOverlay(dragged.record, dragged.count))}
        />
      )}
    </Screen>
  );
}

import { Button, Checkbox, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import { change } from '../data/calls.ts';
import { changePreferences } from '../data/preferences.ts';
import { useCloseQuestion } from '../data/window-state.ts';
import dialog from '../ui/Dialog.module.css';
import { formatCount } from '../ui/format.ts';
import { isMac } from '../ui/shortcuts.ts';

type Answer = CallInputs['app.close']['answer'];

/**
 * Asks before the window closes during work. If there is a tray, it offers to continue there. Main closes the window
 * without an answer if this component does not respond.
 */
export function CloseQuestion() {
  const asked = useCloseQuestion((state) => state.asked);
  const [remember, setRemember] = useState(true);
  // Keeps the text while the dialog fades out.
  const shown = useRef(asked);
  if (asked !== null) shown.current = asked;
  const { files, canStay } = shown.current ?? { files: 0, canStay: false };
  useEffect(() => {
    if (asked !== null) answerMain('shown');
  }, [asked]);

  const settle = async (answer: Answer): Promise<void> => {
    if (canStay && remember && answer !== 'keep-open') {
      await changePreferences({ whenClosed: answer === 'stay' ? 'stay' : 'quit' });
    }
    answerMain(answer);
    useCloseQuestion.setState({ asked: null });
  };

  return (
    <Modal
      opened={asked !== null}
      onClose={() => void settle('keep-open')}
      title={canStay ? 'Keep sending in the background?' : 'Close Dropslip?'}
      classNames={dialog}
      closeButtonProps={{ 'aria-label': 'Keep the window open' }}
    >
      <div className={dialog.dialog}>
        <p>
          {underWay(files)}
          {canStay && ` Dropslip can continue in the ${isMac ? 'menu bar' : 'tray'}.`}
          {' If you quit, sending continues when you open Dropslip again.'}
        </p>
        {canStay && (
          <Checkbox
            label="Do the same next time"
            description="Whenever the window is closed. You can change this under Preferences."
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
        )}
        <div className={dialog.foot}>
          {canStay ? (
            <>
              <Button variant="default" onClick={() => void settle('close')}>
                Quit
              </Button>
              <Button data-autofocus onClick={() => void settle('stay')}>
                Keep sending
              </Button>
            </>
          ) : (
            <>
              <Button variant="default" data-autofocus onClick={() => void settle('keep-open')}>
                Keep open
              </Button>
              <Button onClick={() => void settle('close')}>Close</Button>
            </>
          )}
        </div>
      </div>
    </Modal>
  );
}

function answerMain(answer: Answer): void {
  void change('app.close', { answer });
}

function underWay(files: number): string {
  return files === 1 ? '1 file is still being sent.' : `${formatCount(files)} files are still being sent.`;
}

import { Button, Checkbox, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import { change } from '../data/calls.ts';
import { changePreferences } from '../data/preferences.ts';
import { type Asked, useCloseQuestion } from '../data/window-state.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import dialog from '../ui/Dialog.module.css';
import { formatCount } from '../ui/format.ts';
import { isMac } from '../ui/shortcuts.ts';

/** Asks before the window closes with work under way. Main closes by itself when it hears nothing from here. */
export function CloseQuestion() {
  const asked = useCloseQuestion((state) => state.asked);
  useEffect(() => {
    if (asked !== null) answerMain('shown');
  }, [asked]);
  const question =
    asked === null || staysInTray(asked)
      ? null
      : {
          title: 'Close Dropslip?',
          text:
            asked.files === 0
              ? 'Nothing is being sent any more.'
              : `${onTheirWay(asked.files)} ${goesOn(asked.files)} when you open Dropslip again.`,
          yes: 'Close',
          no: 'Keep open',
          onYes: () => answerMain('close'),
          onNo: () => answerMain('keep-open'),
        };
  return (
    <>
      <ConfirmDialog question={question} onClose={endQuestion} />
      <StayQuestion asked={asked !== null && staysInTray(asked) ? asked : null} />
    </>
  );
}

/** Where there is a tray, to go on without a window is the answer that most people mean. */
function StayQuestion({ asked }: { readonly asked: Asked | null }) {
  const [remember, setRemember] = useState(true);
  // The words stay while the dialog fades out.
  const shown = useRef(asked);
  if (asked !== null) shown.current = asked;
  const files = shown.current?.files ?? 0;
  const settle = async (answer: 'stay' | 'close'): Promise<void> => {
    if (remember) await changePreferences({ whenClosed: answer === 'stay' ? 'stay' : 'quit' });
    answerMain(answer);
    endQuestion();
  };
  const keepOpen = (): void => {
    answerMain('keep-open');
    endQuestion();
  };
  return (
    <Modal
      opened={asked !== null}
      onClose={keepOpen}
      title="Keep sending in the background?"
      classNames={dialog}
      closeButtonProps={{ 'aria-label': 'Keep the window open' }}
    >
      <div className={dialog.dialog}>
        <p>
          {onTheirWay(files)} Dropslip can continue in the {isMac ? 'menu bar' : 'tray'}. If you quit,{' '}
          {goesOn(files, false)} when you open Dropslip again.
        </p>
        <Checkbox
          label="Do the same next time"
          description="Whenever the window is closed. You can change this under Preferences."
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <div className={dialog.foot}>
          <Button variant="default" onClick={() => void settle('close')}>
            Quit
          </Button>
          <Button data-autofocus onClick={() => void settle('stay')}>
            Keep sending
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function staysInTray({ canStay, files }: Asked): boolean {
  return canStay && files > 0;
}

function endQuestion(): void {
  useCloseQuestion.setState({ asked: null });
}

function answerMain(answer: CallInputs['app.close']['answer']): void {
  void change('app.close', { answer });
}

function onTheirWay(files: number): string {
  return files === 1 ? '1 file is still being sent.' : `${formatCount(files)} files are still being sent.`;
}

function goesOn(files: number, atStart = true): string {
  if (files === 1) return atStart ? 'It continues' : 'it continues';
  return atStart ? 'They continue' : 'they continue';
}

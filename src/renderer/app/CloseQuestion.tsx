import { useEffect } from 'react';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import { useCloseQuestion } from '../data/close-question.ts';
import { windowApi } from '../data/window-api.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { closeWarning } from './close-warning.ts';

/** Asks before the window closes with work under way. Main closes by itself when it hears nothing from here. */
export function CloseQuestion() {
  const files = useCloseQuestion((state) => state.files);
  useEffect(() => {
    if (files !== null) tell('shown');
  }, [files]);

  const question =
    files === null
      ? null
      : {
          title: 'Close Dropslip?',
          text: closeWarning(files),
          yes: 'Close',
          no: 'Keep open',
          onYes: () => tell('close'),
          onNo: () => tell('keep-open'),
        };
  return <ConfirmDialog question={question} onClose={() => useCloseQuestion.setState({ files: null })} />;
}

function tell(answer: CallInputs['app.close']['answer']): void {
  void windowApi().call('app.close', { answer });
}

import { useEffect } from 'react';
import { create } from 'zustand';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import { change } from '../data/calls.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { formatCount } from '../ui/format.ts';

/** Main's question whether to close the window, while it is open: how many files are on their way. */
export const useCloseQuestion = create<{ readonly files: number | null }>(() => ({ files: null }));

/** Asks before the window closes with work under way. Main closes by itself when it hears nothing from here. */
export function CloseQuestion() {
  const files = useCloseQuestion((state) => state.files);
  useEffect(() => {
    if (files !== null) answerMain('shown');
  }, [files]);

  const question =
    files === null
      ? null
      : {
          title: 'Close Dropslip?',
          text: closeWarning(files),
          yes: 'Close',
          no: 'Keep open',
          onYes: () => answerMain('close'),
          onNo: () => answerMain('keep-open'),
        };
  return <ConfirmDialog question={question} onClose={() => useCloseQuestion.setState({ files: null })} />;
}

function answerMain(answer: CallInputs['app.close']['answer']): void {
  void change('app.close', { answer });
}

function closeWarning(files: number): string {
  return files === 1
    ? '1 file is still on its way. Close anyway? It goes on when you open Dropslip again.'
    : `${formatCount(files)} files are still on their way. Close anyway? They go on when you open Dropslip again.`;
}

import { Button, VisuallyHidden } from '@mantine/core';
import type { CheckTopic } from '../../../shared/bridge/accounts.ts';
import classes from './CheckBoard.module.css';
import { CheckLines } from './CheckLines.tsx';
import { type CheckRun, linesOf, runWords } from './check-run.ts';
import { Notice } from './Notice.tsx';

type Props = {
  readonly run: CheckRun;
  readonly onStart: () => void;
  readonly onStop: () => void;
  readonly fix?: { readonly canFix: (topic: CheckTopic) => boolean; readonly onFix: (topic: CheckTopic) => void };
};

/** A check with its lines, what came of it in a sentence, and the button that stops or repeats it. */
export function CheckBoard({ run, onStart, onStop, fix }: Props) {
  const lines = linesOf(run);
  // Main asks about an address that is new before it makes the first request, and with it the first line.
  const waitsForPerson = run.kind === 'running' && lines.length === 0;
  return (
    <section className={classes.board} aria-label="Check" tabIndex={-1} data-autofocus>
      <div className={classes.head}>
        <p data-tone={run.kind === 'failed' ? 'bad' : undefined}>{runWords(run)}</p>
        {run.kind === 'running' ? (
          <Button variant="default" size="xs" onClick={onStop}>
            Stop the check
          </Button>
        ) : (
          <Button variant="default" size="xs" onClick={onStart}>
            {run.kind === 'none' ? 'Check now' : 'Check again'}
          </Button>
        )}
      </div>
      <VisuallyHidden role="status">{waitsForPerson ? '' : runWords(run)}</VisuallyHidden>
      {waitsForPerson && (
        <Notice tone="info" role="status">
          Please confirm the address in the small window.
        </Notice>
      )}
      <CheckLines lines={lines} {...(fix === undefined ? {} : { fix })} />
    </section>
  );
}

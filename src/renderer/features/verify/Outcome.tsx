import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { windowApi } from '../../data/window-api.ts';
import { visibleName } from '../../ui/file-name.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { percent } from '../../ui/percent.ts';
import { Answer } from './Answer.tsx';
import { advance, compare, stop } from './commands.ts';
import classes from './Outcome.module.css';
import { Verdict } from './Verdict.tsx';
import { useVerify } from './verify-state.ts';

/** How far the comparing is, and what came of it. */
export function Outcome() {
  const { file, reference, run } = useVerify();
  const isReady = file !== null && (reference.kind === 'receipt' || reference.kind === 'id');

  useEffect(
    () =>
      windowApi().onEvent((event) => {
        if (event.kind === 'verify-progress') advance(event.checkId, event.done);
      }),
    [],
  );

  return (
    <div className={classes.outcome} aria-live="polite">
      {run.kind === 'idle' && isReady && (
        <Button className={classes.compare} onClick={() => void compare()}>
          Compare
        </Button>
      )}
      {run.kind === 'reading' && file !== null && (
        <div className={classes.reading}>
          <p>
            Reading <bdi>{visibleName(file.name)}</bdi>…
          </p>
          <ProgressBar percent={percent(run.done, Math.max(file.size, 1))} label="Reading the file" size="total" />
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        </div>
      )}
      {run.kind === 'refused' && (
        <Verdict words={{ tone: 'open', title: 'This could not be compared', text: run.reason.message }} />
      )}
      {run.kind === 'done' && <Answer verification={run.verification} />}
    </div>
  );
}

import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import { windowApi } from '../../state/window-api.ts';
import { visibleName } from '../../ui/file-name.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { percent } from '../../ui/percent.ts';
import { Answer } from './Answer.tsx';
import { advance, compare, startOver, stop } from './commands.ts';
import { FileSlot } from './FileSlot.tsx';
import { ReferenceSlot } from './ReferenceSlot.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { Verdict } from './Verdict.tsx';
import classes from './VerifyScreen.module.css';
import { useVerify } from './verify-state.ts';

/** Whether a file is the one that was submitted: a file on one side, a receipt or a kept submission on the other. */
export function VerifyScreen() {
  const hovered = useFileDrop();
  const { file, reference, run } = useVerify();
  const isEmpty = file === null && reference.kind === 'none';

  const isReady = file !== null && (reference.kind === 'receipt' || reference.kind === 'id');

  useEffect(
    () =>
      windowApi().onEvent((event) => {
        if (event.kind === 'verify-progress') advance(event.checkId, event.done);
      }),
    [],
  );

  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <div>
          <h1>Verify</h1>
          <p className={classes.lead}>
            Is this the file that was submitted? Drop the file and its receipt. Nothing leaves this computer.
          </p>
        </div>
        {!isEmpty && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} stroke={1.7} aria-hidden="true" />}
            onClick={startOver}
          >
            Start over
          </Button>
        )}
      </div>
      <div className={classes.slots}>
        <FileSlot file={file} hovered={hovered === 'file' || hovered === 'screen'} />
        <ReferenceSlot reference={reference} hovered={hovered === 'reference' || hovered === 'screen'} />
      </div>
      <div className={classes.answer} aria-live="polite">
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
    </div>
  );
}

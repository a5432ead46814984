import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Screen } from '../../ui/Screen.tsx';
import { startOver } from './commands.ts';
import { FileSlot } from './FileSlot.tsx';
import { Outcome } from './Outcome.tsx';
import { ReferenceSlot } from './ReferenceSlot.tsx';
import { useFileDrop } from './use-file-drop.ts';
import classes from './VerifyScreen.module.css';
import { useVerify } from './verify-state.ts';

/** Whether a file is the one that was submitted: a file on one side, a receipt or a kept submission on the other. */
export function VerifyScreen() {
  const hovered = useFileDrop();
  const { file, reference } = useVerify();
  const isEmpty = file === null && reference.kind === 'none';

  return (
    <Screen scrolls="whole">
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
      <Outcome />
    </Screen>
  );
}

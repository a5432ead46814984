import { Button } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import classes from './DiagnosticsSection.module.css';
import { openDiagnostics } from './diagnostics-dialog.ts';

/** Where the report for the app's own support is asked for. */
export function DiagnosticsSection() {
  return (
    <section className={classes.section} aria-label="Diagnostics">
      <p>Is something not right with Dropslip? Its support can help with a report. You see all of it first.</p>
      <Button
        variant="default"
        leftSection={<IconStethoscope size={18} stroke={1.7} aria-hidden="true" />}
        onClick={openDiagnostics}
      >
        Diagnostics report
      </Button>
    </section>
  );
}

import { Button } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useState } from 'react';
import { DiagnosticsDialog } from './DiagnosticsDialog.tsx';
import classes from './DiagnosticsSection.module.css';

/** Where the report for the app's own support is asked for. */
export function DiagnosticsSection() {
  const [open, setOpen] = useState(false);
  return (
    <section className={classes.section} aria-label="Diagnostics">
      <p>Is something not right with Dropslip? Its support can help with a report. You see all of it first.</p>
      <Button
        variant="default"
        leftSection={<IconStethoscope size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Diagnostics report
      </Button>
      <DiagnosticsDialog opened={open} onClose={() => setOpen(false)} />
    </section>
  );
}

import { Checkbox } from '@mantine/core';
import { IconDownload, IconStethoscope } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DiagnosticsReport } from '../../../shared/bridge/app.ts';
import { callQuery } from '../../data/queries.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import { showDialog } from '../../ui/dialogs.ts';
import { ActionButton } from '../../ui/IconButton.tsx';
import { PassiveDialog } from '../../ui/PassiveDialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import classes from './Diagnostics.module.css';

export function DiagnosticsSection() {
  return (
    <section className={classes.section} aria-label="Diagnostics">
      <p>Something wrong with Dropslip? Send a report to support. You see all of it first.</p>
      <ActionButton icon={IconStethoscope} onClick={() => showDialog('diagnostics')}>
        Diagnostics report
      </ActionButton>
    </section>
  );
}

export function DiagnosticsDialog() {
  return (
    <PassiveDialog name="diagnostics" size="56rem" title="Diagnostics report">
      <Report />
    </PassiveDialog>
  );
}

/** The report is created each time that the dialog opens. */
function Report() {
  const [serviceWords, setServiceWords] = useState(true);
  const asked = { serviceWords };
  const { data: report, error } = useQuery({ ...callQuery('diagnostics.report', null, asked), gcTime: 0 });
  return (
    <div className={classes.dialog}>
      <p>
        This is the whole report. It contains no keys, tokens, file names or file contents, and is not sent anywhere.
      </p>
      <Checkbox
        label="Include the service’s words"
        description="Error messages from the service. They may contain private data."
        checked={serviceWords}
        onChange={(event) => setServiceWords(event.currentTarget.checked)}
      />
      {error !== null ? (
        <p role="alert">{error.message}</p>
      ) : (
        <textarea
          className={classes.report}
          aria-label="Report"
          aria-busy={report === undefined}
          readOnly
          spellCheck={false}
          value={report?.text ?? 'Preparing the report…'}
        />
      )}
      <div className={classes.actions}>
        {report !== undefined && <CopyAllButton label="Copy" text={() => report.text} />}
        <ActionButton
          icon={IconDownload}
          variant="filled"
          disabled={report === undefined}
          onClick={() => report !== undefined && save(report)}
        >
          Save
        </ActionButton>
      </div>
    </div>
  );
}

function save({ text, fileName }: DiagnosticsReport): void {
  saveFile({ name: fileName, type: 'text/plain', bytes: new TextEncoder().encode(text) });
}

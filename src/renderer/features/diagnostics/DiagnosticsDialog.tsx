import { Button, Checkbox, Modal } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { DiagnosticsReport } from '../../../shared/bridge/diagnostics.ts';
import type { Failure } from '../../../shared/bridge/failure.ts';
import { windowApi } from '../../data/window-api.ts';
import { CopyAllButton } from '../../ui/fields/copy.tsx';
import { saveFile } from '../../ui/files/save-file.ts';
import classes from './DiagnosticsDialog.module.css';
import { closeDiagnostics, useDiagnostics } from './diagnostics-dialog.ts';

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly report: DiagnosticsReport }
  | { readonly kind: 'broken'; readonly reason: Failure };

/** The whole report, before it is saved or copied. */
export function DiagnosticsDialog() {
  const { open } = useDiagnostics();
  return (
    <Modal
      opened={open}
      onClose={closeDiagnostics}
      size="56rem"
      title="Diagnostics report"
      classNames={{ title: classes.title }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Report />
    </Modal>
  );
}

/** Put together anew each time that the dialog opens. */
function Report() {
  const [fileNames, setFileNames] = useState(false);
  const loaded = useReport(fileNames);
  const report = loaded.kind === 'ready' ? loaded.report : null;
  return (
    <div className={classes.dialog}>
      <p>
        This is all of it. Keys, tokens and folders are taken out, and nothing of your files’ content is in it. It goes
        nowhere by itself.
      </p>
      <Checkbox
        label="Include file names"
        description="Else each file has a short code."
        checked={fileNames}
        onChange={(event) => setFileNames(event.currentTarget.checked)}
      />
      {loaded.kind === 'broken' ? (
        <p role="alert">{loaded.reason.message}</p>
      ) : (
        <textarea
          className={classes.report}
          aria-label="Report"
          aria-busy={report === null}
          readOnly
          spellCheck={false}
          value={report?.text ?? 'Putting the report together…'}
        />
      )}
      <div className={classes.actions}>
        {report !== null && <CopyAllButton label="Copy" text={() => report.text} />}
        <Button
          leftSection={<IconDownload size={18} stroke={1.7} aria-hidden="true" />}
          disabled={report === null}
          onClick={() => report !== null && save(report)}
        >
          Save
        </Button>
      </div>
    </div>
  );
}

function save({ text, fileName }: DiagnosticsReport): void {
  saveFile({ name: fileName, type: 'text/plain', bytes: new TextEncoder().encode(text) });
}

function useReport(fileNames: boolean): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  useEffect(() => {
    let current = true;
    setLoaded({ kind: 'loading' });
    void windowApi()
      .call('diagnostics.report', { fileNames })
      .then((answer) => {
        if (!current) return;
        setLoaded(answer.ok ? { kind: 'ready', report: answer.value } : { kind: 'broken', reason: answer.error });
      });
    return () => {
      current = false;
    };
  }, [fileNames]);
  return loaded;
}

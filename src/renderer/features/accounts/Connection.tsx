import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Account } from '../../../shared/bridge/accounts.ts';
import { windowApi } from '../../data/window-api.ts';
import { useCopy } from '../../ui/fields/copy.tsx';
import { formatMoment } from '../../ui/format.ts';
import { draftOf, settingsOf } from './account-draft.ts';
import { CheckBoard } from './CheckBoard.tsx';
import classes from './Dialog.module.css';
import fields from './Fields.module.css';
import { reportText } from './report-text.ts';
import { useConnectionCheck } from './use-connection-check.ts';

type Props = { readonly account: Account; readonly checkNow: boolean; readonly onClose: () => void };

/** The last check of an account, to be run again and to be copied for support. */
export function Connection({ account, checkNow, onClose }: Props) {
  const { run, start, stop, apply } = useConnectionCheck();
  const { copied, copy } = useCopy();
  const { id } = account;

  const check = (): void => {
    const settings = settingsOf(draftOf(account), []);
    if (settings !== null) start({ accountId: id, settings, apiKey: null, accessToken: null });
  };
  const checkOnArrival = useRef(check);

  useEffect(() => {
    if (checkNow) {
      checkOnArrival.current();
      return;
    }
    let current = true;
    void windowApi()
      .call('accounts.report', { accountId: id })
      .then((answer) => {
        if (current && answer.ok && answer.value !== null) apply({ kind: 'remembered', report: answer.value });
      });
    return () => {
      current = false;
    };
  }, [checkNow, id, apply]);

  const report = run.kind === 'finished' ? run.report : null;
  return (
    <div className={classes.dialog}>
      <CheckBoard run={run} onStart={check} onStop={stop} />
      {report !== null && (
        <dl className={classes.facts}>
          <dt>Checked</dt>
          <dd>{formatMoment(report.at)}</dd>
          <dt>Address</dt>
          <dd>
            <bdi>{report.address}</bdi>
          </dd>
          <dt>Route</dt>
          <dd>
            <bdi>{report.route}</bdi>
          </dd>
        </dl>
      )}
      <div className={fields.foot}>
        {report !== null && (
          <Button
            variant="default"
            data-aside
            leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} stroke={1.7} />}
            onClick={() => copy(reportText(report))}
          >
            {copied ? 'Copied' : 'Copy report'}
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Account } from '../../../../shared/bridge/accounts.ts';
import { routeWords } from '../../../../shared/messages/accounts/connection-check.ts';
import { callQuery } from '../../../data/queries.ts';
import dialog from '../../../ui/Dialog.module.css';
import { CopyAllButton } from '../../../ui/fields/copy.tsx';
import { formatMoment } from '../../../ui/format.ts';
import { draftOf, settingsOf } from '../form/account-draft.ts';
import { CheckBoard } from './CheckBoard.tsx';
import classes from './Connection.module.css';
import { runOrKept, useConnectionCheck } from './check-run.ts';
import { reportText } from './check-words.ts';

type Props = { readonly account: Account; readonly checkNow: boolean; readonly onClose: () => void };

export function Connection({ account, checkNow, onClose }: Props) {
  const check = useConnectionCheck();
  const { data: kept = null } = useQuery({
    ...callQuery('accounts.report', account.id, { accountId: account.id }),
    enabled: !checkNow,
    gcTime: 0,
  });
  const run = runOrKept(check.run, kept);

  const start = (): void => {
    const settings = settingsOf(draftOf(account), []);
    if (settings !== null) check.start({ accountId: account.id, settings, apiKey: null, accessToken: null });
  };
  const startOnArrival = useRef(checkNow ? start : null);
  useEffect(() => startOnArrival.current?.(), []);

  const report = run.kind === 'finished' ? run.report : null;
  return (
    <div className={dialog.dialog}>
      <CheckBoard run={run} onStart={start} onStop={check.stop} />
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
            <bdi>{routeWords(report.route)}</bdi>
          </dd>
        </dl>
      )}
      <div className={dialog.foot}>
        {report !== null && (
          <div data-aside>
            <CopyAllButton label="Copy report" text={() => reportText(report)} />
          </div>
        )}
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

import { Button, Loader } from '@mantine/core';
import { IconAlertCircle, IconCircleCheckFilled, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type CheckLine,
  type CheckTopic,
  type ConnectionReport,
  checkTopics,
} from '../../../shared/bridge/accounts.ts';
import { checkWords, routeWords, serviceKindWords } from '../../../shared/messages/accounts.ts';
import { ask, type CallFailed } from '../../data/calls.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import dialog from '../../ui/Dialog.module.css';
import { formatMoment } from '../../ui/format.ts';
import classes from './CheckBoard.module.css';
import { problemsIn, reportText, topicNames } from './check-report.ts';

type Check = {
  readonly isPending: boolean;
  readonly error: CallFailed | null;
  readonly data: ConnectionReport | undefined;
  readonly mutate: () => void;
};

export function useConnectionCheck(run: () => Promise<ConnectionReport>): Check {
  const check = useMutation({ mutationFn: run });
  const { mutate } = check;
  useEffect(() => mutate(), [mutate]);
  return check;
}

export function CheckBoard({ check }: { readonly check: Check }) {
  const { isPending, error, data } = check;
  return (
    <section className={classes.board} aria-label="Check" tabIndex={-1} data-autofocus>
      <div className={classes.head}>
        {isPending && <Loader size={18} aria-hidden="true" />}
        <p role="status" data-tone={error === null ? undefined : 'bad'}>
          {checkState(check)}
        </p>
        <Button variant="default" size="xs" disabled={isPending} onClick={() => check.mutate()}>
          Check again
        </Button>
      </div>
      {/* The topics are shown before their results, so that the layout does not jump. */}
      <ol className={classes.lines} aria-label="Connection check">
        {checkTopics.map((topic) => (
          <Line key={topic} topic={topic} line={data?.lines.find((line) => line.topic === topic)} />
        ))}
      </ol>
    </section>
  );
}

function checkState({ error, data }: Check): string {
  if (error !== null) return error.message;
  if (data === undefined) return 'Checking. This costs nothing.';
  const problems = problemsIn(data);
  if (problems === 0) return 'No problems found.';
  return problems === 1 ? '1 problem found.' : `${problems} problems found.`;
}

const looks = {
  good: { icon: IconCircleCheckFilled, name: 'Good' },
  bad: { icon: IconAlertCircle, name: 'Problem' },
  skipped: { icon: IconCircleMinus, name: 'Skipped' },
};

function Line({ topic, line }: { readonly topic: CheckTopic; readonly line: CheckLine | undefined }) {
  const look = line && looks[line.state];
  const Icon = look?.icon ?? IconCircleDashed;
  return (
    <li className={classes.line} data-topic={topic} data-state={line?.state ?? 'ahead'}>
      <Icon size={20} stroke={1.7} {...(look ? { role: 'img', 'aria-label': look.name } : { 'aria-hidden': true })} />
      <div className={classes.words}>
        <strong>{topicNames[topic]}</strong>
        {line && (
          <p>
            <bdi>{checkWords(line)}</bdi>
          </p>
        )}
      </div>
    </li>
  );
}

type ConnectionProps = { readonly accountId: string; readonly onClose: () => void };

export function Connection({ accountId, onClose }: ConnectionProps) {
  const check = useConnectionCheck(() => ask('accounts.check', { accountId }));
  const { data: report } = check;
  return (
    <div className={dialog.dialog}>
      <CheckBoard check={check} />
      {report !== undefined && (
        <dl className={classes.facts}>
          <dt>Checked</dt>
          <dd>{formatMoment(report.at)}</dd>
          <dt>Address</dt>
          <dd>
            <bdi>{report.address}</bdi>
          </dd>
          {report.serviceKind !== null && (
            <>
              <dt>Service</dt>
              <dd>{serviceKindWords[report.serviceKind]}</dd>
            </>
          )}
          <dt>Route</dt>
          <dd>
            <bdi>{routeWords(report.route)}</bdi>
          </dd>
        </dl>
      )}
      <div className={dialog.foot}>
        {report !== undefined && (
          <div data-aside>
            <CopyAllButton label="Copy report" text={() => reportText(report)} />
          </div>
        )}
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

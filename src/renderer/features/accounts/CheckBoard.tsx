import { Button, VisuallyHidden } from '@mantine/core';
import {
  IconAlertCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Account, type CheckLine, type CheckTopic, checkTopics } from '../../../shared/bridge/accounts.ts';
import { checkWords, routeWords } from '../../../shared/messages/accounts.ts';
import { callQuery } from '../../data/queries.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import dialog from '../../ui/Dialog.module.css';
import { formatMoment } from '../../ui/format.ts';
import { draftOf, settingsOf } from './account-draft.ts';
import classes from './CheckBoard.module.css';
import {
  type CheckRun,
  linesOf,
  reportText,
  runOrKept,
  runWords,
  topicNames,
  useConnectionCheck,
} from './check-run.ts';
import { Notice } from './Notice.tsx';

type Fix = { readonly canFix: (topic: CheckTopic) => boolean; readonly onFix: (topic: CheckTopic) => void };

type Props = {
  readonly run: CheckRun;
  /** Absent if the button that starts the check again is elsewhere. */
  readonly onStart?: (() => void) | undefined;
  readonly onStop: () => void;
  readonly fix?: Fix;
};

export function CheckBoard({ run, onStart, onStop, fix }: Props) {
  const lines = linesOf(run);
  const isRunning = run.kind === 'running';
  // Main asks the user about a new address before the first request, and sends no line until then.
  const waitsForPerson = isRunning && lines.length === 0;
  // The pressed button disappears, so the focus moves to the board.
  const board = useRef<HTMLElement>(null);
  const andStay = (press: () => void) => (): void => {
    press();
    board.current?.focus();
  };
  return (
    <section ref={board} className={classes.board} aria-label="Check" tabIndex={-1} data-autofocus>
      <div className={classes.head}>
        <p data-tone={run.kind === 'failed' ? 'bad' : undefined}>{runWords(run)}</p>
        {/* The buttons have separate places: a click on Stop as the check ends must not start another. */}
        {isRunning && (
          <Button variant="default" size="xs" onClick={andStay(onStop)}>
            Stop the check
          </Button>
        )}
        {onStart !== undefined && (
          <Button variant="default" size="xs" disabled={isRunning} onClick={andStay(onStart)}>
            {run.kind === 'none' ? 'Check now' : 'Check again'}
          </Button>
        )}
      </div>
      <VisuallyHidden role="status">{waitsForPerson ? '' : runWords(run)}</VisuallyHidden>
      {waitsForPerson && (
        <Notice tone="info" role="status">
          Confirm the address in the separate window.
        </Notice>
      )}
      {/* Topics that are not checked yet are shown faint, so that the layout does not jump. */}
      <ol className={classes.lines} aria-label="Connection check">
        {checkTopics.map((topic) => (
          <Line key={topic} topic={topic} line={lines.find((line) => line.topic === topic)} fix={fix} />
        ))}
      </ol>
    </section>
  );
}

const looks: { readonly [State in CheckLine['state']]: { readonly icon: TablerIcon; readonly name: string } } = {
  running: { icon: IconCircleDashed, name: 'Checking' },
  good: { icon: IconCircleCheckFilled, name: 'Good' },
  bad: { icon: IconAlertCircle, name: 'Problem' },
  skipped: { icon: IconCircleMinus, name: 'Skipped' },
};

type LineProps = {
  readonly topic: CheckTopic;
  readonly line: CheckLine | undefined;
  readonly fix: Fix | undefined;
};

function Line({ topic, line, fix }: LineProps) {
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
      {line?.state === 'bad' && fix?.canFix(topic) && (
        <button
          type="button"
          className={classes.fix}
          aria-label={`Change ${topicNames[topic]}`}
          onClick={() => fix.onFix(topic)}
        >
          Change
        </button>
      )}
    </li>
  );
}

type ConnectionProps = { readonly account: Account; readonly checkNow: boolean; readonly onClose: () => void };

export function Connection({ account, checkNow, onClose }: ConnectionProps) {
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

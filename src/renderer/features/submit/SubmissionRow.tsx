import {
  IconArrowBarToUp,
  IconChevronRight,
  IconLock,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlaylistX,
  IconRefresh,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { memo } from 'react';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import { partsCount, readersWords } from '../../../shared/messages/submissions.ts';
import {
  actionsFor,
  type SubmissionAction,
  type SubmissionState,
} from '../../../shared/submissions/submission-state.ts';
import { visibleName } from '../../../shared/text.ts';
import { useWindowStore } from '../../data/window-state.ts';
import { FileIcon, FileName } from '../../ui/FileName.tsx';
import { formatBrief, formatCost, formatCount, formatSize } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { actionLabel, type Decision, decisionsFor } from './choices.ts';
import columns from './columns.module.css';
import { DecisionButtons, ReceiptSlip, StateCell } from './StateCell.tsx';
import classes from './SubmissionRow.module.css';
import { timeOf, timeWords } from './state-words.ts';

type Props = {
  readonly id: number;
  readonly index: number;
  readonly start: number;
  readonly active: boolean;
  readonly open: boolean;
  readonly measure: (node: HTMLElement | null) => void;
  readonly onActive: (id: number) => void;
  readonly onOpen: (id: number) => void;
  readonly onAction: (action: SubmissionAction, id: number) => void;
  readonly onDecision: (decision: Decision, id: number) => void;
};

export const SubmissionRow = memo(function SubmissionRow({
  id,
  index,
  start,
  active,
  open,
  measure,
  onActive,
  onOpen,
  onAction,
  onDecision,
}: Props) {
  const submission = useWindowStore((state) => state.submissions.get(id));
  if (!submission) return null;
  const { name, state, cost, content } = submission;
  const tabIndex = active ? 0 : -1;
  const asks = decisionsFor(submission, 'row', true).length > 0;
  // Shown below the state if there is no other text.
  const hasReason = state.kind === 'delayed';
  const slip = 'submissionId' in state && <ReceiptSlip submissionId={state.submissionId} tabIndex={tabIndex} />;
  return (
    <tr
      ref={measure}
      className={`${columns.columns} ${classes.row}`}
      // The heads are row 1.
      aria-rowindex={index + 2}
      aria-selected={open}
      data-index={index}
      data-state={state.kind}
      tabIndex={tabIndex}
      onFocus={() => onActive(id)}
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => onOpen(id)}
    >
      <td className={classes.file}>
        <FileIcon content={content} />
        <div className={classes.words}>
          <div className={classes.name}>
            <FileName name={name} />
            {submission.readers !== undefined && (
              <IconLock
                className={classes.lock}
                size={16}
                stroke={1.7}
                role="img"
                aria-label={`Private: ${readersWords(submission.readers)}`}
                title={readersWords(submission.readers)}
              />
            )}
          </div>
          <Where submission={submission} />
        </div>
      </td>
      {/* A row without a cost has more text, and one with a question has the most. */}
      <td className={classes.state} colSpan={asks ? 3 : cost === null ? 2 : 1}>
        <div className={classes.told}>
          <StateCell submission={submission} />
          {!hasReason && slip}
        </div>
        {hasReason && slip}
        <DecisionButtons submission={submission} place="row" tabIndex={tabIndex} onDecision={onDecision} />
      </td>
      {cost !== null && !asks && (
        <td className={classes.cost}>
          <bdi title={formatCost(cost)}>{formatCost(cost)}</bdi>
        </td>
      )}
      {!asks && (
        <td className={classes.time} title={timeWords(submission)}>
          {formatBrief(timeOf(submission), Date.now())}
        </td>
      )}
      <td className={classes.actions}>
        <div className={classes.tools}>
          {rowActions(state).map((action) => (
            <IconButton
              key={action}
              icon={actionIcons[action]}
              label={`${actionLabel(action, state)}: ${visibleName(name)}`}
              tabIndex={tabIndex}
              onClick={() => onAction(action, id)}
            />
          ))}
        </div>
        <IconButton
          icon={IconChevronRight}
          label={`Details: ${visibleName(name)}`}
          tabIndex={tabIndex}
          onClick={() => onOpen(id)}
        />
      </td>
    </tr>
  );
});

function Where({ submission }: { readonly submission: Submission }) {
  const facts = madeOf(submission);
  return (
    <div className={classes.where}>
      {submission.folder !== null && (
        <bdi className={classes.folder} title={submission.folder}>
          {visibleName(submission.folder)}
        </bdi>
      )}
      {facts !== '' && <span className={classes.size}>{facts}</span>}
    </div>
  );
}

/** Formats `214 files · 5.2 MB · 6 parts`, without unknown values. */
function madeOf({ files, size, parts }: Submission): string {
  const facts = [
    files === null ? null : files === 1 ? '1 file' : `${formatCount(files)} files`,
    size === null ? null : formatSize(size),
    parts === null ? null : partsCount(parts.total, formatCount),
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}

function rowActions(state: SubmissionState): readonly SubmissionAction[] {
  const actions = actionsFor(state);
  return state.kind === 'incomplete' ? actions.filter((action) => action !== 'retry') : actions;
}

const actionIcons: { readonly [Action in SubmissionAction]: TablerIcon } = {
  cancel: IconX,
  retry: IconRefresh,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  'send-next': IconArrowBarToUp,
  // Not a bin: the file and its receipt are kept.
  remove: IconPlaylistX,
};

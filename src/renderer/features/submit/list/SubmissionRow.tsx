import {
  IconArrowBarToUp,
  IconCheck,
  IconChevronRight,
  IconCopy,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { memo } from 'react';
import type { Submission } from '../../../../shared/bridge/submissions.ts';
import { shortenHex } from '../../../../shared/hex.ts';
import {
  actionsFor,
  type SubmissionAction,
  type SubmissionState,
} from '../../../../shared/submissions/submission-state.ts';
import { visibleName } from '../../../../shared/text.ts';
import { useWindowStore } from '../../../data/window-store.ts';
import { useCopy } from '../../../ui/fields/copy.tsx';
import { FileIcon } from '../../../ui/files/FileIcon.tsx';
import { FileName } from '../../../ui/files/FileName.tsx';
import { formatCost, formatSize } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { actionLabel, type Decision } from './choices.ts';
import { DecisionButtons, StateCell } from './StateCell.tsx';
import classes from './SubmissionRow.module.css';

type Props = {
  readonly id: number;
  readonly index: number;
  /** Distance from the top of the list, in pixels. */
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
  const tabIndex = active ? 0 : -1;
  const uncertain = submission.state.kind === 'unsettled';
  const decisions = <DecisionButtons submission={submission} place="row" tabIndex={tabIndex} onDecision={onDecision} />;
  return (
    <tr
      ref={measure}
      className={classes.row}
      aria-rowindex={index + 1}
      aria-selected={open}
      data-index={index}
      data-state={submission.state.kind}
      tabIndex={tabIndex}
      onFocus={() => onActive(id)}
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => onOpen(id)}
    >
      <td className={classes.file}>
        <FileIcon name={submission.name} />
        <div className={classes.words}>
          <div className={classes.name}>
            <FileName name={submission.name} />
          </div>
          <Where submission={submission} />
        </div>
      </td>
      <td className={classes.state}>
        <StateCell submission={submission} />
        {!uncertain && decisions}
      </td>
      <td className={classes.receipt}>
        <Receipt state={submission.state} tabIndex={tabIndex} />
        {submission.cost && <span className={classes.cost}>{formatCost(submission.cost)}</span>}
      </td>
      <td className={classes.actions}>
        {uncertain && decisions}
        {actionsFor(submission.state).map((action) => (
          <IconButton
            key={action}
            icon={actionIcons[action]}
            label={`${actionLabel(action, submission.state)}: ${visibleName(submission.name)}`}
            tabIndex={tabIndex}
            onClick={() => onAction(action, id)}
          />
        ))}
        <IconButton
          icon={IconChevronRight}
          label={`Details: ${visibleName(submission.name)}`}
          tabIndex={tabIndex}
          onClick={() => onOpen(id)}
        />
      </td>
    </tr>
  );
});

function Where({ submission }: { readonly submission: Submission }) {
  const size = submission.size === null ? null : formatSize(submission.size);
  return (
    <div className={classes.where}>
      {submission.folder !== null && (
        <bdi className={classes.folder} title={submission.folder}>
          {visibleName(submission.folder)}
        </bdi>
      )}
      {size !== null && <span className={classes.size}>{size}</span>}
    </div>
  );
}

function Receipt({ state, tabIndex }: { readonly state: SubmissionState; readonly tabIndex: number }) {
  const { copied, copy } = useCopy();
  if (!('submissionId' in state)) return null;
  const id = state.submissionId;
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={classes.slip}
      title={`Receipt ${id}`}
      aria-label={copied ? 'Copied' : `Copy receipt ${id}`}
      tabIndex={tabIndex}
      onClick={(event) => {
        event.stopPropagation();
        copy(id);
      }}
    >
      {shortenHex(id)}
      <Icon size={16} stroke={1.7} aria-hidden="true" />
    </button>
  );
}

const actionIcons: { readonly [Action in SubmissionAction]: TablerIcon } = {
  cancel: IconX,
  retry: IconRefresh,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  'send-next': IconArrowBarToUp,
  remove: IconTrash,
};

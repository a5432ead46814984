import {
  IconAlertCircle,
  IconBan,
  IconCheck,
  IconCircleCheckFilled,
  IconClock,
  IconClockExclamation,
  IconCopy,
  IconFingerprint,
  IconHelpCircle,
  IconListSearch,
  IconPlayerPause,
  IconReceipt,
  IconRotateClockwise,
  IconUpload,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Submission, SubmissionProgress } from '../../../shared/bridge/submissions.ts';
import {
  isBeingChecked,
  isClaimedElsewhere,
  type SubmissionState,
  type SubmissionStateKind,
} from '../../../shared/submissions/submission-state.ts';
import { cleanText, shortenHex, visibleName } from '../../../shared/text.ts';
import { activeReadsRecords, useWindowStore } from '../../data/window-state.ts';
import { useCopy } from '../../ui/copy.tsx';
import { percent } from '../../ui/format.ts';
import { useNow } from '../../ui/now.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { type Decision, type DecisionPlace, decisionLabel, decisionsFor } from './choices.ts';
import classes from './StateCell.module.css';
import { rowSentence, stateWords } from './state-words.ts';

const icons: { readonly [Kind in SubmissionStateKind]: TablerIcon } = {
  waiting: IconClock,
  preparing: IconFingerprint,
  sending: IconUpload,
  retrying: IconRotateClockwise,
  paused: IconPlayerPause,
  cancelled: IconBan,
  rejected: IconAlertCircle,
  unsettled: IconHelpCircle,
  submitted: IconReceipt,
  confirmed: IconCircleCheckFilled,
  delayed: IconClockExclamation,
  'in-parts': IconUpload,
  incomplete: IconAlertCircle,
};

/**
 * A file that needs a decision has another icon than a paused one, and a file that waits for a connection another than
 * a retry. A file that waits for another desk needs no decision.
 */
function iconOf(state: SubmissionState): TablerIcon {
  if (isBeingChecked(state)) return IconListSearch;
  if (isClaimedElsewhere(state)) return IconClock;
  if (state.kind === 'paused' && state.why.kind !== 'by-user') return IconHelpCircle;
  return state.kind === 'retrying' && state.reason.code === 'unreachable' ? IconClock : icons[state.kind];
}

type StateProps = {
  readonly submission: Pick<Submission, 'id' | 'state' | 'parts' | 'size'>;
  /** True to show the full sentence. A row shows its beginning, or nothing. */
  readonly whole?: boolean;
  /** True for a part: no progress events report its bytes. */
  readonly isPart?: boolean;
};

export function StateCell({ submission, whole = false, isPart = false }: StateProps) {
  const { id, state } = submission;
  const progress = useWindowStore((store) => store.progress.get(id)) ?? null;
  const checked = isBeingChecked(state);
  const readsRecords = useWindowStore(activeReadsRecords);
  const now = useNow(state.kind === 'retrying' || checked);
  const words = stateWords(submission, { progress, now, readsRecords });
  const { sentence, parts: ofParts } = words;
  const all = ofParts === null ? sentence : `${sentence} ${ofParts}`;
  const hint = whole ? all : rowSentence(words);
  const Icon = iconOf(state);
  const bar = isPart ? null : barOf(submission, progress);
  return (
    <>
      <div className={classes.label} data-tone={words.tone}>
        <Icon size={18} stroke={1.7} aria-hidden="true" />
        <span>{words.label}</span>
      </div>
      {hint !== null && (
        <p className={classes.hint} data-short={whole ? undefined : true} title={whole ? undefined : cleanText(hint)}>
          {cleanText(hint)}
        </p>
      )}
      {bar !== null && (
        <div className={classes.bar}>
          <ProgressBar percent={bar} label={words.label} />
        </div>
      )}
    </>
  );
}

/**
 * The progress in percent of a file that is read or sent. A file in parts has one while it waits too, as some of it is
 * uploaded.
 */
function barOf({ state, parts, size }: StateProps['submission'], progress: SubmissionProgress | null): number | null {
  if (state.kind === 'sending' || state.kind === 'preparing' || state.kind === 'in-parts') {
    if (progress !== null) return percent(progress.done, progress.total);
    return parts === null || state.kind !== 'in-parts' ? 0 : percent(parts.submittedBytes, size ?? 0);
  }
  const rests = state.kind === 'incomplete' || (state.kind === 'paused' && (parts?.submittedBytes ?? 0) > 0);
  return parts !== null && rests ? percent(parts.submittedBytes, size ?? 0) : null;
}

type DecisionProps = {
  readonly submission: Pick<Submission, 'id' | 'name' | 'state' | 'parts'>;
  readonly place: DecisionPlace;
  readonly tabIndex: number;
  readonly onDecision: (decision: Decision, id: number) => void;
};

export function DecisionButtons({ submission, place, tabIndex, onDecision }: DecisionProps) {
  const readsRecords = useWindowStore(activeReadsRecords);
  const { id, name, state } = submission;
  const decisions = decisionsFor(submission, place, readsRecords);
  if (decisions.length === 0) return null;
  return (
    <div className={classes.decisions} data-place={place}>
      {decisions.map((decision) => {
        const label = decisionLabel(decision, state);
        return (
          <button
            key={decision}
            type="button"
            className={classes.decision}
            aria-label={`${label} ${visibleName(name)}`}
            tabIndex={tabIndex}
            onClick={(event) => {
              event.stopPropagation();
              onDecision(decision, id);
            }}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

type Props = { readonly submissionId: string; readonly tabIndex: number };

export function ReceiptSlip({ submissionId, tabIndex }: Props) {
  const { copied, copy } = useCopy();
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={classes.slip}
      title={`Submission id ${submissionId}`}
      aria-label={copied ? 'Copied' : `Copy submission id ${submissionId}`}
      tabIndex={tabIndex}
      onClick={(event) => {
        event.stopPropagation();
        copy(submissionId);
      }}
    >
      {shortenHex(submissionId)}
      <Icon size={16} stroke={1.7} aria-hidden="true" />
    </button>
  );
}

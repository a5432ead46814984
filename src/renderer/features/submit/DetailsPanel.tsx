import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Failure } from '../../../shared/bridge/failure.ts';
import type { Submission, SubmissionDetails, SubmissionState } from '../../../shared/bridge/submissions.ts';
import { windowApi } from '../../data/window-api.ts';
import { useWindowStore } from '../../data/window-store.ts';
import { useCopy } from '../../ui/fields/copy.tsx';
import { FieldSlip } from '../../ui/fields/FieldSlip.tsx';
import { visibleName } from '../../ui/files/file-name.ts';
import { SidePanel } from '../../ui/frame/SidePanel.tsx';
import { ReceiptButtons } from '../receipts/index.ts';
import { Attempts } from './Attempts.tsx';
import { Decisions } from './Decisions.tsx';
import classes from './DetailsPanel.module.css';
import type { Decision } from './decisions.ts';
import { detailSections, detailsAsText } from './detail-sections.ts';
import { StateCell } from './StateCell.tsx';
import { explanation } from './state-words.ts';
import { cannotTellReasons } from './uncertain-words.ts';

type Props = {
  readonly id: number;
  readonly onClose: () => void;
  readonly onDecision: (decision: Decision, id: number) => void;
};

/** All that is known of one submission: what it means in words, then the record, whole and copyable. */
export function DetailsPanel({ id, onClose, onDecision }: Props) {
  const submission = useWindowStore((state) => state.submissions.get(id));
  const details = useDetails(submission);
  if (!submission) return null;
  return (
    <SidePanel label="Details" title={<bdi>{visibleName(submission.name)}</bdi>} onClose={onClose}>
      <div className={classes.summary}>
        <StateCell submission={submission} whole />
        {details.kind === 'ready' && <Settlement text={details.value.settlement} state={submission.state} />}
        <p>{explanation(submission.state)}</p>
        <Decisions submission={submission} place="details" tabIndex={0} onDecision={onDecision} />
      </div>
      {details.kind === 'broken' && <p role="alert">{details.reason.message}</p>}
      {details.kind === 'ready' && <Contents details={details.value} />}
    </SidePanel>
  );
}

/** How an uncertain file was settled, or what keeps it open. */
function Settlement({ text, state }: { readonly text: string | null; readonly state: SubmissionState }) {
  const open =
    state.kind === 'unsettled' && state.check.kind === 'cannot-tell' ? cannotTellReasons[state.check.why] : null;
  const told = text ?? open;
  return told === null ? null : <p>{told}</p>;
}

function Contents({ details }: { readonly details: SubmissionDetails }) {
  const { copied, copy } = useCopy();
  const reason = 'reason' in details.submission.state ? details.submission.state.reason : null;
  return (
    <>
      {'submissionId' in details.submission.state && (
        <ReceiptButtons submissionId={details.submission.state.submissionId} />
      )}
      {detailSections(details).map((section) => (
        <FieldSlip key={section.title} section={section} />
      ))}
      <Attempts attempts={details.attempts} />
      {reason?.detail !== undefined && (
        <section>
          <h3>Technical detail</h3>
          <p className={classes.detail}>{reason.detail}</p>
        </section>
      )}
      <Button
        variant="default"
        fullWidth
        leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} stroke={1.7} />}
        onClick={() => copy(detailsAsText(details))}
      >
        {copied ? 'Copied' : 'Copy all'}
      </Button>
    </>
  );
}

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: SubmissionDetails }
  | { readonly kind: 'broken'; readonly reason: Failure };

/** Asks main for the details, again whenever the submission changes. What is shown stays until the new answer is here. */
function useDetails(submission: Submission | undefined): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  useEffect(() => {
    if (!submission) return;
    let current = true;
    void windowApi()
      .call('submissions.details', { id: submission.id })
      .then((answer) => {
        if (!current) return;
        setLoaded(answer.ok ? { kind: 'ready', value: answer.value } : { kind: 'broken', reason: answer.error });
      });
    return () => {
      current = false;
    };
  }, [submission]);
  if (loaded.kind === 'ready' && loaded.value.submission.id !== submission?.id) return { kind: 'loading' };
  return loaded;
}

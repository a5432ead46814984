import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Submission, SubmissionDetails } from '../../../../shared/bridge/submissions.ts';
import { settlementWords } from '../../../../shared/messages/submissions/settlement.ts';
import { hasReceipt } from '../../../../shared/submissions/submission-state.ts';
import { cleanText, visibleName } from '../../../../shared/text.ts';
import { callQuery } from '../../../data/queries.ts';
import { activeReadsRecords, useWindowStore } from '../../../data/window-store.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { CopyAllButton } from '../../../ui/fields/copy.tsx';
import { FieldSlip } from '../../../ui/fields/FieldSlip.tsx';
import { formatMoment } from '../../../ui/format.ts';
import { SidePanel } from '../../../ui/Screen.tsx';
import { NetworkCheck } from '../../network/index.ts';
import { ReceiptButtons } from '../../receipts/index.ts';
import type { Decision } from '../list/choices.ts';
import { DecisionButtons, StateCell } from '../list/row/StateCell.tsx';
import classes from './DetailsPanel.module.css';
import { attemptWords, detailSections, detailsAsText, outcomeWords, technicalSections } from './detail-sections.ts';
import { cannotTellReason, explanation } from './explanation.ts';
import { Parts } from './parts/Parts.tsx';
import { partsExplanation } from './parts-explanation.ts';
import type { Settling } from './SettleDialog.tsx';

type Props = {
  readonly id: number;
  readonly onClose: () => void;
  readonly onDecision: (decision: Decision, id: number) => void;
  readonly onSettle: (settling: Settling) => void;
};

export function DetailsPanel({ id, ...rest }: Props) {
  const submission = useWindowStore((state) => state.submissions.get(id));
  return submission && <Details submission={submission} {...rest} />;
}

type DetailsProps = Omit<Props, 'id'> & { readonly submission: Submission };

function Details({ submission, onClose, onDecision, onSettle }: DetailsProps) {
  const { data, error } = useDetails(submission);
  const readsRecords = useWindowStore(activeReadsRecords);
  const details = error === null ? data : undefined;
  const { state, parts } = submission;
  const open =
    state.kind === 'unsettled' && state.check.kind === 'cannot-tell'
      ? cannotTellReason(state.check.why, readsRecords)
      : null;
  // How an uncertain file was settled, or what keeps it open.
  const settlement = details && (details.settlement === null ? open : settlementWords(details.settlement));
  const shownParts = parts !== null && <Parts submission={submission} parts={parts} onSettle={onSettle} />;
  return (
    <SidePanel label="Details" title={<bdi>{visibleName(submission.name)}</bdi>} onClose={onClose}>
      <div className={classes.summary}>
        <StateCell submission={submission} whole />
        {settlement && <p>{cleanText(settlement)}</p>}
        <p>{partsExplanation(submission, readsRecords) ?? explanation(state, readsRecords)}</p>
        <DecisionButtons submission={submission} place="details" tabIndex={0} onDecision={onDecision} />
      </div>
      {error !== null && <p role="alert">{error.message}</p>}
      {/* What is over has its receipt first. */}
      {!hasReceipt(state) && shownParts}
      {details !== undefined && <Contents details={details}>{hasReceipt(state) && shownParts}</Contents>}
    </SidePanel>
  );
}

/** Asked for again whenever the submission changes. The old details stay until the new answer is here, or the panel closes. */
function useDetails(submission: Submission) {
  const details = useQuery({
    ...callQuery('submissions.details', submission.accountId, { id: submission.id }),
    gcTime: 0,
  });
  const { refetch } = details;
  const asked = useRef(submission);
  useEffect(() => {
    if (asked.current === submission) return;
    asked.current = submission;
    void refetch();
  }, [submission, refetch]);
  return details;
}

type ContentsProps = { readonly details: SubmissionDetails; readonly children: ReactNode };

/** `children`: what stands behind the receipt. */
function Contents({ details, children }: ContentsProps) {
  const { state } = details.submission;
  const detail = 'reason' in state ? state.reason.detail : undefined;
  const technical = technicalSections(details);
  return (
    <>
      {'submissionId' in state && (
        <>
          <ReceiptButtons
            submissionId={state.submissionId}
            inParts={details.submission.parts !== null}
            from={{ kind: 'submission', localId: details.submission.id }}
          />
          {details.record !== null && (
            <NetworkCheck
              key={state.submissionId}
              target={{ kind: 'record', accountId: details.submission.accountId, submissionId: state.submissionId }}
            />
          )}
        </>
      )}
      {detailSections(details).map((section) => (
        <FieldSlip key={section.title} section={section} />
      ))}
      {children}
      <Attempts attempts={details.attempts} />
      {technical.length > 0 && (
        <Disclosure label="Technical details">
          {technical.map((section) => (
            <FieldSlip key={section.title} section={section} />
          ))}
        </Disclosure>
      )}
      {detail !== undefined && (
        <section>
          <h3>Technical detail</h3>
          <p className={classes.technical}>{cleanText(detail, { as: 'lines' })}</p>
        </section>
      )}
      <CopyAllButton fullWidth label="Copy all" text={() => detailsAsText(details)} />
    </>
  );
}

function Attempts({ attempts }: Pick<SubmissionDetails, 'attempts'>) {
  if (attempts.length === 0) return null;
  return (
    <section>
      <h3 className={classes.title}>Attempts</h3>
      <ol className={classes.list}>
        {attempts.map((attempt) => (
          <li key={attempt.number} className={classes.attempt} data-outcome={attempt.outcome}>
            <strong>{outcomeWords[attempt.outcome]}</strong>
            <div className={classes.soft}>{formatMoment(attempt.startedAt)}</div>
            {attemptWords(attempt) !== '' && <div className={classes.soft}>{cleanText(attemptWords(attempt))}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
}

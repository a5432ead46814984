import { Modal, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import type { Submission, SubmissionDetails } from '../../../shared/bridge/submissions.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { hasReceipt } from '../../../shared/submissions/submission-state.ts';
import { cleanText, visibleName } from '../../../shared/text.ts';
import { callQuery, useRefetchOn } from '../../data/queries.ts';
import { activeReadsRecords, useWindowStore } from '../../data/window-state.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import dialog from '../../ui/Dialog.module.css';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { FormFoot } from '../../ui/FormFoot.tsx';
import { SidePanel } from '../../ui/Screen.tsx';
import { replyAbout, TimeLine, useTimeLine } from '../lookup/index.ts';
import { NetworkCheck } from '../network/index.ts';
import { ReceiptButtons } from '../receipts/index.ts';
import { type Decision, typedSubmissionId } from './choices.ts';
import { settleWentThrough } from './commands.ts';
import classes from './DetailsPanel.module.css';
import { detailSections, detailsAsText, technicalSections } from './detail-words.ts';
import { Parts, type Settling } from './Parts.tsx';
import { DecisionButtons, StateCell } from './StateCell.tsx';
import { cannotTellWords } from './state-words.ts';

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
  const { data, error, refetch } = useQuery({
    ...callQuery('submissions.details', submission.accountId, { id: submission.id }),
    gcTime: 0,
  });
  useRefetchOn(submission, refetch);
  const readsRecords = useWindowStore(activeReadsRecords);
  const details = error === null ? data : undefined;
  const { state, parts } = submission;
  const isOpen = state.kind === 'unsettled' && state.check.kind === 'cannot-tell';
  const shownParts = parts !== null && <Parts submission={submission} parts={parts} onSettle={onSettle} />;
  return (
    <SidePanel label="Details" title={<bdi>{visibleName(submission.name)}</bdi>} onClose={onClose}>
      <div className={classes.summary}>
        <StateCell submission={submission} whole />
        {isOpen && <p>{cannotTellWords(state.check.why, readsRecords)}</p>}
        <DecisionButtons submission={submission} place="details" tabIndex={0} onDecision={onDecision} />
      </div>
      {error !== null && <p role="alert">{error.message}</p>}
      {/* A finished file shows its receipt first. */}
      {!hasReceipt(state) && shownParts}
      {details !== undefined && <Contents details={details}>{hasReceipt(state) && shownParts}</Contents>}
    </SidePanel>
  );
}

type ContentsProps = { readonly details: SubmissionDetails; readonly children: ReactNode };

/** `children` is rendered after the receipt. */
function Contents({ details, children }: ContentsProps) {
  const { submission, attempts, settlement, record } = details;
  const { accountId, addedAt, state, cost } = submission;
  const submissionId = 'submissionId' in state ? state.submissionId : null;
  const confirmedAt = state.kind === 'confirmed' ? state.at : null;
  const facts = { addedAt, attempts, settlement, record, confirmedAt, cost };
  const entries = useTimeLine(accountId, submissionId, facts);
  const detail = 'reason' in state ? state.reason.detail : undefined;
  const technical = technicalSections(details);
  return (
    <>
      {submissionId !== null && (
        <>
          <ReceiptButtons submissionId={submissionId} accountId={accountId} />
          {record !== null && <NetworkCheck key={submissionId} target={{ kind: 'record', accountId, submissionId }} />}
        </>
      )}
      <TimeLine entries={entries} />
      {submissionId !== null && (
        <CopyAllButton
          label="Copy as a reply"
          text={() => replyAbout({ submissionId, name: submission.name, isFresh: false }, entries)}
        />
      )}
      {detailSections(details).map((section) => (
        <FieldSlip key={section.title} section={section} />
      ))}
      {children}
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
      <CopyAllButton fullWidth label="Copy all" text={() => detailsAsText(details, entries)} />
    </>
  );
}

const typed = z.object({ id: typedSubmissionId });

type SettleDialogProps = { readonly settling: Settling | null; readonly onClose: () => void };

/** Asks for the service's id of an unsettled file. Main verifies the id before it counts. */
export function SettleDialog({ settling, onClose }: SettleDialogProps) {
  return (
    <Modal opened={settling !== null} onClose={onClose} title="It went through" classNames={dialog}>
      {settling !== null && <IdForm key={settling.id} settling={settling} onClose={onClose} />}
    </Modal>
  );
}

function IdForm({ settling, onClose }: { readonly settling: Settling; readonly onClose: () => void }) {
  const form = useForm({
    initialValues: { id: '' },
    validate: schemaResolver(typed, { sync: true }),
    transformValues: typed.parse,
  });

  const save = form.onSubmit(async ({ id }) => {
    const failed = await settleWentThrough(settling.id, id);
    if (failed === null) onClose();
    else form.setFieldError('id', failureMessage(failed));
  });

  return (
    <form className={dialog.dialog} onSubmit={save}>
      <p>
        Dropslip reads the record of this id from the service. If it matches <bdi>{visibleName(settling.name)}</bdi>, it
        becomes the file’s receipt, and nothing is sent again.
      </p>
      <TextInput
        label="Submission id"
        placeholder="8c1f09d2-7b3e-4c5a-9f00-1d2e3f405162"
        data-autofocus
        {...form.getInputProps('id')}
      />
      <FormFoot cancel="Not now" onCancel={onClose} submit="Use this id" isBusy={form.submitting} />
    </form>
  );
}

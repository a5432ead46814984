import { Button, TextInput } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { type Receipt, vouchedOf, vouchedWords } from '../../../shared/bridge/receipts.ts';
import { visibleName } from '../../ui/file-name.ts';
import { formatMoment } from '../../ui/moments.ts';
import { formatSize } from '../../ui/sizes.ts';
import { ChooseOne } from './ChooseOne.tsx';
import { forgetReference, takeId, takeReceipt } from './commands.ts';
import classes from './Slot.module.css';
import { Slot } from './Slot.tsx';
import type { Reference } from './verify-state.ts';

type Props = { readonly reference: Reference; readonly hovered: boolean };

/** What the file is held against: a receipt, or the id of a submission that this computer keeps. */
export function ReferenceSlot({ reference, hovered }: Props) {
  const filled = reference.kind === 'receipt' || reference.kind === 'id';
  return (
    <Slot name="reference" title="Its receipt" icon={IconReceipt} filled={filled} hovered={hovered}>
      {reference.kind === 'none' && (
        <p className={classes.soft}>Drop the receipt here that Dropslip saved, or type the submission’s id.</p>
      )}
      {reference.kind === 'reading' && (
        <p role="status">
          Reading <bdi>{visibleName(reference.file.name)}</bdi>…
        </p>
      )}
      {reference.kind === 'refused' && (
        <div role="alert" className={classes.bad} data-testid="receipt-refused">
          <p>
            <bdi>{visibleName(reference.name)}</bdi>
          </p>
          <p>{reference.reason.message}</p>
        </div>
      )}
      {reference.kind === 'receipt' && <ReceiptFacts receipts={reference.receipts} />}
      {reference.kind === 'id' && (
        <dl className={classes.facts}>
          <dt>Submission id</dt>
          <dd>{reference.submissionId}</dd>
        </dl>
      )}
      <div className={classes.buttons}>
        <ChooseOne
          label={filled ? 'Choose another receipt' : 'Choose the receipt'}
          what="receipt"
          primary={!filled}
          onChosen={(file) => void takeReceipt(file)}
        />
        {filled && (
          <Button variant="default" onClick={forgetReference}>
            Take away
          </Button>
        )}
      </div>
      {!filled && <IdForm />}
    </Slot>
  );
}

function ReceiptFacts({ receipts }: { readonly receipts: readonly Receipt[] }) {
  const [first, ...others] = receipts;
  if (first === undefined) return null;
  if (others.length > 0) return <p>{receipts.length} receipts. The one that fits the file is looked for.</p>;
  const { file, submission, account } = first;
  const at = submission.submittedAt ?? submission.addedAt;
  const vouched = vouchedOf(first);
  return (
    <dl className={classes.facts}>
      <dt>For</dt>
      <dd>
        <bdi>{visibleName(file.name)}</bdi>
        {file.size === null ? '' : `, ${formatSize(file.size)}`}
      </dd>
      <dt>Submitted</dt>
      <dd>{formatMoment(at)}</dd>
      <dt>Service</dt>
      <dd>{account.address ?? 'Practice, nothing real was spent'}</dd>
      <dt>Submission id</dt>
      <dd>{submission.id}</dd>
      {vouched !== null && (
        <>
          <dt>By a person’s word</dt>
          <dd>{vouchedWords(vouched, formatMoment(vouched.at))}</dd>
        </>
      )}
    </dl>
  );
}

function IdForm() {
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    takeId(text);
  };
  return (
    <form className={classes.id} onSubmit={submit}>
      <TextInput
        label="Or the submission’s id"
        value={text}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ''}>
        Use this id
      </Button>
    </form>
  );
}

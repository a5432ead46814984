import { Button, TextInput } from '@mantine/core';
import {
  IconFile,
  IconFileSearch,
  IconFolder,
  IconFolderSearch,
  IconReceipt,
  type TablerIcon,
} from '@tabler/icons-react';
import { type FormEvent, Fragment, type ReactNode, useId, useState } from 'react';
import type { Receipt } from '../../../shared/bridge/receipts.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { vouchedWords } from '../../../shared/messages/submissions.ts';
import { visibleName } from '../../../shared/text.ts';
import { windowApi } from '../../data/calls.ts';
import { FileName } from '../../ui/FileName.tsx';
import { formatCount, formatMoment, formatSize } from '../../ui/format.ts';
import { ActionButton } from '../../ui/IconButton.tsx';
import classes from './Slots.module.css';
import {
  forgetReference,
  type Given,
  isUsable,
  type Run,
  takeFile,
  takeId,
  takeReceipt,
  useVerify,
} from './verify-state.ts';

export type SlotName = 'file' | 'reference';

type Props = {
  readonly name: SlotName;
  readonly title: string;
  readonly icon: TablerIcon;
  readonly filled: boolean;
  readonly hovered: boolean;
  readonly children: ReactNode;
};

function Slot({ name, title, icon: Icon, filled, hovered, children }: Props) {
  const headingId = useId();
  return (
    <section
      className={classes.slot}
      data-slot={name}
      data-filled={filled}
      data-hovered={hovered}
      aria-labelledby={headingId}
    >
      <div className={classes.head}>
        <Icon size={22} stroke={1.7} aria-hidden="true" />
        <h2 id={headingId}>{title}</h2>
      </div>
      {children}
    </section>
  );
}

type SlotProps = { readonly hovered: boolean };

export function FileSlot({ hovered }: SlotProps) {
  const { given, run } = useVerify();
  const size = given === null ? '' : sizeWords(given, run);
  return (
    <Slot
      name="file"
      title="The file or folder"
      icon={given?.isFolder ? IconFolder : IconFile}
      filled={given !== null}
      hovered={hovered}
    >
      {given === null ? (
        <p className={classes.soft}>Drop the file or folder you want to verify here.</p>
      ) : (
        <Facts facts={{ Name: <FileName name={given.name} />, Size: size }} />
      )}
      <div className={classes.buttons}>
        <ChooseOne
          label={given === null ? 'Choose the file' : 'Choose another file'}
          what="file"
          primary={given === null}
          onChosen={takeFile}
        />
        <ChooseOne
          label={given === null ? 'Choose the folder' : 'Choose another folder'}
          what="folder"
          primary={false}
          onChosen={(file) => takeFile(file, true)}
        />
      </div>
    </Slot>
  );
}

/** A receipt, or the id of a submission on this computer, that the file is compared with. */
export function ReferenceSlot({ hovered }: SlotProps) {
  const { reference } = useVerify();
  const filled = isUsable(reference);
  return (
    <Slot name="reference" title="Its receipt" icon={IconReceipt} filled={filled} hovered={hovered}>
      {reference.kind === 'none' && (
        <p className={classes.soft}>Drop the receipt that Dropslip saved, or type the submission id.</p>
      )}
      {reference.kind === 'reading' && (
        <p role="status">
          Reading <bdi>{visibleName(reference.file.name)}</bdi>…
        </p>
      )}
      {reference.kind === 'refused' && (
        <div role="alert" className={classes.bad} data-testid="receipt-refused">
          <p>
            <bdi>{visibleName(reference.file.name)}</bdi>
          </p>
          <p>{failureMessage(reference.reason)}</p>
        </div>
      )}
      {reference.kind === 'receipt' && <ReceiptFacts receipts={reference.receipts} />}
      {reference.kind === 'id' && <Facts facts={{ 'Submission id': reference.submissionId }} />}
      <div className={classes.buttons}>
        <ChooseOne
          label={filled ? 'Choose another receipt' : 'Choose the receipt'}
          what="receipt"
          primary={!filled}
          onChosen={(file) => void takeReceipt(file)}
        />
        {filled && (
          <Button variant="default" onClick={forgetReference}>
            Remove
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
  if (others.length > 0) return <p>{receipts.length} receipts. Dropslip finds the one for the file.</p>;
  const { file, submission, account } = first;
  const at = submission.submittedAt ?? submission.addedAt;
  const { vouched } = submission;
  const name = <bdi>{visibleName(file.name)}</bdi>;
  return (
    <Facts
      facts={{
        For:
          file.size === null ? (
            name
          ) : (
            <>
              {name}, {formatSize(file.size)}
            </>
          ),
        Submitted: formatMoment(at),
        Service: account.address ?? 'Practice, nothing real was spent',
        'Submission id': submission.id,
        'Confirmed by a user': vouched === null ? '' : vouchedWords(vouched, formatMoment(vouched.at)),
      }}
    />
  );
}

/** Labelled facts. Empty ones are left out. */
function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={classes.facts}>
      {Object.entries(facts).map(
        ([label, value]) =>
          value !== '' && (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

/** The size of the file. For a folder, it is known after reading. */
function sizeWords({ file, isFolder }: Given, run: Run): string {
  if (run.kind === 'done' && run.verification.kind === 'folder') {
    const { files, bytes } = run.verification.folder;
    return `${countWords(files)}, ${formatSize(bytes)}`;
  }
  return isFolder ? '' : formatSize(file.size);
}

const countWords = (files: number): string => (files === 1 ? '1 file' : `${formatCount(files)} files`);

function IdForm() {
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    takeId(text);
  };
  return (
    <form className={classes.id} onSubmit={submit}>
      <TextInput
        label="Or the submission id"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ''}>
        Use this id
      </Button>
    </form>
  );
}

type ChooseOneProps = {
  readonly label: string;
  readonly what: 'file' | 'folder' | 'receipt';
  readonly primary: boolean;
  readonly onChosen: (file: File) => void;
};

function ChooseOne({ label, what, primary, onChosen }: ChooseOneProps) {
  const choose = async (): Promise<void> => {
    const [chosen] = await windowApi().chooseFiles(what);
    if (chosen !== undefined) onChosen(chosen);
  };
  return (
    <ActionButton
      icon={what === 'folder' ? IconFolderSearch : IconFileSearch}
      variant={primary ? 'filled' : 'default'}
      onClick={() => void choose()}
    >
      {label}
    </ActionButton>
  );
}

import { Button, Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { deskWords } from '../../../shared/messages/receipts.ts';
import { visibleName } from '../../../shared/text.ts';
import { useWindowStore } from '../../data/window-state.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import { FieldSlip, TechnicalFields } from '../../ui/FieldSlip.tsx';
import { ActionButton } from '../../ui/IconButton.tsx';
import { codeField } from '../../ui/record-sections.ts';
import { Verdict } from '../../ui/Verdict.tsx';
import { NetworkCheck } from '../network/index.ts';
import { ReceiptButtons } from '../receipts/index.ts';
import { GetBackButton } from '../retrieval/index.ts';
import { askAgain, stopAsking } from './commands.ts';
import { type SubmissionView, useOtherAccount } from './lookup-state.ts';
import { fileNamed, recordWords, refusedWords, submissionWords, type Words } from './lookup-words.ts';
import classes from './SubmissionAnswer.module.css';
import { replyAbout, TimeLine, useTimeLine } from './TimeLine.tsx';

type Props = { readonly view: SubmissionView };

/** One submission: the answer in words, then the whole record. Shows the saved record until the service answers. */
export function SubmissionAnswer({ view }: Props) {
  const { submissionId, accountId, kept, asked } = view;
  const account = useWindowStore((state) => state.accounts.find(({ id }) => id === accountId));
  const submission = kept?.submission ?? null;
  const part = kept?.part;
  const fileName = kept === null ? null : fileNamed(kept);
  const record = asked.kind === 'answered' ? asked.record : (kept?.record ?? null);
  const cost = asked.kind === 'answered' ? asked.cost : (kept?.cost ?? null);
  // The size and the time of the whole file are not those of its part.
  const whole = part === undefined ? submission : null;
  const words = record !== null ? recordWords(record, whole) : submission !== null ? submissionWords(submission) : null;
  const name = account?.name ?? 'this account';
  const otherAccount = useOtherAccount(accountId);
  const entries = useTimeLine(accountId, submissionId, {
    addedAt: submission?.addedAt ?? null,
    attempts: kept?.attempts ?? [],
    settlement: kept?.settlement ?? null,
    record,
    confirmedAt: whole?.state.kind === 'confirmed' ? whole.state.at : null,
    cost,
  });
  const reply = (): string => replyAbout({ submissionId, name: fileName, isFresh: asked.kind === 'answered' }, entries);

  return (
    <div className={classes.submission}>
      <div aria-live="polite" className={classes.live}>
        {submission !== null && words !== null && (
          <div>
            <p className={classes.file}>
              <bdi>{visibleName(fileName ?? '')}</bdi>
            </p>
            {submission.desk !== undefined && (
              <p className={classes.note}>
                <bdi>{deskWords(submission.desk)}</bdi>
              </p>
            )}
          </div>
        )}
        {words !== null && otherAccount !== null && (
          <p className={classes.note}>
            Of the account <bdi>{visibleName(otherAccount)}</bdi>, not the one in use
          </p>
        )}
        {words !== null && (
          <Verdict words={words}>
            <div className={classes.actions}>
              <CopyAllButton label="Copy as a reply" text={reply} shortcut="copy-answer" />
              {record !== null && record.phase !== 'in-block' && asked.kind === 'answered' && <AskAgain view={view} />}
            </div>
          </Verdict>
        )}
        <ServiceLine view={view} account={name} known={words !== null} />
      </div>
      {(submission !== null || record !== null) && <ReceiptButtons accountId={accountId} submissionId={submissionId} />}
      {record !== null && <NetworkCheck key={submissionId} target={{ kind: 'record', accountId, submissionId }} />}
      {entries.length > 0 && <TimeLine entries={entries} />}
      {record !== null && (
        <>
          <FieldSlip section={{ title: 'Submission', fields: [codeField('Submission id', record.id)] }} />
          <TechnicalFields record={record} cost={cost} title={ticketTitle(words, fileName)} />
        </>
      )}
    </div>
  );
}

function ticketTitle(words: Words | null, name: string | null): string {
  const answer = words === null ? 'Submission' : [words.title, words.text].filter((part) => part !== '').join(' — ');
  return name === null ? answer : `${name}: ${answer}`;
}

function AskAgain({ view: { submissionId, accountId } }: Props) {
  return (
    <ActionButton icon={IconRefresh} onClick={() => void askAgain(submissionId, accountId)}>
      Ask again
    </ActionButton>
  );
}

type LineProps = { readonly view: SubmissionView; readonly account: string; readonly known: boolean };

/** The state of the service's answer, and what to try if there is none. */
function ServiceLine({ view, account, known }: LineProps) {
  const { asked, submissionId, accountId } = view;
  const again = <AskAgain view={view} />;
  switch (asked.kind) {
    case 'asking':
      return (
        <div className={classes.line}>
          <Loader size={18} aria-hidden="true" />
          <p>Asking the service…</p>
          <Button variant="default" onClick={() => stopAsking(submissionId)}>
            Stop
          </Button>
        </div>
      );
    case 'answered':
      return null;
    case 'stopped':
      return (
        <div className={classes.line}>
          <p>The service has not answered{known ? '. This is the saved data' : ''}.</p>
          {again}
        </div>
      );
    case 'refused': {
      if (asked.reason.code === 'not-found') {
        const title = known ? 'The service no longer knows this id' : 'Not found';
        return (
          <Verdict
            words={{
              tone: 'warn',
              title,
              text: `The service of ${account} was asked for ${submissionId} and does not show it. It may belong to another account, or the id may be incomplete or mistyped. Anybody who knows an id can download it.`,
            }}
          >
            <div className={classes.actions}>
              {!known && (
                <CopyAllButton
                  label="Copy as a reply"
                  text={() => `The service knows no submission with the id ${submissionId}.\n`}
                  shortcut="copy-answer"
                />
              )}
              {again}
              {!known && <GetBackButton from={{ kind: 'id', accountId, submissionId }} />}
            </div>
          </Verdict>
        );
      }
      if (asked.reason.code === 'own-secret') {
        const text = 'Look up a submission by its id, a hash, a file name or a date.';
        return <Verdict words={{ tone: 'warn', title: failureMessage(asked.reason), text }} />;
      }
      return <Verdict words={refusedWords(asked.reason, account, known)}>{again}</Verdict>;
    }
  }
}

import { Button } from '@mantine/core';
import {
  IconCloudQuestion,
  IconEqual,
  IconEqualNot,
  IconHelpCircle,
  IconQuestionMark,
  IconShieldCheck,
  IconShieldX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Comparison, FolderVerification, SentAs, Verification } from '../../../shared/bridge/receipts.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { visibleName } from '../../../shared/text.ts';
import { windowEvents } from '../../data/window-events.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import { formatCount, percent } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { NetworkCheck, type NetworkTarget, targetOf } from '../network/index.ts';
import { GetBackButton, retrievalOf, type Wanted } from '../retrieval/index.ts';
import { askService, compare, showProgress, stop } from './commands.ts';
import { OpenForm } from './OpenForm.tsx';
import classes from './Outcome.module.css';
import { ReceiptChoice } from './ReceiptChoice.tsx';
import { isReference, type Reference, useVerify } from './verify-state.ts';
import { folderWords, pathLists } from './words/folder-words.ts';
import {
  comparisonLabel,
  outcomeLabel,
  sentLabel,
  serviceWords,
  type VerdictWords,
  verdictWords,
  witnessLabel,
} from './words/verdict-words.ts';
import { verificationText } from './words/verification-text.ts';

export function Outcome() {
  const { given, reference, run } = useVerify();
  const isReady = given !== null && isReference(reference);
  const wanted = onlyOne(reference);
  const several = reference.kind === 'receipt' && reference.receipts.length > 1 ? reference : null;
  // A file selects its own receipt among several.
  const isChosen = several === null || given === null;
  const isAnswered = run.kind === 'reading' || run.kind === 'done';

  useEffect(
    () => windowEvents.on('receipts.verify-progress', ({ checkId, done, total }) => showProgress(checkId, done, total)),
    [],
  );

  return (
    <div className={classes.outcome}>
      <div className={classes.live} aria-live="polite">
        {run.kind === 'idle' && isReady && (
          <Button className={classes.compare} onClick={() => void compare()}>
            Compare
          </Button>
        )}
        {given === null && several === null && wanted !== null && (
          <p>Without the file, nothing can be compared. If you lost it, download it.</p>
        )}
        {given === null && several !== null && (
          <p>Without a file, nothing can be compared. If you lost it, choose its receipt and download it.</p>
        )}
        {run.kind === 'reading' && given !== null && (
          <div className={classes.reading}>
            <p>
              Reading <bdi>{visibleName(given.name)}</bdi>…
            </p>
            <ProgressBar
              percent={percent(run.done, Math.max(run.total ?? given.file.size, 1))}
              label={given.isFolder ? 'Reading the folder' : 'Reading the file'}
              size="total"
            />
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          </div>
        )}
        {run.kind === 'refused' && (
          <div className={classes.answer}>
            <Verdict words={{ tone: 'open', title: 'This could not be compared', text: failureMessage(run.reason) }} />
          </div>
        )}
        {run.kind === 'done' && <Answer verification={run.verification} />}
      </div>
      {!isAnswered && isChosen && several !== null && <ReceiptChoice {...several} />}
      {!isAnswered && isChosen && wanted !== null && (
        <div className={classes.lost}>
          <GetBackButton from={retrievalOf(wanted)} />
          <NetworkCheck key={keyOf(wanted)} target={networkTarget(wanted)} />
        </div>
      )}
    </div>
  );
}

/** The verdict, the values that support it, and the service's answer on request. */
function Answer({ verification }: { readonly verification: Verification }) {
  const asking = useVerify((state) => state.asking);
  const { against } = verification;
  const isFile = verification.kind === 'file';
  const isClosed = isFile && verification.inside === 'closed';
  return (
    <div className={classes.answer}>
      <Verdict words={verification.kind === 'folder' ? folderWords(verification) : verdictWords(verification)} />
      {isClosed && <OpenForm />}
      {verification.kind === 'folder' ? (
        <FolderPaths verification={verification} />
      ) : (
        // Another encryption of the same file has other bytes, so a comparison is useless.
        (!isClosed || verification.verdict.kind === 'piece') && (
          <Comparisons comparisons={verification.comparisons} against={against.kind} of="file" />
        )
      )}
      {asking.kind === 'answered' && (
        <>
          <Verdict words={serviceWords(asking.word)} />
          {asking.word.comparison !== null && (
            <Comparisons comparisons={[asking.word.comparison]} against={against.kind} of={asking.word.of} />
          )}
        </>
      )}
      {asking.kind === 'refused' && (
        <Verdict
          words={{ tone: 'open', title: 'The service did not answer this', text: failureMessage(asking.reason) }}
        />
      )}
      <NetworkCheck target={targetOf(against)} />
      <div className={classes.actions}>
        {isFile && (
          <Button
            variant="default"
            leftSection={<IconCloudQuestion size={18} stroke={1.7} aria-hidden="true" />}
            loading={asking.kind === 'asking'}
            onClick={() => void askService()}
          >
            Ask the service too
          </Button>
        )}
        <GetBackButton from={retrievalOf(against)} />
        <CopyAllButton label="Copy the answer" text={() => verificationText(verification, new Date().toISOString())} />
      </div>
    </div>
  );
}

const keyOf = (wanted: Wanted): string => (wanted.kind === 'kept' ? wanted.submissionId : wanted.receipt.seal);

function networkTarget(wanted: Wanted): NetworkTarget {
  if (wanted.kind === 'receipt') return targetOf(wanted);
  return { kind: 'record', accountId: null, submissionId: wanted.submissionId };
}

/** The submission to compare with; null while there is none, or until the user has chosen among several receipts. */
function onlyOne(reference: Reference): Wanted | null {
  if (reference.kind === 'id') return { kind: 'kept', submissionId: reference.submissionId };
  if (reference.kind !== 'receipt') return null;
  const { chosen: receipt } = reference;
  return receipt === null ? null : { kind: 'receipt', receipt };
}

const icons: { readonly [Tone in VerdictWords['tone']]: TablerIcon } = {
  good: IconShieldCheck,
  bad: IconShieldX,
  open: IconHelpCircle,
};

/** The verdict in a box that shows its kind by icon, text and colour. */
function Verdict({ words }: { readonly words: VerdictWords }) {
  const box = useRef<HTMLDivElement>(null);
  // In a low window, the verdict would appear below the visible area.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const Icon = icons[words.tone];
  return (
    <div ref={box} className={classes.verdict} data-tone={words.tone} data-testid="verdict">
      <Icon size={28} stroke={1.7} aria-hidden="true" />
      <div>
        <h2>{words.title}</h2>
        <p>{words.text}</p>
      </div>
    </div>
  );
}

type Props = {
  readonly comparisons: readonly Comparison[];
  readonly against: Verification['against']['kind'];
  readonly of: SentAs;
};

/** Each available value beside that of the file, or of the bytes that were sent in its place. */
function Comparisons({ comparisons, against, of }: Props) {
  if (comparisons.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Compared values">
      {comparisons.map((comparison) => {
        const { same } = comparison;
        const Icon = same === null ? IconQuestionMark : same ? IconEqual : IconEqualNot;
        return (
          <li
            key={`${comparison.witness} ${comparison.what}`}
            className={classes.comparison}
            data-same={same ?? 'unknown'}
          >
            <div className={classes.head}>
              <h3>{comparisonLabel(comparison)}</h3>
              <span className={classes.sameness}>
                <Icon size={18} stroke={2} aria-hidden="true" />
                {outcomeLabel(comparison)}
              </span>
            </div>
            <dl className={classes.values}>
              <dt>{witnessLabel(comparison, against)}</dt>
              <dd>
                <bdi>{comparison.expected}</bdi>
              </dd>
              <dt>{sentLabel(of)}</dt>
              <dd>
                <bdi>{comparison.actual}</bdi>
              </dd>
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

function FolderPaths({ verification }: { readonly verification: FolderVerification }) {
  const lists = pathLists(verification);
  if (lists.length === 0) return null;
  return (
    <div className={classes.list}>
      {lists.map(({ label, paths, more }) => (
        <section key={label} className={classes.comparison} aria-label={label}>
          <h3>{label}</h3>
          <ul className={classes.paths}>
            {paths.map((path) => (
              <li key={path}>
                <bdi>{visibleName(path)}</bdi>
              </li>
            ))}
          </ul>
          {more > 0 && <p>and {formatCount(more)} more</p>}
        </section>
      ))}
    </div>
  );
}

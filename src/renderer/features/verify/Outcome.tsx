import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { digestNames, type FolderVerification, type Verification } from '../../../shared/bridge/receipts.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { digestLabels, verdictWords } from '../../../shared/messages/verdicts.ts';
import { visibleName } from '../../../shared/text.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { formatCount, percent } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { codeField } from '../../ui/record-sections.ts';
import { Verdict } from '../../ui/Verdict.tsx';
import { NetworkCheck, targetOf } from '../network/index.ts';
import { GetBackButton, retrievalOf, type Wanted } from '../retrieval/index.ts';
import { folderWords, pathLists } from './folder-words.ts';
import classes from './Outcome.module.css';
import { compare, isUsable, type Reference, stop, useVerify } from './verify-state.ts';

export function Outcome() {
  const { given, reference, run } = useVerify();
  const wanted = given === null ? onlyOne(reference) : null;
  const box = useRef<HTMLDivElement>(null);
  // In a low window, the verdict would appear below the visible area.
  useEffect(() => {
    if (run.kind === 'done' || run.kind === 'refused') box.current?.scrollIntoView({ block: 'nearest' });
  }, [run.kind]);
  return (
    <div className={classes.outcome}>
      <div ref={box} className={classes.live} aria-live="polite">
        {run.kind === 'idle' && given !== null && isUsable(reference) && (
          <Button className={classes.compare} onClick={() => void compare()}>
            Compare
          </Button>
        )}
        {run.kind === 'reading' && given !== null && (
          <div className={classes.reading}>
            <p>
              Reading <bdi>{visibleName(given.name)}</bdi>…
            </p>
            <ProgressBar
              percent={percent(run.done, Math.max(run.total, 1))}
              label={given.isFolder ? 'Reading the folder' : 'Reading the file'}
              size="total"
            />
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          </div>
        )}
        {run.kind === 'refused' && (
          <Verdict
            testId="verdict"
            words={{ tone: 'open', title: 'This could not be compared', text: failureMessage(run.reason) }}
          />
        )}
        {run.kind === 'done' && <Answer verification={run.verification} />}
      </div>
      {wanted !== null && (
        <>
          <p>Without the file, nothing can be compared. If you lost it, download it.</p>
          <GetBackButton from={retrievalOf(wanted)} />
        </>
      )}
    </div>
  );
}

function onlyOne(reference: Reference): Wanted | null {
  if (reference.kind === 'id') return { kind: 'kept', submissionId: reference.submissionId };
  if (reference.kind !== 'receipt') return null;
  const [receipt, second] = reference.receipts;
  return receipt === undefined || second !== undefined ? null : { kind: 'receipt', receipt };
}

function Answer({ verification }: { readonly verification: Verification }) {
  const { against } = verification;
  const words = verification.kind === 'folder' ? folderWords(verification) : verdictWords(verification);
  return (
    <div className={classes.answer}>
      <Verdict testId="verdict" words={words} />
      {verification.kind === 'folder' ? (
        <FolderPaths verification={verification} />
      ) : (
        <Disclosure label="Technical details">
          <FieldSlip
            section={{
              title: 'Your file',
              fields: digestNames.map((name) => codeField(digestLabels[name], verification.file[name])),
            }}
          />
        </Disclosure>
      )}
      <NetworkCheck target={targetOf(against)} />
      <div className={classes.actions}>
        <GetBackButton from={retrievalOf(against)} />
        <CopyAllButton label="Copy the answer" text={() => `${words.title}. ${words.text}\n`} />
      </div>
    </div>
  );
}

function FolderPaths({ verification }: { readonly verification: FolderVerification }) {
  return pathLists(verification).map(({ label, paths, more }) => (
    <section key={label} className={classes.changes} aria-label={label}>
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
  ));
}

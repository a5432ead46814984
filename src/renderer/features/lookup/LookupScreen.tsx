import { Button, Loader, Textarea } from '@mantine/core';
import { IconArrowLeft, IconFileImport, IconFileSearch, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ClipboardEvent as PasteEvent, useEffect, useRef } from 'react';
import type { ImportedReceipts } from '../../../shared/bridge/receipts.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { importedWords, importProblems } from '../../../shared/messages/receipts.ts';
import { mayBeReceipt } from '../../../shared/submissions/verification.ts';
import { visibleName } from '../../../shared/text.ts';
import { change, windowApi } from '../../data/calls.ts';
import { goTo, useNavigation } from '../../data/navigation.ts';
import { Announcer } from '../../ui/Announcer.tsx';
import { DropOverlay } from '../../ui/DropOverlay.tsx';
import { useDragged } from '../../ui/dragging.ts';
import { formatCount, formatDay, percent } from '../../ui/format.ts';
import { ActionButton, IconButton } from '../../ui/IconButton.tsx';
import { showNotes } from '../../ui/notes.tsx';
import { useNow } from '../../ui/now.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { shortcutKeys } from '../../ui/shortcuts.ts';
import { Verdict } from '../../ui/Verdict.tsx';
import {
  askTyped,
  clearRecent,
  goBack,
  importReceipts,
  lookUp,
  lookUpFile,
  openSubmission,
  recentLookups,
  startOver,
  stopReading,
  typeText,
} from './commands.ts';
import { ListAnswers } from './ListAnswers.tsx';
import classes from './LookupScreen.module.css';
import { useLookup, type View } from './lookup-state.ts';
import { matchesTitle } from './lookup-words.ts';
import { Matches } from './Matches.tsx';
import { SubmissionAnswer } from './SubmissionAnswer.tsx';

/** Longer texts are lists, which are shown in a table instead of the box. */
const LONGEST_SHOWN = 2_000;

function LookupBox() {
  const text = useLookup((state) => state.text);
  const isStart = useLookup((state) => state.view.kind === 'start');

  const box = useRef<HTMLTextAreaElement>(null);

  // The text is selected, so that typing replaces the last question.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.select();
  }, []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    askTyped(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && !text.includes('\n') && focusFirstMatch()) event.preventDefault();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    askTyped(text);
  };
  /**
   * A text that is pasted over everything, or over an answered question, is the whole question and needs no further
   * key.
   */
  const onPaste = (event: PasteEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const pasted = event.clipboardData.getData('text/plain');
    const isPart = isDraft() && (selectionStart !== 0 || selectionEnd !== value.length);
    if (pasted.trim() === '' || isPart) return;
    event.preventDefault();
    void lookUp(pasted);
  };

  return (
    <form className={classes.box} onSubmit={submit}>
      <Textarea
        ref={box}
        className={classes.input}
        label="What to look up"
        classNames={{ label: classes.label }}
        data-list-search
        placeholder="Id, hash, file name, date or a list"
        autosize
        minRows={1}
        maxRows={4}
        spellCheck={false}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
        rightSection={isStart && text === '' ? null : <IconButton icon={IconX} label="Clear" onClick={startOver} />}
        value={text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}
        onChange={(event) => typeText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className={classes.buttons}>
        <Button type="submit">Look up</Button>
        <ActionButton icon={IconFileSearch} onClick={() => void findByFile()}>
          Find by file
        </ActionButton>
        <ActionButton
          icon={IconFileImport}
          title="Receipts and JSON exports of other computers"
          onClick={() => void chooseReceipts()}
        >
          Import receipts
        </ActionButton>
      </div>
    </form>
  );
}

/** True if the text in the box was typed and not asked for yet. */
function isDraft(): boolean {
  const { text, view } = useLookup.getState();
  const isAnswer: readonly View['kind'][] = ['submission', 'list', 'broken', 'imported'];
  return text !== '' && !isAnswer.includes(view.kind) && (view.kind !== 'matches' || view.isTyped);
}

function focusFirstMatch(): boolean {
  const first = document.querySelector<HTMLButtonElement>('[data-matches] button');
  first?.focus();
  return first !== null;
}

async function findByFile(): Promise<void> {
  const [file] = await windowApi().chooseFiles('file');
  if (file !== undefined) await lookUpFile(file);
}

async function chooseReceipts(): Promise<void> {
  await importReceipts(await windowApi().chooseFiles('receipts'));
}

export function LookupScreen() {
  const isDragged = useDropAndPaste();
  const subject = useNavigation((state) => state.subject);

  useEffect(() => {
    void change('lookup.prepare', {});
  }, []);

  useEffect(() => {
    if (subject?.kind !== 'submission') return;
    // Open a subject once: a return to the screen later shows the last view.
    goTo('lookup');
    void openSubmission(subject.submissionId, subject.accountId);
  }, [subject]);

  return (
    <Screen scrolls="whole">
      <div>
        <h1>Look up</h1>
        <p className={classes.lead}>
          Type or paste an id, a part of one, a hash, a file name, a date or a whole list — or drop the file itself.
        </p>
      </div>
      <LookupBox />
      <div className={classes.answer}>
        <BackButton />
        <LookupView />
      </div>
      {isDragged && (
        <DropOverlay
          title="Drop to find this file’s submission"
          note="Compares the contents on this computer, and imports receipts. Nothing is submitted."
        />
      )}
    </Screen>
  );
}

function BackButton() {
  const before = useLookup(({ behind }) => behind.at(-1)?.kind ?? null);
  if (before === null) return null;
  return (
    <ActionButton icon={IconArrowLeft} className={classes.back} onClick={goBack}>
      {before === 'list' ? 'Back to the list' : 'Back to the matches'}
    </ActionButton>
  );
}

function LookupView() {
  const view = useLookup((state) => state.view);
  switch (view.kind) {
    case 'start':
      return <Recent />;
    case 'searching':
      return (
        <p className={`${classes.busy} ${classes.searching}`}>
          <Loader size={18} aria-hidden="true" /> Searching…
        </p>
      );
    case 'unasked-list':
      return (
        <Verdict
          words={{
            tone: 'quiet',
            title: `${view.count} lines`,
            text: 'Press Enter to look up each of them. The service is asked only when this computer does not know.',
          }}
        />
      );
    case 'reading':
      return (
        <div className={classes.reading}>
          <p>
            Reading <bdi>{visibleName(view.name)}</bdi>…
          </p>
          <ProgressBar percent={percent(view.done, Math.max(view.total, 1))} label="Reading the file" size="total" />
          <Button variant="default" onClick={stopReading}>
            Stop
          </Button>
        </div>
      );
    case 'broken':
      return (
        <div role="alert">
          <Verdict words={{ tone: 'bad', title: 'This could not be looked up', text: failureMessage(view.reason) }}>
            <Button variant="default" onClick={startOver}>
              Start over
            </Button>
          </Verdict>
        </div>
      );
    case 'importing':
    case 'imported':
      return <ImportView imported={view.kind === 'imported' ? view.imported : null} />;
    case 'matches':
      return (
        <>
          <Announcer text={matchesTitle(view.answer, view.file, view.text)} everyMs={1_000} />
          <Matches view={view} />
        </>
      );
    case 'submission':
      return <SubmissionAnswer key={view.submissionId} view={view} />;
    case 'list':
      return <ListAnswers list={view} />;
  }
}

/** Further problems are counted instead of shown. */
const PROBLEMS_SHOWN = 50;

/** An import and its result; null until it has ended. Screen readers announce both. */
function ImportView({ imported }: { readonly imported: ImportedReceipts | null }) {
  const problems = imported === null ? [] : [...new Set(importProblems(imported))];
  return (
    <div role="status">
      {imported === null ? (
        <p className={`${classes.busy} ${classes.searching}`}>
          <Loader size={18} aria-hidden="true" /> Importing…
        </p>
      ) : (
        <Verdict
          words={{
            tone: problems.length > 0 ? 'warn' : 'good',
            title: importedWords(imported, formatCount).replace(/\.$/, ''),
            text: imported.added > 0 ? 'Their names are found here, under Spending and from any screen.' : '',
          }}
        >
          {problems.length > 0 && (
            <ul className={classes.problems}>
              {problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
                <li key={problem}>
                  <bdi>{problem}</bdi>
                </li>
              ))}
              {problems.length > PROBLEMS_SHOWN && <li>And {formatCount(problems.length - PROBLEMS_SHOWN)} more.</li>}
            </ul>
          )}
        </Verdict>
      )}
    </div>
  );
}

/**
 * Looks up a file that is dropped on the screen, or text that is pasted outside the box. Returns true while files are
 * dragged over the window.
 */
function useDropAndPaste(): boolean {
  const dragged = useDragged((files) => {
    if (files.every(({ name }) => mayBeReceipt(name))) return void importReceipts(files);
    const [file, ...others] = files;
    if (file === undefined) return;
    if (others.length > 0) showNotes(['Only the first file was looked up.'], 'info');
    void lookUpFile(file);
  });

  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (event.defaultPrevented || isField || text.trim() === '') return;
      event.preventDefault();
      void lookUp(text);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);

  return dragged !== null;
}

function Recent() {
  const { data: recent = [] } = useQuery(recentLookups);
  const now = useNow(false);
  if (recent.length === 0) {
    return (
      <div className={classes.empty}>
        <p>
          While you type, only this computer’s data is searched. The service is asked about a submission that you open,
          or about a whole submission id.
        </p>
        <p>
          <kbd>{shortcutKeys('find')}</kbd> finds submissions from any screen.
        </p>
      </div>
    );
  }
  return (
    <section className={classes.recent} aria-labelledby="recent-title">
      <div className={classes.head}>
        <h2 id="recent-title">Recent look-ups</h2>
        <Button variant="default" onClick={() => void clearRecent()}>
          Clear
        </Button>
      </div>
      <ul className={classes.list}>
        {recent.map((one) => (
          <li key={one.id}>
            <button type="button" className={classes.entry} onClick={() => void lookUp(one.text)}>
              <bdi className={classes.text}>{visibleName(firstLine(one.text))}</bdi>
              <span className={classes.outcome}>{formatDay(one.at, now)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function firstLine(text: string): string {
  const line = text.trim().split(/[\r\n]/, 1)[0] ?? '';
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}

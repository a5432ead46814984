import { Button, Loader } from '@mantine/core';
import { Announcer } from '../../ui/Announcer.tsx';
import { visibleName } from '../../ui/file-name.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { percent } from '../../ui/percent.ts';
import { startOver, stopReading } from './commands.ts';
import { ListAnswers } from './ListAnswers.tsx';
import classes from './LookupView.module.css';
import { useLookup } from './lookup-state.ts';
import { matchesTitle } from './lookup-words.ts';
import { Matches } from './Matches.tsx';
import { Recent } from './Recent.tsx';
import { SubmissionAnswer } from './SubmissionAnswer.tsx';
import { Verdict } from './Verdict.tsx';

/** What was found, or how far the search is. */
export function LookupView() {
  const view = useLookup((state) => state.view);
  switch (view.kind) {
    case 'start':
      return <Recent />;
    case 'searching':
      return (
        <p className={classes.busy}>
          <Loader size={18} aria-hidden="true" /> Searching…
        </p>
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
          <Verdict words={{ tone: 'bad', title: 'This could not be looked up', text: view.message }}>
            <Button variant="default" onClick={startOver}>
              Start over
            </Button>
          </Verdict>
        </div>
      );
    case 'matches':
      return (
        <>
          <Announcer text={matchesTitle(view.answer, view.file, view.text)} everyMs={10_000} urgent={true} />
          <Matches view={view} />
        </>
      );
    case 'submission':
      return <SubmissionAnswer key={view.submissionId} view={view} />;
    case 'list':
      return <ListAnswers list={view} />;
  }
}

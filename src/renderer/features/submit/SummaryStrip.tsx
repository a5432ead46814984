import { allOf } from '../../../shared/submissions/batch-status.ts';
import { activeReadsRecords, useWindowStore } from '../../data/window-state.ts';
import { Announcer } from '../../ui/Announcer.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { AloneLine, TeamWait } from '../team/index.ts';
import { costWords, summaryWords, waitingText } from './batch-words.ts';
import classes from './SummaryStrip.module.css';

const SPOKEN_EVERY_MS = 10_000;

export function SummaryStrip() {
  const summary = useWindowStore((state) => state.summary);
  const readsRecords = useWindowStore(activeReadsRecords);
  if (allOf(summary.counts) === 0) return null;
  const { headline, facts, bar } = summaryWords(summary, { now: Date.now(), readsRecords });
  const { totals, notes } = costWords(summary, readsRecords);
  const waiting = waitingText(summary.waitingFor, Date.now());
  const spoken = [headline, ...facts.map(({ text }) => text)].join(', ');
  return (
    <section className={classes.strip} aria-label="Total progress">
      <div className={classes.words}>
        <strong>{headline}</strong>
        {facts.map((fact) => (
          <span key={fact.text} data-tone={fact.tone}>
            {fact.text}
          </span>
        ))}
      </div>
      {waiting !== '' && <p className={classes.waiting}>{waiting}</p>}
      {summary.waitingFor?.kind === 'team' && <TeamWait />}
      <AloneLine />
      {bar !== null && <ProgressBar percent={bar} label="All files" size="total" />}
      {totals.length + notes.length > 0 && (
        <div className={classes.cost}>
          {totals.map((total) => (
            <p key={total} className={classes.total}>
              {total}
            </p>
          ))}
          {notes.map((note) => (
            <p key={note.text} data-tone={note.tone}>
              {note.text}
            </p>
          ))}
        </div>
      )}
      <Announcer text={spoken} everyMs={SPOKEN_EVERY_MS} />
      {/* Separate from the other texts: it stays unchanged, so it is not announced again with each file. */}
      <Announcer text={waiting} everyMs={SPOKEN_EVERY_MS} />
    </section>
  );
}

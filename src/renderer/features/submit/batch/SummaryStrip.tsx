import { waitingWords } from '../../../../shared/messages/submissions/waiting.ts';
import { useWindowStore } from '../../../data/window-store.ts';
import { Announcer } from '../../../ui/feedback/Announcer.tsx';
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx';
import classes from './SummaryStrip.module.css';
import { estimateWords, summaryWords } from './summary-words.ts';

const SPOKEN_EVERY_MS = 10_000;

/** Everything of the running batch at once: one bar, files, bytes, rate, time left, and what the rest will cost. */
export function SummaryStrip() {
  const summary = useWindowStore((state) => state.summary);
  const needsYou = useWindowStore((state) => state.lists['needs-you'].length);
  if (summary.files === 0) return null;
  const { headline, facts, percent, finished } = summaryWords(summary, { now: Date.now(), needsYou });
  const estimate = summary.estimate === null || finished ? null : estimateWords(summary.estimate);
  return (
    <section className={classes.strip} aria-label="Total progress">
      <div className={classes.words}>
        <strong>{headline}</strong>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
      {summary.waitingFor !== null && <p className={classes.waiting}>{waitingWords(summary.waitingFor, Date.now())}</p>}
      <ProgressBar percent={percent} label="All files" size="total" />
      {estimate !== null && (
        <p className={classes.estimate} data-tone={estimate.tone}>
          {estimate.text}
        </p>
      )}
      <Announcer text={[headline, ...facts.slice(1)].join(', ')} everyMs={SPOKEN_EVERY_MS} urgent={finished} />
    </section>
  );
}

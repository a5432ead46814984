import type { Attempt } from '../../../shared/bridge/submissions.ts';
import { formatMoment } from '../../ui/format.ts';
import classes from './Attempts.module.css';
import { outcomeWords } from './detail-sections.ts';

type Props = { readonly attempts: readonly Attempt[] };

/** Every try at sending, and what came of it. */
export function Attempts({ attempts }: Props) {
  if (attempts.length === 0) return null;
  return (
    <section>
      <h3 className={classes.title}>Attempts</h3>
      <ol className={classes.list}>
        {attempts.map((attempt) => (
          <li key={attempt.number} className={classes.attempt} data-outcome={attempt.outcome}>
            <strong>{outcomeWords[attempt.outcome]}</strong>
            <div className={classes.time}>{formatMoment(attempt.startedAt)}</div>
            {attempt.detail !== null && <div className={classes.detail}>{attempt.detail}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
}

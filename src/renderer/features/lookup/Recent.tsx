import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { visibleName } from '../../../shared/text.ts';
import { commandKey, formatDay } from '../../ui/format.ts';
import { useNow } from '../../ui/now.ts';
import { clearRecent, lookUp, recentLookups } from './commands.ts';
import classes from './Recent.module.css';

/** The look-ups of the past, each a click away. */
export function Recent() {
  const { data: recent = [] } = useQuery(recentLookups);
  const now = useNow(false);
  if (recent.length === 0) {
    return (
      <div className={classes.empty}>
        <p>
          Everything that this computer has submitted or read is searched at once. A whole submission id is also asked
          of the service.
        </p>
        <p>
          <kbd>{commandKey}</kbd> with <kbd>K</kbd> finds submissions from any screen.
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
              <span className={classes.outcome}>
                {one.outcome} · {formatDay(one.at, now)}
              </span>
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

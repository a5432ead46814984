import { Button } from '@mantine/core';
import { IconCalendar, IconFilterOff } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { RecordFilter } from '../../../../shared/bridge/records.ts';
import { callQuery } from '../../../data/queries.ts';
import { changeFilter, searchAll, unfiltered, useSpendingView } from '../spending-view.ts';
import { daysText, hiddenWords } from '../spending-words.ts';
import classes from './FilterBar.module.css';
import { typedDays } from './typed-days.ts';

type Props = {
  readonly accountId: string;
  /** What the answer that is shown is to, and how many match it. */
  readonly asked: RecordFilter;
  readonly matched: number;
};

/** What else was perhaps meant by what is searched for: a date, or what the filter keeps out. */
export function SearchHints({ accountId, asked, matched }: Props) {
  const text = useSpendingView(({ filter }) => filter.text);
  const days = typedDays(text, navigator.language, Date.now());
  const hidden = useHidden(accountId, asked, matched);
  if (days === null && hidden === 0) return null;
  return (
    <div className={classes.parts} role="status">
      {days !== null && (
        <Button
          variant="light"
          leftSection={<IconCalendar size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => changeFilter({ ...days, text: '' })}
        >
          {`Show ${daysText(days)}`}
        </Button>
      )}
      {hidden > 0 && (
        <Button
          variant="light"
          leftSection={<IconFilterOff size={18} stroke={1.7} aria-hidden="true" />}
          onClick={searchAll}
        >
          {hiddenWords(hidden)}
        </Button>
      )}
    </div>
  );
}

function useHidden(accountId: string, filter: RecordFilter, matched: number): number {
  const sort = useSpendingView((view) => view.sort);
  const all = unfiltered(filter);
  const question = callQuery('records.query', accountId, {
    ...{ filter: all ?? filter, sort },
    ...{ group: 'none', offset: 0, count: 0 },
  });
  const { data } = useQuery(all === null ? { ...question, queryFn: skipToken } : question);
  return all === null || data === undefined ? 0 : Math.max(0, data.matched - matched);
}

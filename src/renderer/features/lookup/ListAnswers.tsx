import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { csvFormatOf } from '../../../shared/csv.ts';
import { visibleName } from '../../../shared/text.ts';
import { localDay, ownTimeZone } from '../../../shared/time.ts';
import { windowStore } from '../../data/window-state.ts';
import { Announcer } from '../../ui/Announcer.tsx';
import { formatCost, formatCount, formatEnd, formatMinute, percent } from '../../ui/format.ts';
import { ActionButton } from '../../ui/IconButton.tsx';
import { useListScroll } from '../../ui/lists.ts';
import { useNow } from '../../ui/now.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { StateMark } from '../../ui/Verdict.tsx';
import { lookUpLine, openLine, stopList } from './commands.ts';
import classes from './ListAnswers.module.css';
import { entryWords, foundWords, listAsCsv, listCounts } from './list-words.ts';
import { type ListView, useOtherAccount } from './lookup-state.ts';

const ROW_ESTIMATE = 52;

type Props = { readonly list: ListView };

export function ListAnswers({ list }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const { entries, done, total, ended, waitingUntil } = list;
  const now = useNow(waitingUntil !== null);
  const { getScrollElement, margin, covered } = useListScroll(scroller);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement,
    scrollMargin: margin,
    scrollPaddingStart: covered,
    estimateSize: () => ROW_ESTIMATE,
    overscan: 10,
  });
  const rows = virtualizer.getVirtualItems();
  const asked = `${formatCount(done)} of ${formatCount(total)} answered`;
  const lines = entries.length === 1 ? '1 line' : `${formatCount(entries.length)} lines`;
  const counts = ended === null ? '' : listCounts(entries, (entry) => list.answers.get(entry.key));
  const status =
    ended === 'whole'
      ? `Done: ${lines}, ${counts}.`
      : ended === 'cancelled'
        ? `Stopped: ${counts}.`
        : waitingUntil !== null
          ? `${asked}. The service asks for a pause; it continues at ${formatEnd(Date.parse(waitingUntil), now)}.`
          : `${asked}.`;
  const save = (): void => {
    const timeZone = ownTimeZone() ?? 'UTC';
    const { formats, accounts } = windowStore.getState();
    const accountName = (accountId: string): string | null => accounts.find(({ id }) => id === accountId)?.name ?? null;
    const text = listAsCsv(list, { format: csvFormatOf(formats.region), timeZone, accountName });
    const name = `Look-ups ${localDay(Date.now())}.csv`;
    saveFile({ name, type: 'text/csv', bytes: new TextEncoder().encode(text) });
  };

  return (
    <section className={classes.list} aria-label="Pasted list">
      <div className={classes.head}>
        <p className={classes.status}>{status}</p>
        {ended === null && (
          <Button variant="default" onClick={() => stopList(list.listId)}>
            Stop
          </Button>
        )}
        <ActionButton icon={IconDownload} onClick={save}>
          Save as CSV
        </ActionButton>
      </div>
      {ended === null && <ProgressBar percent={percent(done, Math.max(total, 1))} label="Answers" size="total" />}
      <Announcer text={status} everyMs={10_000} />
      <div ref={scroller} className={classes.scroller}>
        <table className={classes.table} aria-label="Answers" aria-rowcount={entries.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">Line</th>
              <th scope="col">Pasted</th>
              <th scope="col">Answer</th>
              <th scope="col">Submitted</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            <Gap height={(rows[0]?.start ?? margin) - margin} />
            {rows.map(({ index }) => (
              <ListRow key={index} list={list} index={index} measure={virtualizer.measureElement} />
            ))}
            <Gap height={virtualizer.getTotalSize() + margin - (rows.at(-1)?.end ?? margin)} />
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Gap({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={5} className={classes.gap} style={{ height }} />
    </tr>
  );
}

type ListRowProps = {
  readonly list: ListView;
  readonly index: number;
  readonly measure: (element: Element | null) => void;
};

function ListRow({ list, index, measure }: ListRowProps) {
  const entry = list.entries[index];
  const answer = entry === undefined ? undefined : list.answers.get(entry.key);
  const account = useOtherAccount(answer?.kind === 'found' ? answer.accountId : list.accountId);
  if (entry === undefined) return null;
  const words = entryWords(answer, list.ended !== null);
  const found = answer?.kind === 'found' ? answer : null;
  const open = (): void => {
    if (found !== null) openLine(found.record.id, found.accountId, list);
    else void lookUpLine(entry, list);
  };
  return (
    <tr ref={measure} aria-rowindex={index + 2} data-index={index}>
      <td className={classes.number}>{entry.line}</td>
      <td className={classes.pasted}>
        {answer === undefined ? (
          <bdi>{visibleName(entry.text)}</bdi>
        ) : (
          <button type="button" className={classes.open} onClick={open}>
            <bdi>{visibleName(entry.text)}</bdi>
          </button>
        )}
      </td>
      <td>
        <StateMark tone={words.tone} text={words.title} />
        {foundWords(entry, answer).map((what) => (
          <bdi key={what} className={classes.what}>
            {visibleName(what)}
          </bdi>
        ))}
        {found !== null && account !== null && (
          <span className={classes.soft}>
            Account <bdi>{visibleName(account)}</bdi>
          </span>
        )}
      </td>
      <td>{found?.record.createdAt != null && formatMinute(found.record.createdAt)}</td>
      <td className={classes.number}>{found?.cost != null && formatCost(found.cost)}</td>
    </tr>
  );
}

import { Button, SegmentedControl } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { RecordFile, RecordGroup, RecordPage, RecordsSync, ShownRecord } from '../../../shared/bridge/records.ts';
import { partOfName } from '../../../shared/messages/submissions.ts';
import { visibleName } from '../../../shared/text.ts';
import { ownTimeZone } from '../../../shared/time.ts';
import { goTo } from '../../data/navigation.ts';
import { callQuery } from '../../data/queries.ts';
import { activeReadsRecords, useActiveAccountId, useWindowStore } from '../../data/window-state.ts';
import { RecordFields } from '../../ui/FieldSlip.tsx';
import { formatCount } from '../../ui/format.ts';
import { Screen, SidePanel } from '../../ui/Screen.tsx';
import { NetworkCheck } from '../network/index.ts';
import { ReceiptButtons } from '../receipts/index.ts';
import { FilterBar } from './FilterBar.tsx';
import { RefreshLine, useRecordsSync } from './RefreshLine.tsx';
import classes from './SpendingScreen.module.css';
import { SpendingTable } from './SpendingTable.tsx';
import { changeFilter, clearFilter, groupBy, isFiltered, showAs, useSpendingView } from './spending-view.ts';
import { emptyWords, phaseNames, tokenName, totalText } from './spending-words.ts';
import { useSpending } from './use-spending.ts';

// The charts are larger than the rest of the screen. Loading them later keeps the start fast.
const Charts = lazy(async () => ({ default: (await import('./Charts.tsx')).Charts }));

export function SpendingScreen() {
  const accountId = useActiveAccountId();
  return <AccountSpending key={accountId} accountId={accountId} />;
}

function ShapeSwitch() {
  const shape = useSpendingView((view) => view.shape);
  return (
    <SegmentedControl
      aria-label="Show as"
      data={[
        { value: 'table', label: 'Table' },
        { value: 'charts', label: 'Charts' },
      ]}
      value={shape}
      onChange={(value) => showAs(value === 'charts' ? 'charts' : 'table')}
    />
  );
}

function AccountSpending({ accountId }: { readonly accountId: string }) {
  const { filter, sort, group, shape } = useSpendingView();
  const { head, lines, want, error, retry } = useSpending({ filter, sort, group }, accountId);
  const sync = useRecordsSync(accountId);
  const readsRecords = useWindowStore(activeReadsRecords);
  const [openId, setOpenId] = useState<string | null>(null);

  // A filter does not apply to another account, which has other tokens and days.
  useEffect(() => clearFilter, []);

  const enter = (entered: RecordGroup): void => {
    groupBy('none');
    if (group === 'token') changeFilter({ tokens: [entered.key] });
    else if (entered.key !== null) changeFilter({ fromDay: entered.key, toDay: entered.lastDay });
  };

  return (
    <Screen
      scrolls="list"
      panel={
        openId !== null && (
          <RecordPanel key={openId} accountId={accountId} id={openId} onClose={() => setOpenId(null)} />
        )
      }
    >
      <div className={classes.head}>
        <h1>Spending</h1>
        <div className={classes.actions}>
          {/* Without stored or readable records, there is nothing to refresh. */}
          {(readsRecords || (head !== null && head.kept > 0)) && <RefreshLine head={head} state={sync} />}
          {head !== null && head.kept > 0 && <ShapeSwitch />}
        </div>
      </div>
      {error !== null && (
        <p role="alert" className={classes.trouble}>
          {error.message}{' '}
          <button type="button" className={classes.again} onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {ownTimeZone() === null && <p>This computer’s time zone is not known, so days and times are in UTC.</p>}
      {head !== null && head.kept === 0 && <EmptySpending state={sync} />}
      {head !== null && lines !== null && head.kept > 0 && (
        <>
          <FilterBar tokens={head.tokens} matched={head.matched} />
          <Totals head={head} text={lines.asked.filter.text} />
          {shape === 'table' ? (
            <SpendingTable lines={lines} openId={openId} onWant={want} onOpen={setOpenId} onEnter={enter} />
          ) : (
            <Suspense fallback={<p className={classes.waiting}>Drawing the charts…</p>}>
              <Charts filter={filter} accountId={accountId} tokens={head.tokens} />
            </Suspense>
          )}
        </>
      )}
      {error === null && head === null && <p className={classes.waiting}>Opening saved records…</p>}
    </Screen>
  );
}

/** The sums of all filtered records by token. `text` is the search query. */
function Totals({ head, text }: { readonly head: RecordPage; readonly text: string }) {
  const filtered = useSpendingView(({ filter }) => isFiltered(filter));
  const count = filtered
    ? `${formatCount(head.matched)} of ${formatCount(head.kept)} submissions`
    : `${formatCount(head.kept)} ${head.kept === 1 ? 'submission' : 'submissions'}`;
  return (
    <section className={classes.totals} aria-label="Totals" data-answers={text}>
      <p className={classes.count} role="status">
        {count}
      </p>
      <ul className={classes.tokens}>
        {head.totals.map((total) => {
          const { fees, rest } = totalText(total);
          return (
            <li key={total.tokenDetailsId ?? ''}>
              <strong>
                <bdi>{fees}</bdi>
              </strong>
              <span>{rest}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function EmptySpending({ state }: { readonly state: RecordsSync }) {
  const readsRecords = useWindowStore(activeReadsRecords);
  const { title, text, next } = emptyWords(state, readsRecords);
  return (
    <div className={classes.empty}>
      <div className={classes.card}>
        <span className={classes.art}>
          <IconReceipt size={40} stroke={1.4} aria-hidden="true" />
        </span>
        <h2>{title}</h2>
        <p>{text}</p>
        {next === 'submit' ? (
          <Button onClick={() => goTo('submit')}>Submit a file</Button>
        ) : (
          <div className={classes.answers}>
            <Button onClick={() => goTo('accounts')}>Add an access token under Accounts</Button>
            <Button variant="default" onClick={() => goTo('lookup')}>
              Open Look up
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

type RecordPanelProps = { readonly accountId: string; readonly id: string; readonly onClose: () => void };

/** A whole record, with undocumented fields. */
function RecordPanel({ accountId, id, onClose }: RecordPanelProps) {
  const { data, error } = useQuery(callQuery('records.record', accountId, { id }));
  const file = data?.file ?? null;
  return (
    <SidePanel label="Record" title={file === null ? 'Submission' : <bdi>{fileTitle(file)}</bdi>} onClose={onClose}>
      {error !== null && <p role="alert">{error.message}</p>}
      {data !== undefined && (
        <>
          <ReceiptButtons accountId={accountId} submissionId={id} />
          <NetworkCheck key={id} target={{ kind: 'record', accountId, submissionId: id }} />
          <RecordFields record={data.record} cost={costOf(data)} title={phaseNames[data.record.phase]} />
        </>
      )}
    </SidePanel>
  );
}

function fileTitle({ name, part }: RecordFile): string {
  return part === undefined ? visibleName(name) : partOfName(part, part.total, visibleName(name), formatCount);
}

function costOf({ record, token, decimals }: ShownRecord) {
  if (record.fees === null) return null;
  return { amount: record.fees, token: tokenName(record.tokenDetailsId, token), decimals };
}

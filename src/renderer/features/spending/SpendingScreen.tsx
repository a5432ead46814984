import { SegmentedControl } from '@mantine/core';
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { RecordGroup } from '../../../shared/bridge/records.ts';
import { useWindowStore } from '../../data/window-store.ts';
import { Screen } from '../../ui/Screen.tsx';
import { EmptySpending } from './EmptySpending.tsx';
import { FilterBar } from './FilterBar.tsx';
import { RecordPanel } from './RecordPanel.tsx';
import { RefreshLine } from './RefreshLine.tsx';
import classes from './SpendingScreen.module.css';
import { SpendingTable } from './SpendingTable.tsx';
import { changeFilter, clearFilter, groupBy, showAs, useSpendingView } from './spending-view.ts';
import { Totals } from './Totals.tsx';
import { useRefresh } from './use-refresh.ts';
import { useSpendingPages } from './use-spending-pages.ts';

// Charts weigh more than all the rest of the screen, and the app is to start quickly.
const Charts = lazy(async () => ({ default: (await import('./Charts.tsx')).Charts }));

/** All that the account ever spent: a table to search, sort and group, charts of it, and files to take away. */
export function SpendingScreen() {
  const accountId = useWindowStore((state) => state.activeAccountId);
  return <AccountSpending key={accountId} accountId={accountId} />;
}

const ShapeSwitch = memo(function ShapeSwitch() {
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
});

function AccountSpending({ accountId }: { readonly accountId: string }) {
  const { filter, sort, group, shape } = useSpendingView();
  const { loaded, want, reload } = useSpendingPages({ filter, sort, group }, accountId);
  const refresh = useRefresh(accountId);
  const [openId, setOpenId] = useState<string | null>(null);
  const opener = useRef<HTMLElement | null>(null);

  // Another account has other tokens and days: what was filtered there means nothing here.
  useEffect(() => clearFilter, []);

  const open = useCallback((id: string) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setOpenId(id);
  }, []);
  const close = useCallback(() => {
    setOpenId(null);
    opener.current?.focus({ preventScroll: true });
  }, []);
  const enter = useCallback((entered: RecordGroup) => {
    const grouping = useSpendingView.getState().group;
    groupBy('none');
    if (grouping === 'token') changeFilter({ tokens: [entered.key] });
    else if (entered.key !== null) changeFilter({ fromDay: entered.key, toDay: entered.lastDay });
  }, []);

  const head = loaded.kind === 'ready' ? loaded.pages.head : null;
  return (
    <Screen scrolls="list" panel={openId !== null && <RecordPanel key={openId} id={openId} onClose={close} />}>
      <div className={classes.head}>
        <h1>Spending</h1>
        <div className={classes.actions}>
          {head !== null && head.kept > 0 && <ShapeSwitch />}
          <RefreshLine head={head} refresh={refresh} />
        </div>
      </div>
      {loaded.kind === 'broken' && (
        <p role="alert" className={classes.trouble}>
          {loaded.reason.message}{' '}
          <button type="button" className={classes.again} onClick={reload}>
            Try again
          </button>
        </p>
      )}
      {head !== null && head.kept === 0 && <EmptySpending refresh={refresh} />}
      {loaded.kind === 'ready' && loaded.pages.head.kept > 0 && (
        <>
          <FilterBar tokens={loaded.pages.head.tokens} matched={loaded.pages.head.matched} />
          <Totals head={loaded.pages.head} text={loaded.text} />
          {shape === 'table' ? (
            <SpendingTable
              pages={loaded.pages}
              question={loaded.question}
              openId={openId}
              onWant={want}
              onOpen={open}
              onEnter={enter}
            />
          ) : (
            <Suspense fallback={<p className={classes.waiting}>Drawing the charts…</p>}>
              <Charts filter={filter} accountId={accountId} revision={loaded.pages.head.revision} />
            </Suspense>
          )}
        </>
      )}
      {loaded.kind === 'loading' && <p className={classes.waiting}>Opening what is kept…</p>}
    </Screen>
  );
}

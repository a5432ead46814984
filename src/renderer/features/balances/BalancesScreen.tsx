import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wholeUnits } from '../../../shared/amounts.ts';
import type { BalanceList, TokenBalance } from '../../../shared/bridge/balances.ts';
import { allRecords } from '../../../shared/bridge/records.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { CREDITS } from '../../../shared/submissions/cost.ts';
import { change } from '../../data/calls.ts';
import { goTo } from '../../data/navigation.ts';
import { callQuery, useOnLook } from '../../data/queries.ts';
import { useActiveAccountId } from '../../data/window-state.ts';
import { ActionButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/now.ts';
import { Screen } from '../../ui/Screen.tsx';
import classes from './BalancesScreen.module.css';
import { asOfWords, lastsWords, rateFrom, sharedCredits } from './balance-words.ts';
import { TokenDialog } from './TokenDialog.tsx';
import type { TokenQuestion } from './Tokens.tsx';
import { TokenCards } from './Tokens.tsx';
import { useBalances, useFreshBalances } from './use-balances.ts';

export function BalancesScreen() {
  const { data, error } = useBalances();
  const accountId = useActiveAccountId();
  useFreshBalances();
  const balances = error === null ? (data ?? null) : null;
  return (
    <Screen scrolls="whole">
      <div className={classes.head}>
        <div>
          <h1>Balances</h1>
          {balances?.asOf && <AsOf asOf={balances.asOf} />}
        </div>
        <RefreshButton key={accountId} />
      </div>
      {error !== null && <p role="alert">{error.message}</p>}
      {error === null && balances === null && <p role="status">Reading saved data…</p>}
      {balances !== null && <BalancesProblem balances={balances} />}
      {balances !== null && <Tokens balances={balances} />}
    </Screen>
  );
}

/** Reads the balances now. A failure is shown with the balances. */
function RefreshButton() {
  const { mutate, isPending } = useMutation({ mutationFn: () => change('balances.refresh', { onlyAfterMs: 0 }) });
  return (
    <ActionButton icon={IconRefresh} isBusy={isPending} aria-disabled={isPending} onClick={() => mutate()}>
      Refresh
    </ActionButton>
  );
}

function AsOf({ asOf }: { readonly asOf: string }) {
  const now = useNow(false);
  return <p className={classes.soft}>{asOfWords(asOf, now)}</p>;
}

type Props = { readonly balances: BalanceList };

function BalancesProblem({ balances: { trouble, namesTrouble, asOf } }: Props) {
  if (trouble !== null) {
    return (
      <Notice tone="warn" role="alert">
        <p>
          {asOf === null ? 'The balances could not be read.' : 'The balances could not be refreshed. These are older.'}{' '}
          {failureMessage(trouble)}
        </p>
        {(trouble.code === 'credential-missing' || trouble.code === 'unauthorised') && (
          <Button variant="default" size="compact-sm" onClick={() => goTo('accounts')}>
            Go to Accounts
          </Button>
        )}
      </Notice>
    );
  }
  if (namesTrouble === null) return null;
  return (
    <Notice tone="warn" role="status">
      The names of the tokens could not be read. {failureMessage(namesTrouble)}
    </Notice>
  );
}

type Asked = { readonly question: TokenQuestion; readonly token: TokenBalance };

function Tokens({ balances }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { accountId, tokens, asOf, trouble } = balances;
  if (tokens.length === 0) {
    if (asOf === null && trouble !== null) return null;
    return (
      <div className={classes.empty}>
        <h2>{asOf === null ? 'Asking the service…' : 'No tokens yet'}</h2>
        <p>
          {asOf === null
            ? 'The balances appear here as soon as it answers.'
            : 'This account has no tokens. Register a deposit to add the first.'}
        </p>
        {asOf !== null && <Button onClick={() => goTo('deposit')}>Register a deposit</Button>}
      </div>
    );
  }
  return (
    <>
      {tokens.some(({ credits }) => credits !== null) && <Lasts key={accountId} tokens={tokens} />}
      <TokenCards tokens={tokens} onAsk={(question, token) => setAsked({ question, token })} />
      <TokenDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

/** The rate of 30 days hardly changes within an hour. */
const OLD_RECORDS_MS = 3_600_000;
const refreshOldRecords = (): void => void change('records.refresh', { unlessWithinMs: OLD_RECORDS_MS });

/** How long the credits last, by the spending that the service's records show. */
function Lasts({ tokens }: Pick<BalanceList, 'tokens'>) {
  useOnLook(refreshOldRecords);
  const accountId = useActiveAccountId();
  const now = useNow(false);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const filter = { ...allRecords(timeZone), fromDay: rateFrom(now) };
  const sort = { column: 'time', descending: false } as const;
  const { data } = useQuery(
    callQuery('records.query', accountId, { filter, sort, group: 'none', offset: 0, count: 1 }),
  );
  const spent = wholeUnits(data?.totals.find(({ token }) => token === CREDITS)?.fees ?? '');
  if (data === undefined || data.asOf === null || spent === null) return null;
  const since = data.kept > data.matched ? null : (data.rows[0]?.time ?? null);
  const words = lastsWords({ balance: sharedCredits(tokens), spent, since }, now);
  return words === null ? null : <p className={classes.soft}>{words}</p>;
}

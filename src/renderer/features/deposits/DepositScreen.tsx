import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, type TablerIcon } from '@tabler/icons-react';
import { useRef } from 'react';
import { type Deposit, type DepositStateKind, mayCount } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { csvFormatOf } from '../../../shared/csv.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { explanation, stateWords } from '../../../shared/messages/deposits.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { localDay, ownTimeZone } from '../../../shared/time.ts';
import { goTo } from '../../data/navigation.ts';
import { activeReadsRecords, useWindowStore, windowStore } from '../../data/window-state.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { formatDay } from '../../ui/format.ts';
import { changeOrNotify } from '../../ui/notes.tsx';
import { sectionsAsText } from '../../ui/record-sections.ts';
import { Screen } from '../../ui/Screen.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useBalances, useFreshBalances } from '../balances/index.ts';
import { useDeposits } from './DepositBadge.tsx';
import { DepositForm } from './DepositForm.tsx';
import classes from './Deposits.module.css';
import { fillForm } from './deposit-draft.ts';
import { balanceBeforeWords, depositSection, depositSheet, depositTitle } from './deposit-words.ts';

const SHOWN = 200;

export function DepositScreen() {
  const { data: deposits = [], error, isSuccess } = useDeposits();
  const heading = useRef<HTMLHeadingElement>(null);
  useFreshBalances();
  const again = (deposit: Deposit): void => {
    fillForm(deposit);
    heading.current?.scrollIntoView();
  };
  return (
    <Screen scrolls="whole">
      <div>
        <h1 ref={heading}>Deposit</h1>
        <p className={classes.soft}>
          Made a deposit on a chain? Register it here, so that the service adds it to your balance.
        </p>
      </div>
      <Form />
      <section className={classes.receipts} aria-label="Receipts">
        <h2>Your deposits</h2>
        {error !== null && <p role="alert">{error.message}</p>}
        {isSuccess && deposits.length === 0 && (
          <p className={classes.soft}>Nothing yet. Each deposit you register gets a permanent receipt.</p>
        )}
        <ul className={classes.list} aria-label="Deposits">
          {deposits.slice(0, SHOWN).map((deposit) => (
            <li key={deposit.id} className={classes.slip}>
              <DepositSlip deposit={deposit} onAgain={again} />
            </li>
          ))}
        </ul>
        {deposits.length > SHOWN && <p className={classes.soft}>The export includes older deposits too.</p>}
        {deposits.length > 0 && (
          <Button className={classes.export ?? ''} variant="default" onClick={() => saveDeposits(deposits)}>
            Export as spreadsheet (CSV)
          </Button>
        )}
      </section>
    </Screen>
  );
}

function Form() {
  const { data: balances } = useBalances();
  const needsToken = !useWindowStore(activeReadsRecords);
  if (needsToken) {
    return (
      <div className={classes.missing}>
        <p>Registering a deposit needs an access token, and this account has only an API key.</p>
        <Button variant="default" onClick={() => goTo('accounts')}>
          Add an access token under Accounts
        </Button>
      </div>
    );
  }
  const trouble = balances?.asOf === null ? whyNoTokens(balances.trouble) : null;
  return <DepositForm tokens={balances?.tokens ?? []} trouble={trouble} />;
}

function whyNoTokens(trouble: Failure | null): string {
  return trouble === null ? 'Reading the tokens…' : failureMessage(trouble);
}

const icons: { readonly [Kind in Exclude<DepositStateKind, 'registering'>]: TablerIcon } = {
  registered: IconCircleCheck,
  refused: IconCircleX,
  'not-sent': IconAlertTriangle,
  unknown: IconHelpCircle,
  'not-registered': IconCircleX,
};

type SlipProps = { readonly deposit: Deposit; readonly onAgain: (deposit: Deposit) => void };

function DepositSlip({ deposit, onAgain }: SlipProps) {
  const { state, chainId, createdAt, id } = deposit;
  const before = balanceBeforeWords(deposit, Date.now());
  const section = depositSection(deposit);
  const settle = (wasRegistered: boolean) => void changeOrNotify('deposits.settle', { id, wasRegistered });
  return (
    <>
      <div className={classes.head}>
        <h3>{depositTitle(deposit)}</h3>
        <span className={classes.state} data-state={state.kind} role="status">
          <StateIcon kind={state.kind} />
          {stateWords(state)}
        </span>
      </div>
      <p className={classes.soft}>
        {chainWords(chainId)}, {formatDay(createdAt, Date.now())}
      </p>
      <p>{explanation(state)}</p>
      {before !== null && <p>{before}</p>}
      {!mayCount(deposit) && (
        <div className={classes.actions}>
          <Button variant="default" size="compact-sm" onClick={() => onAgain(deposit)}>
            Register again…
          </Button>
        </div>
      )}
      {state.kind === 'unknown' && (
        <div className={classes.actions}>
          <Button variant="default" size="compact-sm" onClick={() => settle(true)}>
            It went through
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => settle(false)}>
            It did not
          </Button>
        </div>
      )}
      <Disclosure label="Details">
        <FieldSlip section={section} />
        <CopyAllButton label="Copy all" text={() => sectionsAsText(section.title, [section])} />
      </Disclosure>
    </>
  );
}

function StateIcon({ kind }: { readonly kind: DepositStateKind }) {
  if (kind === 'registering') return <Loader size={16} aria-hidden="true" />;
  const Icon = icons[kind];
  return <Icon size={18} stroke={1.7} aria-hidden="true" />;
}

function saveDeposits(deposits: readonly Deposit[]): void {
  const format = csvFormatOf(windowStore.getState().formats.region);
  const bytes = new TextEncoder().encode(depositSheet(deposits, ownTimeZone() ?? 'UTC', format));
  saveFile({ name: `Deposits ${localDay(Date.now())}.csv`, type: 'text/csv', bytes });
}

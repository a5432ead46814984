import { useRef } from 'react';
import type { Deposit } from '../../../shared/bridge/deposits.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { activeHasCredits, activeReadsRecords, useWindowStore } from '../../data/window-state.ts';
import { Screen } from '../../ui/Screen.tsx';
import { useBalances, useFreshBalances } from '../balances/index.ts';
import { DepositForm } from './DepositForm.tsx';
import { DepositReceipts } from './DepositReceipts.tsx';
import classes from './Deposits.module.css';
import { fillForm } from './deposit-draft.ts';
import { NeedsToken } from './NeedsToken.tsx';
import { EarlierOrders, TopUp } from './TopUp.tsx';

export function DepositScreen() {
  useFreshBalances();
  const hasCredits = useWindowStore(activeHasCredits);
  return <Screen scrolls="whole">{hasCredits ? <TopUp /> : <TokenDeposits />}</Screen>;
}

function TokenDeposits() {
  const heading = useRef<HTMLHeadingElement>(null);
  const again = (deposit: Deposit): void => {
    fillForm(deposit);
    heading.current?.scrollIntoView();
  };
  return (
    <>
      <div>
        <h1 ref={heading}>Deposit</h1>
        <p className={classes.soft}>
          Made a deposit on a chain? Register it here, so that the service adds it to your balance.
        </p>
      </div>
      <Form />
      <DepositReceipts onAgain={again} />
      <EarlierOrders />
    </>
  );
}

function Form() {
  const { data: balances } = useBalances();
  if (!useWindowStore(activeReadsRecords)) return <NeedsToken what="Registering a deposit" />;
  const trouble = balances?.asOf === null ? whyNoTokens(balances.trouble) : null;
  return <DepositForm tokens={balances?.tokens ?? []} trouble={trouble} />;
}

function whyNoTokens(trouble: Failure | null): string {
  return trouble === null ? 'Reading the tokens…' : failureMessage(trouble);
}

import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Deposit, DepositDecision, DepositEvidence } from '../../../shared/deposits.ts';
import { goTo } from '../../state/navigation.ts';
import { useWindowStore } from '../../state/window-store.ts';
import { ConfirmDialog, type Question } from '../../ui/ConfirmDialog.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useBalances, useFreshBalances } from '../balances/index.ts';
import { decide, readEvidence } from './commands.ts';
import { DepositForm } from './DepositForm.tsx';
import { DepositList } from './DepositList.tsx';
import { DepositPanel } from './DepositPanel.tsx';
import classes from './DepositScreen.module.css';
import { hasRival } from './deposit-rivals.ts';
import { evidenceWords } from './deposit-words.ts';
import { useDeposits } from './deposits-store.ts';

const none: readonly Deposit[] = [];

/** Registers deposits with the service, and keeps a receipt of each. */
export function DepositScreen() {
  const view = useDeposits((state) => state.view);
  const [question, setQuestion] = useState<Question | null>(null);
  const [readingFor, setReadingFor] = useState<number | null>(null);
  const [openId, setOpenId] = useState<number | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  useFreshBalances();
  const deposits = view.kind === 'ready' ? view.deposits : none;
  const opened = deposits.find(({ id }) => id === openId);

  const open = (id: number): void => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setOpenId(id);
  };
  const close = (): void => {
    setOpenId(null);
    opener.current?.focus({ preventScroll: true });
  };
  // What was lost may have arrived: before a person's word is taken they see what the balance says.
  const askWhetherItWentThrough = async (deposit: Deposit): Promise<void> => {
    setReadingFor(deposit.id);
    const evidence = await readEvidence(deposit.id);
    setReadingFor(null);
    if (evidence !== null) setQuestion(wentThroughQuestion(deposit, evidence, hasRival(deposit, deposits)));
  };
  const onDecision = (decision: DepositDecision, deposit: Deposit): void => {
    if (decision === 'went-through') void askWhetherItWentThrough(deposit);
    else void decide(deposit.id, decision);
  };

  return (
    <Screen
      scrolls="whole"
      panel={opened !== undefined && <DepositPanel key={opened.id} deposit={opened} onClose={close} />}
    >
      <div>
        <h1>Deposit</h1>
        <p className={classes.soft}>
          Made a deposit on a chain? Register it here, so that the service adds it to your balance.
        </p>
      </div>
      <Form earlier={deposits} />
      <section className={classes.receipts} aria-label="Receipts">
        <h2>Your deposits</h2>
        {view.kind === 'broken' && <p role="alert">{view.reason.message}</p>}
        {view.kind === 'ready' && deposits.length === 0 && (
          <p className={classes.soft}>Nothing yet. What you register here gets a receipt that stays.</p>
        )}
        <DepositList
          deposits={deposits}
          openId={openId}
          readingFor={readingFor}
          onOpen={open}
          onDecision={onDecision}
        />
        {view.kind === 'ready' && view.older > 0 && (
          <p className={classes.soft}>Only the newest are shown. {view.older} older ones are kept as well.</p>
        )}
      </section>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </Screen>
  );
}

function wentThroughQuestion(deposit: Deposit, evidence: DepositEvidence, rivalled: boolean): Question {
  const { proven, text } = evidenceWords(deposit, evidence, rivalled, Date.now());
  return {
    title: proven ? 'It went through' : 'Did it really go through?',
    text,
    yes: proven ? 'Settle it' : 'Take my word for it',
    no: 'Leave it uncertain',
    onYes: () => void decide(deposit.id, 'went-through'),
  };
}

function Form({ earlier }: { readonly earlier: readonly Deposit[] }) {
  const balances = useBalances(({ view }) => (view.kind === 'ready' ? view.balances : null));
  const needsToken = useWindowStore((state) => {
    const account = state.accounts.find(({ id }) => id === state.activeAccountId);
    return account?.kind === 'service' && account.credentials.accessToken === null;
  });
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
  const trouble = balances?.asOf === null ? (balances.trouble?.message ?? 'The tokens are being read…') : null;
  return <DepositForm tokens={balances?.tokens ?? []} trouble={trouble} earlier={earlier} />;
}

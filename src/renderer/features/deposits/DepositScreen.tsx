import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { formatUnits } from '../../../shared/amounts.ts';
import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { csvFormatOf } from '../../../shared/csv.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { stateWords } from '../../../shared/messages/deposits.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { localDay, ownTimeZone } from '../../../shared/time.ts';
import { goTo } from '../../data/navigation.ts';
import { activeReadsRecords, useWindowStore, windowStore } from '../../data/window-state.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { formatDay } from '../../ui/format.ts';
import { sectionsAsText } from '../../ui/record-sections.ts';
import { Screen, SidePanel } from '../../ui/Screen.tsx';
import { FoundCount, SEEN_AT_A_GLANCE, SearchField } from '../../ui/SearchField.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { findByWords } from '../../ui/search.ts';
import { useBalances, useFreshBalances } from '../balances/index.ts';
import { useDeposits } from './DepositBadge.tsx';
import { DepositForm } from './DepositForm.tsx';
import { DepositList } from './DepositList.tsx';
import classes from './DepositScreen.module.css';
import { fillForm } from './deposit-draft.ts';
import { depositSections, technicalSections } from './deposit-sections.ts';
import { depositSheet, depositTitle } from './deposit-words.ts';

/** The maximum number of rows. A search finds the other deposits. */
const SHOWN = 200;

/** Registers deposits with the service, and keeps a receipt of each. */
export function DepositScreen() {
  const { data, error } = useDeposits();
  const [query, setQuery] = useState('');
  const [openId, setOpenId] = useState<number | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFreshBalances();
  const list = error === null ? data : undefined;
  const deposits = list ?? [];
  const found = findDeposits(deposits, query);
  const opened = deposits.find(({ id }) => id === openId);

  const open = (id: number): void => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setOpenId(id);
  };
  const close = (): void => {
    setOpenId(null);
    opener.current?.focus({ preventScroll: true });
  };
  const again = (deposit: Deposit): void => {
    fillForm(deposit);
    heading.current?.scrollIntoView();
  };
  return (
    <Screen
      scrolls="whole"
      panel={opened !== undefined && <DepositPanel key={opened.id} deposit={opened} onClose={close} />}
    >
      <div>
        <h1 ref={heading}>Deposit</h1>
        <p className={classes.soft}>
          Made a deposit on a chain? Register it here, so that the service adds it to your balance.
        </p>
      </div>
      <Form earlier={deposits} />
      <section className={classes.receipts} aria-label="Receipts">
        <h2>Your deposits</h2>
        {error !== null && <p role="alert">{error.message}</p>}
        {list?.length === 0 && (
          <p className={classes.soft}>Nothing yet. Each deposit you register gets a permanent receipt.</p>
        )}
        {(deposits.length > SEEN_AT_A_GLANCE || query !== '') && (
          <SearchField
            label="Search deposits"
            placeholder="Amount, token, chain, day…"
            query={query}
            onQuery={setQuery}
          />
        )}
        {found.length > 0 && (
          <Button className={classes.export ?? ''} variant="default" onClick={() => saveDeposits(found)}>
            Export as spreadsheet (CSV)
          </Button>
        )}
        <FoundCount query={query} found={found.length} all={deposits.length} thing="deposit" />
        <DepositList deposits={found.slice(0, SHOWN)} openId={openId} onOpen={open} onAgain={again} />
        {found.length > SHOWN && (
          <p className={classes.soft}>
            Only the newest are shown. Search to find the {found.length - SHOWN} older ones. An export includes all of
            them.
          </p>
        )}
      </section>
    </Screen>
  );
}

function Form({ earlier }: { readonly earlier: readonly Deposit[] }) {
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
  return <DepositForm tokens={balances?.tokens ?? []} trouble={trouble} earlier={earlier} />;
}

function whyNoTokens(trouble: Failure | null): string {
  return trouble === null ? 'Reading the tokens…' : failureMessage(trouble);
}

type DepositPanelProps = { readonly deposit: Deposit; readonly onClose: () => void };

function DepositPanel({ deposit, onClose }: DepositPanelProps) {
  const title = depositTitle(deposit);
  const sections = depositSections(deposit);
  const technical = technicalSections(deposit);
  return (
    <SidePanel label="Details" title={title} onClose={onClose}>
      {sections.map((section) => (
        <FieldSlip key={section.title} section={section} />
      ))}
      <Disclosure label="Technical details">
        {technical.map((section) => (
          <FieldSlip key={section.title} section={section} />
        ))}
      </Disclosure>
      <CopyAllButton
        fullWidth
        label="Copy all"
        text={() => sectionsAsText(`Deposit of ${title}`, [...sections, ...technical])}
      />
    </SidePanel>
  );
}

/** Saves the deposits that the search finds. */
function saveDeposits(found: readonly Deposit[]): void {
  const format = csvFormatOf(windowStore.getState().formats.region);
  const bytes = new TextEncoder().encode(depositSheet(found, ownTimeZone() ?? 'UTC', format));
  saveFile({ name: `Deposits ${localDay(Date.now())}.csv`, type: 'text/csv', bytes });
}

/** Searches by amount, token, chain, state or day. */
function findDeposits(deposits: readonly Deposit[], query: string): readonly Deposit[] {
  return findByWords(deposits, query, (deposit) => {
    const { amount, token, tokenAddress, chainId, state, createdAt } = deposit;
    const plainAmount = formatUnits(BigInt(amount), token.decimals ?? 0);
    const day = formatDay(createdAt, Date.now());
    return [depositTitle(deposit), plainAmount, chainWords(chainId), stateWords(state), day, tokenAddress];
  });
}

import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, type TablerIcon } from '@tabler/icons-react';
import { type Deposit, type DepositStateKind, mayCount } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { csvFormatOf } from '../../../shared/csv.ts';
import { explanation, stateWords } from '../../../shared/messages/deposits.ts';
import { localDay, ownTimeZone } from '../../../shared/time.ts';
import { windowStore } from '../../data/window-state.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { formatDay } from '../../ui/format.ts';
import { changeOrNotify } from '../../ui/notes.tsx';
import { sectionsAsText } from '../../ui/record-sections.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useDeposits } from './DepositBadge.tsx';
import classes from './Deposits.module.css';
import { balanceBeforeWords, depositSection, depositSheet, depositTitle } from './deposit-words.ts';

const SHOWN = 200;

/** `onAgain`: fills the form with a deposit that was not registered; null if there is no form. */
type Props = { readonly onAgain: ((deposit: Deposit) => void) | null };

export function DepositReceipts({ onAgain }: Props) {
  const { data: deposits = [], error, isSuccess } = useDeposits();
  return (
    <section className={classes.receipts} aria-label="Receipts">
      <h2>Your deposits</h2>
      {error !== null && <p role="alert">{error.message}</p>}
      {isSuccess && deposits.length === 0 && (
        <p className={classes.soft}>Nothing yet. Each deposit you register gets a permanent receipt.</p>
      )}
      <ul className={classes.list} aria-label="Deposits">
        {deposits.slice(0, SHOWN).map((deposit) => (
          <li key={deposit.id} className={classes.slip}>
            <DepositSlip deposit={deposit} onAgain={onAgain} />
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
  );
}

const icons: { readonly [Kind in Exclude<DepositStateKind, 'registering'>]: TablerIcon } = {
  registered: IconCircleCheck,
  refused: IconCircleX,
  'not-sent': IconAlertTriangle,
  unknown: IconHelpCircle,
  'not-registered': IconCircleX,
};

type SlipProps = Props & { readonly deposit: Deposit };

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
      {onAgain !== null && !mayCount(deposit) && (
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

import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, type TablerIcon } from '@tabler/icons-react';
import { type Deposit, type DepositStateKind, mayCount } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { explanation, stateWords } from '../../../shared/messages/deposits.ts';
import { formatDay } from '../../ui/format.ts';
import { changeOrNotify } from '../../ui/notes.tsx';
import classes from './DepositList.module.css';
import { balanceBeforeWords, depositTitle } from './deposit-words.ts';

type Props = {
  readonly deposits: readonly Deposit[];
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
  readonly onAgain: (deposit: Deposit) => void;
};

/** The deposits, newest first. */
export function DepositList({ deposits, openId, onOpen, onAgain }: Props) {
  return (
    <ul className={classes.list} aria-label="Deposits">
      {deposits.map((deposit) => (
        <li key={deposit.id} className={classes.slip} data-open={deposit.id === openId}>
          <DepositSlip deposit={deposit} onOpen={onOpen} onAgain={onAgain} />
        </li>
      ))}
    </ul>
  );
}

const icons: { readonly [Kind in Exclude<DepositStateKind, 'registering'>]: TablerIcon } = {
  registered: IconCircleCheck,
  refused: IconCircleX,
  'not-sent': IconAlertTriangle,
  unknown: IconHelpCircle,
  'not-registered': IconCircleX,
};

function DepositSlip({ deposit, onOpen, onAgain }: { readonly deposit: Deposit } & Pick<Props, 'onOpen' | 'onAgain'>) {
  const { state, chainId, createdAt, id } = deposit;
  const title = depositTitle(deposit);
  const before = balanceBeforeWords(deposit, Date.now());
  const settle = (wasRegistered: boolean) => void changeOrNotify('deposits.settle', { id, wasRegistered });
  return (
    <>
      <div className={classes.head}>
        <h3>{title}</h3>
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
      <div className={classes.actions}>
        {state.kind === 'unknown' && (
          <>
            <Button variant="default" size="compact-sm" onClick={() => settle(true)}>
              It went through
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => settle(false)}>
              It did not
            </Button>
          </>
        )}
        {!mayCount(deposit) && (
          <Button variant="default" size="compact-sm" onClick={() => onAgain(deposit)}>
            Register again…
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`Details of the deposit of ${title}`}
          onClick={() => onOpen(id)}
        >
          Details
        </Button>
      </div>
    </>
  );
}

function StateIcon({ kind }: { readonly kind: DepositStateKind }) {
  if (kind === 'registering') return <Loader size={16} aria-hidden="true" />;
  const Icon = icons[kind];
  return <Icon size={18} stroke={1.7} aria-hidden="true" />;
}

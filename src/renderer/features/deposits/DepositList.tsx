import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, type TablerIcon } from '@tabler/icons-react';
import {
  type Deposit,
  type DepositDecision,
  type DepositStateKind,
  decisionsIn,
  hasRival,
} from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { explanation, stateWords } from '../../../shared/messages/deposits.ts';
import { formatDay } from '../../ui/format.ts';
import classes from './DepositList.module.css';
import { decisionWords, depositTitle, sightWords } from './deposit-words.ts';

type Props = {
  readonly deposits: readonly Deposit[];
  /** Also those that the search leaves out. */
  readonly all: readonly Deposit[];
  readonly openId: number | null;
  /** The deposit whose balance main reads, to show it with the question whether it went through. */
  readonly readingFor: number | null;
  readonly onOpen: (id: number) => void;
  readonly onDecision: (decision: DepositDecision, deposit: Deposit) => void;
};

/** The receipts, newest first. */
export function DepositList({ deposits, all, openId, readingFor, onOpen, onDecision }: Props) {
  return (
    <ul className={classes.list} aria-label="Deposits">
      {deposits.map((deposit) => (
        <li key={deposit.id} className={classes.slip} data-open={deposit.id === openId}>
          <DepositSlip
            deposit={deposit}
            rivalled={hasRival(deposit, all)}
            reading={deposit.id === readingFor}
            onOpen={onOpen}
            onDecision={onDecision}
          />
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
};

type SlipProps = { readonly deposit: Deposit; readonly rivalled: boolean; readonly reading: boolean } & Pick<
  Props,
  'onOpen' | 'onDecision'
>;

function DepositSlip({ deposit, rivalled, reading, onOpen, onDecision }: SlipProps) {
  const { state, chainId, createdAt, id } = deposit;
  const now = Date.now();
  const title = depositTitle(deposit);
  const sight = sightWords(deposit, rivalled, now);
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
        {chainWords(chainId)}, {formatDay(createdAt, now)}
      </p>
      <p>{explanation(state)}</p>
      {sight !== null && <p>{sight}</p>}
      <div className={classes.actions}>
        {decisionsIn[state.kind].map((decision) => (
          <Button
            key={decision}
            variant="default"
            size="compact-sm"
            loading={reading && decision === 'went-through'}
            onClick={() => onDecision(decision, deposit)}
          >
            {decisionWords[decision]}
          </Button>
        ))}
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

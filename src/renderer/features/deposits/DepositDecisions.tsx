import { Button } from '@mantine/core';
import { type Deposit, type DepositDecision, decisionsIn } from '../../../shared/bridge/deposits.ts';
import classes from './DepositDecisions.module.css';
import { decisionWords } from './deposit-words.ts';

type Props = {
  readonly deposit: Deposit;
  /** The balance is being read, to be shown with the question whether it went through. */
  readonly reading: boolean;
  readonly onDecision: (decision: DepositDecision, deposit: Deposit) => void;
};

/** What can be done about a deposit, as far as its state allows anything. */
export function DepositDecisions({ deposit, reading, onDecision }: Props) {
  const decisions = decisionsIn[deposit.state.kind];
  if (decisions.length === 0) return null;
  return (
    <div className={classes.decisions}>
      {decisions.map((decision) => (
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
    </div>
  );
}

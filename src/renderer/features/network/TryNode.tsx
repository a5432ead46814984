import { Button } from '@mantine/core';
import type { CallAnswers } from '../../../shared/bridge/bridge.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { rowText } from '../../../shared/text.ts';
import { windowApi } from '../../data/calls.ts';
import { formatCount } from '../../ui/format.ts';
import classes from './NetworkCheck.module.css';
import { useNetworkCheck } from './use-network-check.ts';

type Props = {
  /** The text of the field, not validated. */
  readonly address: string;
};

/** Another address starts without the last answer. */
export function TryNode({ address }: Props) {
  return <Attempt key={address} address={address} />;
}

function Attempt({ address }: Props) {
  const { state, ask } = useNetworkCheck<CallAnswers['network.tryNode']>();
  return (
    <div className={classes.check}>
      <Button
        variant="default"
        loading={state.kind === 'asking'}
        disabled={address.trim() === ''}
        onClick={() => void ask((checkId) => windowApi().call('network.tryNode', { checkId, address }))}
      >
        Try it
      </Button>
      <div className={classes.live} aria-live="polite">
        {state.kind === 'refused' && <p>{failureMessage(state.reason)}</p>}
        {state.kind === 'answered' && (
          <p>
            It answers: <bdi>{rowText(state.answer.chain)}</bdi>, final up to block{' '}
            {formatCount(state.answer.finalizedNumber)}.
          </p>
        )}
      </div>
    </div>
  );
}

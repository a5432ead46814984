import { Button } from '@mantine/core';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { goTo } from '../../data/navigation.ts';
import { tokenTitle } from './balance-words.ts';
import classes from './TokenActions.module.css';

export type TokenQuestion = 'warning' | 'decimals';

type Props = {
  readonly token: TokenBalance;
  readonly onAsk: (question: TokenQuestion, token: TokenBalance) => void;
};

/** What can be done with a token. Names carry the token, for those who hear a list of buttons. */
export function TokenActions({ token, onAsk }: Props) {
  const title = tokenTitle(token);
  const { warnBelow, decimals, decimalsFrom, listing } = token;
  if (listing.kind === 'gone') return null;
  const deposit = (): void => goTo('deposit', { kind: 'token', tokenAddress: token.tokenAddress });
  return (
    <div className={classes.actions}>
      <Button variant="default" size="compact-sm" aria-label={`Deposit ${title}`} onClick={deposit}>
        Deposit
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`${warnBelow === null ? 'Warn me about' : 'Change warning of'} ${title}`}
        onClick={() => onAsk('warning', token)}
      >
        {warnBelow === null ? 'Warn me' : 'Change warning'}
      </Button>
      {decimalsFrom !== 'service' && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`${decimals === null ? 'Set decimals of' : 'Change decimals of'} ${title}`}
          onClick={() => onAsk('decimals', token)}
        >
          {decimals === null ? 'Set decimals' : 'Change decimals'}
        </Button>
      )}
    </div>
  );
}

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { formatDay } from '../../ui/moments.ts';
import { amountWords, missingWords } from './balance-words.ts';
import { dismiss } from './commands.ts';
import classes from './TokenWarnings.module.css';

type Props = { readonly token: TokenBalance };

/** Everything about a token that somebody should look at, in words. */
export function TokenWarnings({ token }: Props) {
  const { listing, missing, isLow, name, decimals, sharesId, warnBelow } = token;
  const now = Date.now();
  const listed = listing.kind === 'listed';
  const seen = (
    <Button variant="default" size="compact-sm" onClick={() => void dismiss(token.key)}>
      I have seen this
    </Button>
  );
  return (
    <>
      {isLow && warnBelow !== null && (
        <Warning tone="warn">
          <p>Low: less than your line of {amountWords(warnBelow, { name, decimals })}.</p>
        </Warning>
      )}
      {missing !== null && (
        <Warning tone="warn">
          <p>{missingWords(token, now)}</p>
          {seen}
        </Warning>
      )}
      {listing.kind === 'gone' && (
        <Warning tone="warn">
          <p>
            The service no longer lists this token. Its balance was last seen {formatDay(listing.lastSeen, now)}. Ask
            the service’s operator if you did not expect this.
          </p>
          {seen}
        </Warning>
      )}
      {listed && name === null && (
        <Warning tone="info">
          <p>The service has no name for this token. Compare its address before you use it.</p>
        </Warning>
      )}
      {sharesId && (
        <Warning tone="info">
          <p>
            Another token has the same id ({token.tokenDetailsId}), so spending cannot be told apart: both show all of
            it.
          </p>
        </Warning>
      )}
      {listed && decimals === null && (
        <Warning tone="info">
          <p>The service does not say how many decimals this token has, so amounts are in base units.</p>
        </Warning>
      )}
    </>
  );
}

function Warning({ tone, children }: { readonly tone: 'warn' | 'info'; readonly children: ReactNode }) {
  const Icon = tone === 'warn' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div className={classes.warning} data-tone={tone}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <div className={classes.words}>{children}</div>
    </div>
  );
}

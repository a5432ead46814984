import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TokenBalance } from '../../../../shared/bridge/balances.ts';
import { shortenHex } from '../../../../shared/text.ts';
import { change } from '../../../data/calls.ts';
import { goTo } from '../../../data/navigation.ts';
import { CopyAllButton, CopyButton } from '../../../ui/fields/copy.tsx';
import { FieldSlip } from '../../../ui/fields/FieldSlip.tsx';
import { codeField, type FieldSection, plainField, present, sectionsAsText } from '../../../ui/fields/fields.ts';
import { formatDay } from '../../../ui/format.ts';
import { amountWords, missingWords, tokenTitle } from '../balance-words.ts';
import classes from './TokenParts.module.css';

type TokenAddressProps = { readonly address: string; readonly title: string };

export function TokenAddress({ address, title }: TokenAddressProps) {
  return (
    <span className={classes.address}>
      <code title={address}>{shortenHex(address)}</code>
      <CopyButton text={address} what={`the address of ${title}`} />
    </span>
  );
}

type TokenAmountProps = { readonly token: TokenBalance };

export function TokenAmount({ token: { balance, name, decimals } }: TokenAmountProps) {
  return (
    <p className={classes.large}>
      {amountWords(balance, { name: name ?? (decimals === null ? null : 'tokens'), decimals })}
    </p>
  );
}

type TokenWarningsProps = { readonly token: TokenBalance };

export function TokenWarnings({ token }: TokenWarningsProps) {
  const { listing, missing, isLow, name, decimals, sharesId, warnBelow } = token;
  const now = Date.now();
  const listed = listing.kind === 'listed';
  const seen = (
    <Button variant="default" size="compact-sm" onClick={() => void change('balances.dismiss', { key: token.key })}>
      I have seen this
    </Button>
  );
  return (
    <>
      {isLow && warnBelow !== null && (
        <Warning tone="warn">
          <p>Low: less than the {amountWords(warnBelow, { name, decimals })} that you set.</p>
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
          <p>Another token has the same id ({token.tokenDetailsId}), so each shows the spending of both.</p>
        </Warning>
      )}
      {listed && decimals === null && (
        <Warning tone="info">
          <p>This token’s decimals are unknown, so amounts are in base units.</p>
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

type TokenDetailsProps = { readonly token: TokenBalance };

/** The service's record of a token, whole: what the contract does not name is under it too. */
export function TokenDetails({ token }: TokenDetailsProps) {
  const title = tokenTitle(token);
  const sections = tokenSections(token);
  return (
    <details className={classes.details}>
      <summary aria-label={`Technical details of ${title}`}>Technical details</summary>
      <div className={classes.body}>
        {sections.map((section) => (
          <FieldSlip key={section.title} section={section} />
        ))}
        <CopyAllButton label="Copy all" text={() => sectionsAsText(title, sections)} />
      </div>
    </details>
  );
}

function tokenSections(token: TokenBalance): readonly FieldSection[] {
  const { tokenDetailsId, userId, tokenAddress, balance, decimals, extra } = token;
  const sections: readonly FieldSection[] = [
    {
      title: 'Record',
      fields: present([
        ['Token id', tokenDetailsId, plainField],
        ['Token address', tokenAddress, codeField],
        ['Balance in base units', balance, codeField],
        ['Decimals', decimals === null ? null : String(decimals), plainField],
        ['User', userId, codeField],
      ]),
    },
    {
      title: 'More from the service',
      fields: Object.entries(extra).map(([name, value]) => codeField(name, value)),
    },
  ];
  return sections.filter(({ fields }) => fields.length > 0);
}

export type TokenQuestion = 'warning' | 'decimals';

type TokenActionsProps = {
  readonly token: TokenBalance;
  readonly onAsk: (question: TokenQuestion, token: TokenBalance) => void;
};

export function DepositButton({ token }: { readonly token: TokenBalance }) {
  const deposit = (): void => goTo('deposit', { kind: 'token', tokenAddress: token.tokenAddress });
  return (
    <Button variant="default" size="compact-sm" aria-label={`Deposit ${tokenTitle(token)}`} onClick={deposit}>
      Deposit
    </Button>
  );
}

/** What can be done with a token. Names carry the token, for those who hear a list of buttons. */
export function TokenActions({ token, onAsk }: TokenActionsProps) {
  const title = tokenTitle(token);
  const { warnBelow, decimals, decimalsFrom, listing } = token;
  if (listing.kind === 'gone') return null;
  return (
    <div className={classes.actions}>
      <DepositButton token={token} />
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

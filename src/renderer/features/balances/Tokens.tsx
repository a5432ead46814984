import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { shortenHex } from '../../../shared/text.ts';
import { goTo } from '../../data/navigation.ts';
import { CopyAllButton, CopyButton } from '../../ui/copy.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { codeField, type FieldSection, plainField, present, sectionsAsText } from '../../ui/record-sections.ts';
import { amountWords, tokenTitle } from './balance-words.ts';
import classes from './Tokens.module.css';

function TokenAddress({ address, title }: { readonly address: string; readonly title: string }) {
  return (
    <span className={classes.address}>
      <code title={address}>{shortenHex(address)}</code>
      <CopyButton text={address} what={`the address of ${title}`} />
    </span>
  );
}

function TokenAmount({ token: { balance, name, decimals } }: { readonly token: TokenBalance }) {
  return (
    <p className={classes.large}>
      {amountWords(balance, { name: name ?? (decimals === null ? null : 'tokens'), decimals })}
    </p>
  );
}

function TokenWarnings({ token }: { readonly token: TokenBalance }) {
  const { isLow, name, decimals, warnBelow } = token;
  return (
    <>
      {isLow && warnBelow !== null && (
        <Warning tone="warn">
          <p>Low: less than the {amountWords(warnBelow, { name, decimals })} that you set.</p>
        </Warning>
      )}
      {name === null && (
        <Warning tone="info">
          <p>The service has no name for this token. Compare its address before you use it.</p>
        </Warning>
      )}
      {decimals === null && (
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

/** The service's whole record of a token, with undocumented fields. */
function TokenDetails({ token }: { readonly token: TokenBalance }) {
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

/** Each button names its token for users of screen readers. */
function TokenActions({ token, onAsk }: TokenActionsProps) {
  const title = tokenTitle(token);
  const { warnBelow, decimals, decimalsFrom } = token;
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Deposit ${title}`}
        onClick={() => goTo('deposit', { kind: 'token', tokenAddress: token.tokenAddress })}
      >
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

type CardsProps = {
  readonly tokens: readonly TokenBalance[];
  readonly onAsk: (question: TokenQuestion, token: TokenBalance) => void;
};

export function TokenCards({ tokens, onAsk }: CardsProps) {
  return (
    <ul className={classes.cards} aria-label="Tokens">
      {tokens.map((token) => (
        <li key={token.key}>
          <TokenCard token={token} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  );
}

function TokenCard({ token, onAsk }: TokenActionsProps) {
  const { name, decimals, used, locked } = token;
  const title = tokenTitle(token);
  return (
    <article className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <TokenAddress address={token.tokenAddress} title={title} />
      </div>
      <TokenAmount token={token} />
      <dl className={classes.facts}>
        {used !== null && <Fact label="Used so far">{amountWords(used, { name, decimals })}</Fact>}
        {locked !== null && <Fact label="Locked">{amountWords(locked, { name, decimals })}</Fact>}
      </dl>
      <TokenWarnings token={token} />
      <TokenDetails token={token} />
      <TokenActions token={token} onAsk={onAsk} />
    </article>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

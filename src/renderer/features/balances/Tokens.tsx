import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { shortenHex } from '../../../shared/text.ts';
import { goTo } from '../../data/navigation.ts';
import { CopyAllButton, CopyButton } from '../../ui/copy.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { codeField, type FieldSection, plainField, present, sectionsAsText } from '../../ui/record-sections.ts';
import { amountWords, appNotes, tokenTitle } from './balance-words.ts';
import classes from './Tokens.module.css';

function tokenSections(token: TokenBalance): readonly FieldSection[] {
  const { tokenDetailsId, userId, tokenAddress, balance, decimals, extra, credits } = token;
  const sections: readonly FieldSection[] = [
    {
      title: 'Record',
      fields: present([
        [credits?.kind === 'app' ? 'App' : 'Token id', credits?.kind === 'main' ? null : tokenDetailsId, plainField],
        ['Token address', credits === null ? tokenAddress : null, codeField],
        ['Balance in base units', credits === null ? balance : null, codeField],
        ['Decimals', decimals === null || credits !== null ? null : String(decimals), plainField],
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

type CardsProps = {
  readonly tokens: readonly TokenBalance[];
  readonly onAsk: (question: TokenQuestion, token: TokenBalance) => void;
};

export function TokenCards({ tokens, onAsk }: CardsProps) {
  return (
    <ul className={classes.cards} aria-label="Tokens">
      {tokens.map((token) => (
        <li key={token.key}>
          <TokenCard token={token} onAsk={(question) => onAsk(question, token)} />
        </li>
      ))}
    </ul>
  );
}

type CardProps = { readonly token: TokenBalance; readonly onAsk: (question: TokenQuestion) => void };

/** Each button names its token for users of screen readers. */
function TokenCard({ token, onAsk }: CardProps) {
  const { balance, credits, decimals, decimalsFrom, isLow, locked, name, tokenAddress, used, warnBelow } = token;
  const title = tokenTitle(token);
  const sections = tokenSections(token);
  return (
    <article className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {credits === null && (
          <span className={classes.address}>
            <code title={tokenAddress}>{shortenHex(tokenAddress)}</code>
            <CopyButton text={tokenAddress} what={`the address of ${title}`} />
          </span>
        )}
      </div>
      <p className={classes.large}>
        {amountWords(balance, { name: name ?? (decimals === null ? null : 'tokens'), decimals })}
      </p>
      <dl className={classes.facts}>
        {used !== null && <Fact label="Used so far">{amountWords(used, { name, decimals })}</Fact>}
        {locked !== null && <Fact label="Locked">{amountWords(locked, { name, decimals })}</Fact>}
        {credits?.kind === 'main' && credits.allocated !== null && (
          <Fact label="Given to apps">{amountWords(credits.allocated, { name, decimals })}</Fact>
        )}
        {credits?.kind === 'app' && credits.usedOfMain !== null && (
          <Fact label="From main">{amountWords(credits.usedOfMain, { name, decimals })}</Fact>
        )}
      </dl>
      {appNotes(credits).map((note) => (
        <p key={note}>{note}</p>
      ))}
      {isLow && warnBelow !== null && (
        <Notice tone="warn">Low: less than the {amountWords(warnBelow, { name, decimals })} that you set.</Notice>
      )}
      {name === null && (
        <Notice tone="info">The service has no name for this token. Compare its address before you use it.</Notice>
      )}
      {decimals === null && (
        <Notice tone="info">This token’s decimals are unknown, so amounts are in base units.</Notice>
      )}
      <Disclosure label="Technical details" of={title}>
        <div className={classes.body}>
          {sections.map((section) => (
            <FieldSlip key={section.title} section={section} />
          ))}
          <CopyAllButton label="Copy all" text={() => sectionsAsText(title, sections)} />
        </div>
      </Disclosure>
      <div className={classes.actions}>
        {credits?.kind !== 'app' && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={credits === null ? `Deposit ${title}` : 'Top up'}
            onClick={() => goTo('deposit', credits === null ? { kind: 'token', tokenAddress } : null)}
          >
            {credits === null ? 'Deposit' : 'Top up'}
          </Button>
        )}
        <QuietButton
          label={warnBelow === null ? 'Warn me' : 'Change warning'}
          aria-label={`${warnBelow === null ? 'Warn me about' : 'Change warning of'} ${title}`}
          onClick={() => onAsk('warning')}
        />
        {decimalsFrom !== 'service' && (
          <QuietButton
            label={decimals === null ? 'Set decimals' : 'Change decimals'}
            aria-label={`${decimals === null ? 'Set decimals of' : 'Change decimals of'} ${title}`}
            onClick={() => onAsk('decimals')}
          />
        )}
      </div>
    </article>
  );
}

type QuietButtonProps = { readonly label: string; readonly 'aria-label': string; readonly onClick: () => void };

function QuietButton({ label, ...button }: QuietButtonProps) {
  return (
    <Button variant="subtle" color="gray" size="compact-sm" {...button}>
      {label}
    </Button>
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

import { Button } from '@mantine/core';
import { useId } from 'react';
import type { Account } from '../../../shared/bridge/accounts.ts';
import classes from './AccountPanel.module.css';
import { openAccountDialog } from './account-dialogs.ts';
import { placeWords, submitByWords } from './account-words.ts';
import { ColourDot } from './ColourDot.tsx';
import { Credential } from './Credential.tsx';
import { callOrTell } from './commands.ts';
import { Hint } from './Hint.tsx';
import { TroubleNotice } from './TroubleNotice.tsx';

type Props = { readonly account: Account; readonly active: boolean };

/** One account: what it is, what it has, and what can be done with it. */
export function AccountPanel({ account, active }: Props) {
  const title = useId();
  const own = account.kind === 'service';
  return (
    <article className={classes.panel} aria-labelledby={title}>
      <div className={classes.head}>
        <ColourDot colour={account.colour} />
        <div className={classes.who}>
          <h2 id={title}>
            <bdi>{account.name}</bdi>
          </h2>
          <p className={classes.address}>
            <bdi>{account.address}</bdi>
          </p>
        </div>
        {active ? (
          <span className={classes.badge}>In use</span>
        ) : (
          <Button
            variant="default"
            aria-label={`Switch to ${account.name}`}
            onClick={() => void callOrTell('accounts.activate', { accountId: account.id })}
          >
            Switch to
          </Button>
        )}
      </div>
      {!active && <TroubleNotice account={account} />}
      {own ? (
        <Facts account={account} />
      ) : (
        <p className={classes.address}>For trying things out. Nothing real is spent.</p>
      )}
      {own && <Actions account={account} />}
    </article>
  );
}

function Facts({ account }: { readonly account: Account }) {
  return (
    <dl className={classes.facts}>
      <div className={classes.fact}>
        <dt>Submits with</dt>
        <dd>
          <bdi>{submitByWords(account.submitBy)}</bdi>
        </dd>
      </div>
      <Credential account={account} kind="api-key" />
      <Credential account={account} kind="access-token" />
      <div className={classes.fact}>
        <dt>Kept in</dt>
        <dd>
          <Hint words={placeWords(account)} />
        </dd>
      </div>
    </dl>
  );
}

function Actions({ account }: { readonly account: Account }) {
  const { id, name } = account;
  const actions = [
    { text: 'Edit', label: `Edit ${name}`, open: () => openAccountDialog({ kind: 'edit', accountId: id }) },
    {
      text: 'Check connection',
      label: `Check connection of ${name}`,
      open: () => openAccountDialog({ kind: 'connection', accountId: id, checkNow: true }),
    },
    {
      text: 'Connection report',
      label: `Connection report of ${name}`,
      open: () => openAccountDialog({ kind: 'connection', accountId: id, checkNow: false }),
    },
    { text: 'Remove', label: `Remove ${name}`, open: () => void callOrTell('accounts.remove', { accountId: id }) },
  ];
  return (
    <div className={classes.actions}>
      {actions.map(({ text, label, open }) => (
        <Button key={text} variant="default" size="xs" aria-label={label} onClick={open}>
          {text}
        </Button>
      ))}
    </div>
  );
}

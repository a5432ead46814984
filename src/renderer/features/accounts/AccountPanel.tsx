import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { Account, CredentialKind } from '../../../shared/bridge/accounts.ts';
import { change } from '../../data/calls.ts';
import { changeOrNotify } from '../../ui/feedback/notes.tsx';
import { useNow } from '../../ui/now.ts';
import classes from './AccountPanel.module.css';
import { ProblemNotice } from './AccountProblem.tsx';
import { credentialNames, credentialWords, placedWords, placeWords, submitByWords } from './account-words.ts';
import { ColourDot } from './Colour.tsx';
import { openAccountDialog } from './dialogs/account-dialogs.ts';
import { CredentialForm } from './form/CredentialForm.tsx';
import { Hint } from './Notice.tsx';
import { PayloadLimit } from './payload-limit/PayloadLimit.tsx';

type Props = { readonly account: Account; readonly active: boolean };

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
          <div className={classes.address}>
            <Hint words={placedWords(account.address)} />
          </div>
        </div>
        {active ? (
          <span className={classes.badge}>In use</span>
        ) : (
          <Button
            variant="default"
            aria-label={`Switch to ${account.name}`}
            onClick={() => void changeOrNotify('accounts.activate', { accountId: account.id })}
          >
            Switch to
          </Button>
        )}
      </div>
      {!active && <ProblemNotice account={account} />}
      {own ? <Facts account={account} /> : <Practice isUp={account.address !== null} />}
      <Actions account={account} />
    </article>
  );
}

/** Its address is shown here: there is none before its service runs. */
function Practice({ isUp }: { readonly isUp: boolean }) {
  useEffect(() => {
    if (!isUp) void change('accounts.startPractice', {});
  }, [isUp]);
  return <p className={classes.address}>For trying things out. Nothing real is spent.</p>;
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
      <PayloadLimit account={account} />
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
  const { id, name, kind } = account;
  const privacy = {
    text: 'Privacy',
    label: `Privacy of ${name}`,
    open: () => openAccountDialog({ kind: 'privacy', accountId: id }),
  };
  const ofService = [
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
    privacy,
    { text: 'Remove', label: `Remove ${name}`, open: () => void changeOrNotify('accounts.remove', { accountId: id }) },
  ];
  const actions = kind === 'service' ? ofService : [privacy];
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

type CredentialProps = { readonly account: Account; readonly kind: CredentialKind };

function Credential({ account, kind }: CredentialProps) {
  const [replacing, setReplacing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const note = kind === 'api-key' ? account.credentials.apiKey : account.credentials.accessToken;
  const now = useNow(note?.expiresAt !== null && note !== null);
  const name = credentialNames[kind];

  const close = (): void => {
    setReplacing(false);
    opener.current?.focus();
  };

  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd className={classes.value}>
        <Hint words={credentialWords(note, now)} />
        <span className={classes.links}>
          <button
            ref={opener}
            type="button"
            className={classes.link}
            aria-label={`${note === null ? 'Add' : 'Replace'} the ${name} of ${account.name}`}
            aria-expanded={replacing}
            onClick={() => setReplacing(!replacing)}
          >
            {note === null ? 'Add' : 'Replace'}
          </button>
          {note !== null && (
            <button
              type="button"
              className={classes.link}
              aria-label={`Forget the ${name} of ${account.name}`}
              onClick={() => void changeOrNotify('accounts.forgetCredential', { accountId: account.id, kind })}
            >
              Forget
            </button>
          )}
        </span>
      </dd>
      {replacing && (
        <dd className={classes.form}>
          <CredentialForm accountId={account.id} kind={kind} onDone={close} onCancel={close} />
        </dd>
      )}
    </div>
  );
}

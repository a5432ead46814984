import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Account, CredentialKind } from '../../../shared/bridge/accounts.ts';
import { change } from '../../data/calls.ts';
import { callQuery } from '../../data/queries.ts';
import { ConfirmDialog, type Question } from '../../ui/ConfirmDialog.tsx';
import { changeOrNotify } from '../../ui/notes.tsx';
import { useNow } from '../../ui/now.ts';
import classes from './AccountPanel.module.css';
import { ProblemNotice } from './AccountProblem.tsx';
import { openAccountDialog } from './account-dialogs.ts';
import {
  credentialNames,
  credentialWords,
  payloadLimitWords,
  placedWords,
  placeWords,
  submitByWords,
  typedLimit,
} from './account-words.ts';
import { ColourDot } from './Colour.tsx';
import { CredentialForm } from './CredentialForm.tsx';
import { Hint } from './Notice.tsx';

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

/** Starts the practice service, which has no address before it runs, to show that address. */
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
      open: () => openAccountDialog({ kind: 'connection', accountId: id }),
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

const without: { readonly [Kind in CredentialKind]: string } = {
  'api-key': 'Without it, files can only be submitted with an access token.',
  'access-token': 'Without it, balances and spending cannot be read.',
};

type CredentialProps = { readonly account: Account; readonly kind: CredentialKind };

function Credential({ account, kind }: CredentialProps) {
  const [replacing, setReplacing] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const note = kind === 'api-key' ? account.credentials.apiKey : account.credentials.accessToken;
  const now = useNow(note?.expiresAt !== null && note !== null);
  const name = credentialNames[kind];

  const close = (): void => {
    setReplacing(false);
    opener.current?.focus();
  };
  const forget = (): void =>
    setQuestion({
      title: `Forget the ${name} of ${account.name}?`,
      text: `${without[kind]} To use it again, paste it again.`,
      yes: 'Forget it',
      no: 'Cancel',
      onYes: () => void changeOrNotify('accounts.forgetCredential', { accountId: account.id, kind }),
    });

  return (
    <div className={classes.fact}>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
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
              onClick={forget}
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

function PayloadLimit({ account: { id: accountId, name } }: { readonly account: Account }) {
  const query = callQuery('submissions.payloadLimit', accountId, { accountId });
  const { data } = useQuery(query);
  const client = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  if (data === undefined) return null;

  const set = async (bytes: number | null): Promise<void> => {
    await changeOrNotify('submissions.setPayloadLimit', { accountId, bytes });
    await client.invalidateQueries({ queryKey: query.queryKey });
    setTyped(null);
    opener.current?.focus();
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const bytes = typedLimit(typed ?? '');
    if (bytes === null) setProblem('Type a whole number of bytes, at least 1,024.');
    else void set(bytes);
  };
  return (
    <div className={classes.fact}>
      <dt>Largest upload</dt>
      <dd className={classes.value}>
        <span>{payloadLimitWords(data)}</span>
        <span className={classes.links}>
          <button
            ref={opener}
            type="button"
            className={classes.link}
            aria-label={`Set the largest upload for ${name}`}
            aria-expanded={typed !== null}
            onClick={() => {
              setProblem(null);
              setTyped(typed === null ? String(data.byHand ?? data.stated ?? '') : null);
            }}
          >
            Set
          </button>
          {data.isKnown && (
            <button
              type="button"
              className={classes.link}
              aria-label={`Reset the largest upload for ${name}`}
              onClick={() => void set(null)}
            >
              Forget
            </button>
          )}
        </span>
      </dd>
      {typed !== null && (
        <dd className={classes.form}>
          <form onSubmit={save}>
            <TextInput
              label="Largest upload, in bytes"
              description="Larger files are sent in parts. Ask the service’s operator; 1,048,576 is common."
              inputMode="numeric"
              value={typed}
              error={problem}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setProblem(null);
              }}
            />
            <Button type="submit" mt="sm">
              Save
            </Button>
          </form>
        </dd>
      )}
    </div>
  );
}

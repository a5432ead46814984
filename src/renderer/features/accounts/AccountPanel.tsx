import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
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
import { Hint } from './Hints.tsx';

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
      <Fact name="Submits with">
        <bdi>{submitByWords(account.submitBy)}</bdi>
      </Fact>
      <Credential account={account} kind="api-key" />
      <Credential account={account} kind="access-token" />
      <PayloadLimit account={account} />
      <Fact name="Kept in">
        <Hint words={placeWords(account)} />
      </Fact>
    </dl>
  );
}

type FactProps = {
  readonly name: string;
  readonly children: ReactNode;
  readonly links?: readonly {
    readonly text: string;
    readonly label: string;
    readonly expanded?: boolean;
    readonly run: () => void;
  }[];
  readonly form?: ReactNode;
};

function Fact({ name, children, links = [], form }: FactProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = Boolean(form);
  // Closing the form restores the focus.
  useEffect(() => (isOpen ? () => opener.current?.focus() : undefined), [isOpen]);
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd className={classes.value}>
        <span>{children}</span>
        <span className={classes.links}>
          {links.map(({ text, label, expanded, run }, index) => (
            <button
              key={text}
              ref={index === 0 ? opener : undefined}
              type="button"
              className={classes.link}
              aria-label={label}
              aria-expanded={expanded}
              onClick={run}
            >
              {text}
            </button>
          ))}
        </span>
      </dd>
      {isOpen && <dd className={classes.form}>{form}</dd>}
    </div>
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
  const note = kind === 'api-key' ? account.credentials.apiKey : account.credentials.accessToken;
  const now = useNow(note?.expiresAt !== null && note !== null);
  const name = credentialNames[kind];
  const add = note === null ? 'Add' : 'Replace';
  const forget = (): void =>
    setQuestion({
      title: `Forget the ${name} of ${account.name}?`,
      text: `${without[kind]} To use it again, paste it again.`,
      yes: 'Forget it',
      no: 'Cancel',
      onYes: () => void changeOrNotify('accounts.forgetCredential', { accountId: account.id, kind }),
    });

  return (
    <Fact
      name={name}
      links={[
        {
          text: add,
          label: `${add} the ${name} of ${account.name}`,
          expanded: replacing,
          run: () => setReplacing(!replacing),
        },
        ...(note === null ? [] : [{ text: 'Forget', label: `Forget the ${name} of ${account.name}`, run: forget }]),
      ]}
      form={replacing && <CredentialForm accountId={account.id} kind={kind} onClose={() => setReplacing(false)} />}
    >
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
      <Hint words={credentialWords(note, now)} />
    </Fact>
  );
}

function PayloadLimit({ account: { id: accountId, name } }: { readonly account: Account }) {
  const query = callQuery('submissions.payloadLimit', accountId, { accountId });
  const { data } = useQuery(query);
  const client = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (data === undefined) return null;

  const type = (text: string | null): void => {
    setTyped(text);
    setProblem(null);
  };
  const set = async (bytes: number | null): Promise<void> => {
    await changeOrNotify('submissions.setPayloadLimit', { accountId, bytes });
    await client.invalidateQueries({ queryKey: query.queryKey });
    type(null);
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const bytes = typedLimit(typed ?? '');
    if (bytes === null) setProblem('Type a whole number of bytes, at least 1,024.');
    else void set(bytes);
  };
  return (
    <Fact
      name="Largest upload"
      links={[
        {
          text: 'Set',
          label: `Set the largest upload for ${name}`,
          expanded: typed !== null,
          run: () => type(typed === null ? String(data.byHand ?? data.stated ?? '') : null),
        },
        ...(data.isKnown
          ? [{ text: 'Forget', label: `Reset the largest upload for ${name}`, run: () => void set(null) }]
          : []),
      ]}
      form={
        typed !== null && (
          <form onSubmit={save}>
            <TextInput
              label="Largest upload, in bytes"
              description="Larger files are sent in parts. Ask the service’s operator; 1,048,576 is common."
              inputMode="numeric"
              value={typed}
              error={problem}
              onChange={(event) => type(event.currentTarget.value)}
            />
            <Button type="submit" mt="sm">
              Save
            </Button>
          </form>
        )
      }
    >
      {payloadLimitWords(data)}
    </Fact>
  );
}

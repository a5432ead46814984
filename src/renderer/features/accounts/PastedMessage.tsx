import { Button, Radio, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import classes from './AccountFields.module.css';
import type { AccountDraft, AccountForm } from './account-draft.ts';
import { Notice } from './Notice.tsx';
import { type FoundInMessage, hasFound, readMessage } from './read-message.ts';

/** The values found in a pasted message. The message itself is not kept. */
export function usePastedMessage(form: AccountForm) {
  const [found, setFound] = useState<FoundInMessage | null>(null);
  const take = (message: string): boolean => {
    const read = readMessage(message);
    setFound(read);
    form.setValues(fieldsFrom(read));
    return hasFound(read);
  };
  const forget = (): void => {
    setFound(null);
    form.setValues(nothingPasted);
  };
  return { found, take, forget };
}

type FieldProps = { readonly onMessage: (message: string) => void };

/** A field for a whole mail. Pasted text is read at once and does not stay in the field. */
export function MessageField({ onMessage }: FieldProps) {
  const [typed, setTyped] = useState('');
  return (
    <Textarea
      label="Paste your operator’s message"
      description="Paste the whole e-mail. Dropslip finds the address and the key. Or fill in the fields below."
      rows={2}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      value={typed}
      onPaste={(event) => {
        event.preventDefault();
        onMessage(event.clipboardData.getData('text/plain'));
      }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        setTyped('');
        if (typed.trim() !== '') onMessage(typed);
      }}
    />
  );
}

type FoundProps = {
  readonly form: AccountForm;
  readonly found: FoundInMessage;
  readonly onForget: () => void;
};

/** The values found, for the user to compare. If there are several for a field, the user chooses one here. */
export function FoundReview({ form, found, onForget }: FoundProps) {
  const isUseful = hasFound(found);
  const review = useRef<HTMLDivElement>(null);
  // The field that received the paste may be gone. The focus moves here, so that screen readers read the result.
  useEffect(() => {
    if (isUseful) review.current?.focus();
  }, [isUseful]);
  return (
    <Notice tone={isUseful ? 'info' : 'warn'}>
      <div ref={review} tabIndex={-1} className={classes.words}>
        <p role="status">{foundWords(found)}</p>
      </div>
      <Choice
        form={form}
        field="address"
        label="Address"
        legend="Which is the address of the service?"
        all={found.addresses}
      />
      <Choice form={form} field="apiKey" label="API key" legend="Which API key?" all={found.apiKeys} />
      <Choice
        form={form}
        field="accessToken"
        label="Access token"
        legend="Which access token?"
        all={found.accessTokens}
      />
      {isUseful && (
        <div>
          <Button variant="default" size="compact-sm" onClick={onForget}>
            Forget it
          </Button>
        </div>
      )}
    </Notice>
  );
}

type ChoiceProps = {
  readonly form: AccountForm;
  readonly field: 'address' | 'apiKey' | 'accessToken';
  readonly label: string;
  readonly legend: string;
  readonly all: readonly string[];
};

function Choice({ form, field, label, legend, all }: ChoiceProps) {
  const shown = stillFound(all, form.values[field]).map(
    (one) => [one, field === 'address' ? one : secretChoice(one)] as const,
  );
  if (shown.length < 2) {
    return shown.map(([one, words]) => (
      <p key={one}>
        {label}: <bdi>{words}</bdi>
      </p>
    ));
  }
  return (
    <fieldset className={classes.choices}>
      <legend>{legend}</legend>
      {shown.map(([one, words]) => (
        <Radio
          key={one}
          name={`found-${field}`}
          label={<bdi>{words}</bdi>}
          checked={form.values[field] === one}
          onChange={() => {
            form.setFieldValue(field, one);
            form.clearFieldError(field);
          }}
        />
      ))}
    </fieldset>
  );
}

/** The fields of an account that can come from a message. */
type PastedFields = Pick<AccountDraft, 'address' | 'apiKey' | 'accessToken' | 'token'>;

const nothingPasted: PastedFields = { address: '', apiKey: '', accessToken: '', token: '' };

/**
 * The values for the form: those that the message holds exactly once. The user chooses among several, for tokens once
 * the service has reported its own.
 */
export function fieldsFrom({ addresses, apiKeys, accessTokens, tokenNames }: FoundInMessage): Partial<PastedFields> {
  const only = (all: readonly string[]): string | null => (all.length === 1 ? (all[0] ?? null) : null);
  const fields = {
    address: only(addresses),
    apiKey: only(apiKeys),
    accessToken: only(accessTokens),
    token: only(tokenNames),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Describes the found values without repeating a secret. */
export function foundWords(found: FoundInMessage): string {
  if (!hasFound(found)) return 'No address or key was found. Enter them below.';
  const { addresses, apiKeys, accessTokens, tokenNames } = found;
  const parts = [
    counted(addresses.length, 'an address', 'addresses'),
    counted(apiKeys.length, 'an API key', 'API keys'),
    counted(accessTokens.length, 'an access token', 'access tokens'),
    tokenNames.length === 0 ? [] : [`the ${tokenNames.length === 1 ? 'token' : 'tokens'} ${list(tokenNames)}`],
  ].flat();
  const missing = [
    addresses.length > 0 ? [] : ['no address: enter it below'],
    apiKeys.length + accessTokens.length > 0 ? [] : ['no key or token: you are asked for it next'],
  ].flat();
  const but = missing.length === 0 ? '' : `, but ${missing.join(', and ')}`;
  return `Found in what you pasted: ${list(parts)}${but}. Compare it with your operator’s message. The rest is not saved.`;
}

/** The found values of one field; empty if the only one is no longer in the form because the user typed another. */
export function stillFound(all: readonly string[], typed: string): readonly string[] {
  return all.length === 1 && all[0] !== typed.trim() ? [] : all;
}

/** A secret is identified only by its last characters. */
export function secretChoice(secret: string): string {
  return `ends in ${secret.slice(-4)}`;
}

function counted(count: number, one: string, many: string): readonly string[] {
  return count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
}

function list(parts: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(parts);
}

import { Button, Radio, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { AccountForm } from '../form/account-draft.ts';
import fields from '../form/Fields.module.css';
import { Notice } from '../Notice.tsx';
import classes from './PastedMessage.module.css';
import { fieldsFrom, foundWords, nothingPasted, secretChoice, stillFound } from './pasted-draft.ts';
import { type FoundInMessage, hasFound, readMessage } from './read-message.ts';

/** What was found in a pasted message; of the message itself nothing is kept. */
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

/** Where a whole mail may be pasted. What is pasted is read at once and does not stay in the field. */
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

/** What was found, to be compared with what was given; of what there are several, one is chosen here. */
export function FoundReview({ form, found, onForget }: FoundProps) {
  const isUseful = hasFound(found);
  const review = useRef<HTMLDivElement>(null);
  // The field that it was pasted into may be gone; what was found is read out, and the keyboard goes on from here.
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
    <fieldset className={fields.choices}>
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

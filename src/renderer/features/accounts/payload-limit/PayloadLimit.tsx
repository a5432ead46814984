import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Account } from '../../../../shared/bridge/accounts.ts';
import { callQuery } from '../../../data/queries.ts';
import { changeOrNotify } from '../../../ui/feedback/notes.tsx';
import classes from '../AccountPanel.module.css';
import { payloadLimitWords, typedLimit } from './payload-limit-words.ts';

export function PayloadLimit({ account: { id: accountId, name } }: { readonly account: Account }) {
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

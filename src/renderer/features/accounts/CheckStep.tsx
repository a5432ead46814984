import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { windowApi } from '../../data/window-api.ts';
import { secretOf, settingsOf } from './account-draft.ts';
import { type AddAccountEvent, type AddAccountFlow, advance } from './add-account-flow.ts';
import { CheckBoard } from './CheckBoard.tsx';
import { ConfirmHint } from './ConfirmHint.tsx';
import { isAllGood, tokenNamesOf } from './check-run.ts';
import { topicSteps } from './check-words.ts';
import { callOrTell } from './commands.ts';
import classes from './Dialog.module.css';
import fields from './Fields.module.css';
import { Notice } from './Notice.tsx';
import { SubmitByFields } from './SubmitByFields.tsx';
import { useConnectionCheck } from './use-connection-check.ts';

type Props = {
  readonly flow: Extract<AddAccountFlow, { readonly step: 'check' }>;
  readonly dispatch: (event: AddAccountEvent) => void;
  /** Called after every try to save. */
  readonly onTried: () => void;
  readonly onClose: () => void;
};

/** The third step: the check runs by itself, then the account is saved, with or without red lines. */
export function CheckStep({ flow, dispatch, onTried, onClose }: Props) {
  const { draft, errors, saving } = flow;
  const { run, start, stop } = useConnectionCheck();
  const tokenNames = tokenNamesOf(run);
  const apiKey = secretOf(draft, 'api-key');
  const accessToken = secretOf(draft, 'access-token');
  const isSaving = saving.kind === 'asked';

  const check = (): void => {
    const settings = settingsOf(draft, tokenNames);
    if (settings !== null) start({ accountId: null, settings, apiKey, accessToken });
  };
  const checkOnArrival = useRef(check);
  useEffect(() => checkOnArrival.current(), []);

  const save = async (): Promise<void> => {
    const event: AddAccountEvent = { kind: 'save', tokenNames };
    const after = advance(flow, event);
    dispatch(event);
    onTried();
    const settings = settingsOf(draft, tokenNames);
    if (settings === null || after.step !== 'check' || after.saving.kind !== 'asked') return;
    const checkId = run.kind === 'finished' ? run.checkId : null;
    const answer = await windowApi().call('accounts.add', { settings, apiKey, accessToken, checkId });
    if (!answer.ok) {
      dispatch({ kind: 'refused', message: answer.error.message });
      return;
    }
    await callOrTell('accounts.activate', { accountId: answer.value.accountId });
    onClose();
  };

  return (
    <div className={classes.dialog}>
      <CheckBoard
        run={run}
        onStart={check}
        onStop={stop}
        fix={{
          canFix: (topic) => topicSteps[topic] !== null && !isSaving,
          onFix: (topic) => dispatch({ kind: 'fix', step: topicSteps[topic] ?? 'credentials' }),
        }}
      />
      {run.kind !== 'running' && (
        <SubmitByFields
          draft={draft}
          errors={errors}
          onChange={(change) => dispatch({ kind: 'typed', change })}
          hasApiKey={apiKey !== null}
          hasAccessToken={accessToken !== null}
          tokenNames={tokenNames}
        />
      )}
      {isSaving && <ConfirmHint />}
      {saving.kind === 'refused' && (
        <Notice tone="bad" role="alert">
          {saving.message}
        </Notice>
      )}
      <div className={fields.foot}>
        <Button variant="default" data-aside disabled={isSaving} onClick={() => dispatch({ kind: 'back' })}>
          Back
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={run.kind === 'running' || run.kind === 'none'} loading={isSaving} onClick={() => void save()}>
          {isAllGood(run) || run.kind === 'running' ? 'Save account' : 'Save anyway'}
        </Button>
      </div>
    </div>
  );
}

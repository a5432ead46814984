import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { windowApi } from '../../../data/window-api.ts';
import dialog from '../../../ui/Dialog.module.css';
import { changeOrNotify } from '../../../ui/feedback/notes.tsx';
import { CheckBoard } from '../check/CheckBoard.tsx';
import { mendingAfter, stepFor, tokenNamesOf, useConnectionCheck } from '../check/check-run.ts';
import { type AccountForm, secretOf, settingsOf, submitByPart, wrongIn } from '../form/account-draft.ts';
import { SubmitByFields } from '../form/SubmitByFields.tsx';
import { useTakingBack } from '../form/use-taking-back.ts';
import { ConfirmHint, Notice } from '../Notice.tsx';
import { focusWrong } from './account-dialogs.ts';

type Props = {
  readonly form: AccountForm;
  readonly onBack: (step: 'address' | 'credentials') => void;
  readonly onSaved: (accountId: string) => void;
  readonly onCancel: () => void;
};

export function CheckStep({ form, onBack, onSaved, onCancel }: Props) {
  const { run, start, stop } = useConnectionCheck();
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);
  useTakingBack(saving);
  const tokenNames = tokenNamesOf(run);
  const settings = settingsOf(form.values, tokenNames);
  const apiKey = secretOf(form.values, 'api-key');
  const accessToken = secretOf(form.values, 'access-token');
  // One that has yet to begin is about to.
  const isUnderWay = run.kind === 'running' || run.kind === 'none';
  const mending = mendingAfter(run);

  const check = (): void => {
    if (settings !== null) start({ accountId: null, settings, apiKey, accessToken });
  };
  const checkOnArrival = useRef(check);
  useEffect(() => checkOnArrival.current(), []);

  const checkAgain = (): void => {
    check();
    body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  };

  const save = async (): Promise<void> => {
    const wrong = wrongIn(form.values, submitByPart(tokenNames));
    form.setErrors(wrong);
    setRefusal(null);
    if (settings === null || Object.keys(wrong).length > 0) return focusWrong(body.current, wrong);
    setSaving(true);
    const checkId = run.kind === 'finished' ? run.checkId : null;
    const answer = await windowApi().call('accounts.add', { settings, apiKey, accessToken, checkId });
    if (!answer.ok) {
      setSaving(false);
      setRefusal(failureMessage(answer.error));
      return;
    }
    await changeOrNotify('accounts.activate', { accountId: answer.value.accountId });
    onSaved(answer.value.accountId);
  };

  return (
    <div ref={body} className={dialog.dialog}>
      <CheckBoard
        run={run}
        onStart={mending === 'check-again' ? undefined : check}
        onStop={stop}
        fix={{
          canFix: (topic) => stepFor[topic] !== undefined && !saving,
          onFix: (topic) => onBack(stepFor[topic] ?? 'credentials'),
        }}
      />
      <SubmitByFields
        form={form}
        hasApiKey={apiKey !== null}
        hasAccessToken={accessToken !== null}
        tokenNames={tokenNames}
        isLooking={isUnderWay}
      />
      {saving && <ConfirmHint />}
      {refusal !== null && (
        <Notice tone="bad" role="alert">
          {refusal}
        </Notice>
      )}
      <div className={dialog.foot}>
        <Button variant="default" data-aside onClick={() => onBack('credentials')}>
          Back
        </Button>
        {/* It comes where nothing was: a hand that is on its way to another button must not land on this one. */}
        {mending !== null && (
          <Button disabled={saving} onClick={mending === 'check-again' ? checkAgain : () => onBack(mending)}>
            {mending === 'check-again' ? 'Check again' : 'Change the details'}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          className={dialog.save ?? ''}
          variant={mending === null ? 'filled' : 'default'}
          disabled={isUnderWay}
          loading={saving}
          onClick={() => void save()}
        >
          {mending === null ? 'Save account' : 'Save anyway'}
        </Button>
      </div>
    </div>
  );
}

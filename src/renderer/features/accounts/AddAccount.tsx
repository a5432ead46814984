import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { MOST_TOKEN_NAMES } from '../../../shared/account.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { ask, CallFailed, windowApi } from '../../data/calls.ts';
import { windowStore } from '../../data/window-state.ts';
import dialog from '../../ui/Dialog.module.css';
import { FormFoot, Problem } from '../../ui/FormFoot.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { changeOrNotify } from '../../ui/notes.tsx';
import { AccountFields, CredentialFields, SubmitByFields } from './AccountFields.tsx';
import { focusWrong } from './account-dialogs.ts';
import {
  type AccountDraft,
  type AccountForm,
  addressPart,
  credentialPart,
  emptyDraft,
  fieldErrors,
  secretOf,
  settingsOf,
  submitByPart,
} from './account-draft.ts';
import { CheckBoard, useConnectionCheck } from './CheckBoard.tsx';
import { useWithdrawOnClose } from './CredentialForm.tsx';
import { problemsIn } from './check-report.ts';
import { ConfirmHint } from './Hints.tsx';
import { type FoundInMessage, foundWords, hasFound, readMessage } from './pasted-message.ts';

export type FirstAccountStep = ComponentType<{ readonly accountId: string; readonly onDone: () => void }>;

type Props = { readonly firstAccountStep: FirstAccountStep | undefined; readonly onClose: () => void };

/** Adds an account: a form, then a check of it. Typed text is kept only here, and is gone once the account is saved. */
export function AddAccount({ firstAccountStep: FirstStep, onClose }: Props) {
  const [isChecking, setChecking] = useState(false);
  const [savedId, setSavedId] = useState<string | null>(null);
  const isFirst = useRef(windowStore.getState().accounts.every(({ kind }) => kind === 'practice'));
  const form = useForm<AccountDraft>({
    initialValues: emptyDraft(windowStore.getState().accounts),
    validate: (draft) => fieldErrors(draft, addressPart, credentialPart),
  });
  const onSaved = (accountId: string): void => {
    if (FirstStep === undefined || !isFirst.current) onClose();
    else setSavedId(accountId);
  };

  if (FirstStep !== undefined && savedId !== null) return <FirstStep accountId={savedId} onDone={onClose} />;
  return isChecking ? (
    <CheckStep form={form} onBack={() => setChecking(false)} onSaved={onSaved} onCancel={onClose} />
  ) : (
    <FormStep form={form} onCheck={() => setChecking(true)} onCancel={onClose} />
  );
}

type FormStepProps = { readonly form: AccountForm; readonly onCheck: () => void; readonly onCancel: () => void };

function FormStep({ form, onCheck, onCancel }: FormStepProps) {
  const element = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<FoundInMessage | null>(null);
  useFocusOnStep(element);

  /** Fills in the values of a message. The message itself is not kept. */
  const take = (message: string): void => {
    const read = readMessage(message);
    setFound(read);
    form.setValues(Object.fromEntries(Object.entries(read).filter(([, value]) => value !== '')));
  };

  return (
    <form
      ref={element}
      className={dialog.dialog}
      onSubmit={form.onSubmit(onCheck, (errors) => focusWrong(element.current, errors))}
      noValidate
    >
      {found !== null && (
        <Notice tone={hasFound(found) ? 'info' : 'warn'} role="status">
          {foundWords(found)}
        </Notice>
      )}
      <MessageField onMessage={take} />
      <AccountFields form={form}>
        <CredentialFields form={form} />
      </AccountFields>
      <FormFoot onCancel={onCancel} submit="Check" />
    </form>
  );
}

function useFocusOnStep(step: RefObject<HTMLElement | null>): void {
  useEffect(() => step.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [step]);
}

type CheckStepProps = {
  readonly form: AccountForm;
  readonly onBack: () => void;
  readonly onSaved: (accountId: string) => void;
  readonly onCancel: () => void;
};

function CheckStep({ form, onBack, onSaved, onCancel }: CheckStepProps) {
  const settings = settingsOf(form.values);
  const apiKey = secretOf(form.values, 'api-key');
  const accessToken = secretOf(form.values, 'access-token');
  const check = useConnectionCheck(async () => {
    if (settings === null) throw new CallFailed({ code: 'address-not-valid', values: { problem: 'no-address' } });
    const report = await ask('accounts.tryOut', { settings, apiKey, accessToken });
    // The first token pays unless the user chooses another.
    const [first = ''] = report.tokenNames.length > MOST_TOKEN_NAMES ? [] : report.tokenNames;
    if (form.values.token === '') form.setFieldValue('token', first);
    if (report.serviceKind === 'credits') form.setFieldValue('variant', 'api-key');
    return report;
  });
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const isUnderWay = check.data === undefined && check.error === null;
  useWithdrawOnClose(saving || isUnderWay);
  useFocusOnStep(body);
  const isGood = check.data !== undefined && problemsIn(check.data) === 0;

  const save = async (): Promise<void> => {
    const wrong = fieldErrors(form.values, submitByPart);
    form.setErrors(wrong);
    setRefusal(null);
    if (settings === null || Object.keys(wrong).length > 0) return focusWrong(body.current, wrong);
    setSaving(true);
    const answer = await windowApi().call('accounts.add', { settings, apiKey, accessToken });
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
      {isUnderWay && (
        <Notice tone="info" role="status">
          Confirm the address in the separate window if it is open.
        </Notice>
      )}
      <CheckBoard check={check} />
      <SubmitByFields
        form={form}
        hasApiKey={apiKey !== null}
        hasAccessToken={accessToken !== null && check.data?.serviceKind !== 'credits'}
        tokenNames={check.data?.tokenNames ?? []}
      />
      {saving && <ConfirmHint />}
      <Problem text={refusal} />
      <div className={dialog.foot}>
        <Button variant="default" data-aside onClick={onBack}>
          Back
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          className={dialog.save ?? ''}
          variant={isGood ? 'filled' : 'default'}
          disabled={isUnderWay}
          loading={saving}
          onClick={() => void save()}
        >
          {isGood || isUnderWay ? 'Save account' : 'Save anyway'}
        </Button>
      </div>
    </div>
  );
}

/** A field for a whole mail. Pasted text is read at once and does not stay in the field. */
function MessageField({ onMessage }: { readonly onMessage: (message: string) => void }) {
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

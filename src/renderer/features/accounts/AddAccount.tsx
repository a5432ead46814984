import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck } from '@tabler/icons-react';
import { type ClipboardEvent, type ComponentType, useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { windowApi } from '../../data/calls.ts';
import { windowStore } from '../../data/window-state.ts';
import dialog from '../../ui/Dialog.module.css';
import { changeOrNotify } from '../../ui/notes.tsx';
import { AddressFields, CredentialFields, SubmitByFields } from './AccountFields.tsx';
import classes from './AddAccount.module.css';
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
import { CheckBoard } from './CheckBoard.tsx';
import { useWithdrawOnClose } from './CredentialForm.tsx';
import { mendingAfter, stepFor, tokenNamesOf, useConnectionCheck } from './check-run.ts';
import { ConfirmHint, Notice } from './Notice.tsx';
import { FoundReview, MessageField, usePastedMessage } from './PastedMessage.tsx';
import { hasFound, isMessage, readMessage } from './read-message.ts';

const steps = ['address', 'credentials', 'check'] as const;
type Step = (typeof steps)[number];

const stepNames: { readonly [Name in Step]: string } = {
  address: 'Address',
  credentials: 'Key or token',
  check: 'Check',
};

/** An optional step after the three steps. `onDone` closes the dialog. */
export type FirstAccountStep = ComponentType<{ readonly accountId: string; readonly onDone: () => void }>;

type Props = { readonly firstAccountStep: FirstAccountStep | undefined; readonly onClose: () => void };

/** Adds an account in three steps. Typed text is kept only here, and is gone once the account is saved. */
export function AddAccount({ firstAccountStep: FirstStep, onClose }: Props) {
  const [step, setStep] = useState<Step>('address');
  const [savedId, setSavedId] = useState<string | null>(null);
  const isFirst = useRef(windowStore.getState().accounts.every(({ kind }) => kind === 'practice'));
  const body = useRef<HTMLDivElement>(null);
  const form = useForm<AccountDraft>({
    initialValues: emptyDraft(windowStore.getState().accounts),
    validate: (draft) => fieldErrors(draft, step === 'address' ? addressPart : credentialPart),
  });
  const pasted = usePastedMessage(form);
  useFocusOnStep(body, step);

  const next = form.onSubmit(
    () => setStep(step === 'address' ? 'credentials' : 'check'),
    (errors) => focusWrong(body.current, errors),
  );
  const goBackTo = (earlier: Exclude<Step, 'check'>): void => {
    form.clearErrors();
    setStep(earlier);
  };

  const isFound = pasted.found !== null && hasFound(pasted.found);
  // If the user pastes a whole mail into any field, its contents go to the right fields.
  const takeMessage = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    if (event.isDefaultPrevented() || !isMessage(text) || !hasFound(readMessage(text))) return;
    event.preventDefault();
    pasted.take(text);
  };
  const onSaved = (accountId: string): void => {
    if (FirstStep === undefined || !isFirst.current) {
      onClose();
      return;
    }
    pasted.forget();
    setSavedId(accountId);
  };

  if (FirstStep !== undefined && savedId !== null) return <FirstStep accountId={savedId} onDone={onClose} />;
  return (
    <div ref={body} className={dialog.dialog}>
      <StepList current={step} />
      {step === 'check' ? (
        <CheckStep form={form} onBack={goBackTo} onSaved={onSaved} onCancel={onClose} />
      ) : (
        <form className={dialog.dialog} onSubmit={next} onPaste={takeMessage} noValidate>
          {pasted.found !== null && <FoundReview form={form} found={pasted.found} onForget={pasted.forget} />}
          {step === 'address' && !isFound && <MessageField onMessage={pasted.take} />}
          {step === 'address' ? <AddressFields form={form} /> : <CredentialFields form={form} />}
          <div className={dialog.foot}>
            {step === 'credentials' && (
              <Button variant="default" data-aside onClick={() => goBackTo('address')}>
                Back
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">{step === 'address' ? 'Next' : 'Check'}</Button>
          </div>
        </form>
      )}
    </div>
  );
}

function useFocusOnStep(body: React.RefObject<HTMLDivElement | null>, step: Step): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [step, body]);
}

function StepList({ current }: { readonly current: Step }) {
  const at = steps.indexOf(current);
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-state={index < at ? 'done' : index === at ? 'current' : 'ahead'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={classes.number}>
            {index < at ? <IconCheck size={16} stroke={2.2} role="img" aria-label="Done" /> : index + 1}
          </span>
          {stepNames[step]}
        </li>
      ))}
    </ol>
  );
}

type CheckStepProps = {
  readonly form: AccountForm;
  readonly onBack: (step: 'address' | 'credentials') => void;
  readonly onSaved: (accountId: string) => void;
  readonly onCancel: () => void;
};

function CheckStep({ form, onBack, onSaved, onCancel }: CheckStepProps) {
  const { run, start, stop } = useConnectionCheck();
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);
  useWithdrawOnClose(saving);
  const tokenNames = tokenNamesOf(run);
  const settings = settingsOf(form.values, tokenNames);
  const apiKey = secretOf(form.values, 'api-key');
  const accessToken = secretOf(form.values, 'access-token');
  // A check that has not started yet is about to.
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
    const wrong = fieldErrors(form.values, submitByPart(tokenNames));
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
        {/* The button appears in an empty place, so that it is not clicked by mistake for another. */}
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

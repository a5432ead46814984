import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck } from '@tabler/icons-react';
import { type ClipboardEvent, type ComponentType, useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { ask, CallFailed, windowApi } from '../../data/calls.ts';
import { windowStore } from '../../data/window-state.ts';
import dialog from '../../ui/Dialog.module.css';
import { Problem } from '../../ui/FormFoot.tsx';
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
import { CheckBoard, useConnectionCheck } from './CheckBoard.tsx';
import { useWithdrawOnClose } from './CredentialForm.tsx';
import { problemsIn } from './check-report.ts';
import { ConfirmHint, Notice } from './Notice.tsx';
import { type FoundInMessage, foundWords, hasFound, isMessage, readMessage } from './pasted-message.ts';

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
  const [found, setFound] = useState<FoundInMessage | null>(null);
  useFocusOnStep(body, step);

  const next = form.onSubmit(
    () => setStep(step === 'address' ? 'credentials' : 'check'),
    (errors) => focusWrong(body.current, errors),
  );
  const goBackTo = (earlier: Exclude<Step, 'check'>): void => {
    form.clearErrors();
    setStep(earlier);
  };
  /** Fills in the values of a message. The message itself is not kept. */
  const take = (message: string): void => {
    const read = readMessage(message);
    setFound(read);
    form.setValues(Object.fromEntries(Object.entries(read).filter(([, value]) => value !== '')));
  };
  // If the user pastes a whole mail into any field, its contents go to the right fields.
  const takeMessage = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    if (event.isDefaultPrevented() || !isMessage(text) || !hasFound(readMessage(text))) return;
    event.preventDefault();
    take(text);
  };
  const onSaved = (accountId: string): void => {
    if (FirstStep === undefined || !isFirst.current) {
      onClose();
      return;
    }
    setSavedId(accountId);
  };

  if (FirstStep !== undefined && savedId !== null) return <FirstStep accountId={savedId} onDone={onClose} />;
  return (
    <div ref={body} className={dialog.dialog}>
      <StepList current={step} />
      {step === 'check' ? (
        <CheckStep form={form} onBack={() => goBackTo('credentials')} onSaved={onSaved} onCancel={onClose} />
      ) : (
        <form className={dialog.dialog} onSubmit={next} onPaste={takeMessage} noValidate>
          {found !== null && (
            <Notice tone={hasFound(found) ? 'info' : 'warn'} role="status">
              {foundWords(found)}
            </Notice>
          )}
          {step === 'address' && <MessageField onMessage={take} />}
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
  readonly onBack: () => void;
  readonly onSaved: (accountId: string) => void;
  readonly onCancel: () => void;
};

function CheckStep({ form, onBack, onSaved, onCancel }: CheckStepProps) {
  const settings = useRef(settingsOf(form.values, [])).current;
  const apiKey = secretOf(form.values, 'api-key');
  const accessToken = secretOf(form.values, 'access-token');
  const check = useConnectionCheck(() => {
    if (settings === null) throw new CallFailed({ code: 'address-not-valid', values: { problem: 'no-address' } });
    return ask('accounts.tryOut', { settings, apiKey, accessToken });
  });
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const isUnderWay = check.data === undefined && check.error === null;
  useWithdrawOnClose(saving || isUnderWay);
  const tokenNames = check.data?.tokenNames ?? [];
  const isGood = check.data !== undefined && problemsIn(check.data) === 0;

  const save = async (): Promise<void> => {
    const wrong = fieldErrors(form.values, submitByPart(tokenNames));
    form.setErrors(wrong);
    setRefusal(null);
    const chosen = settingsOf(form.values, tokenNames);
    if (chosen === null || Object.keys(wrong).length > 0) return focusWrong(body.current, wrong);
    setSaving(true);
    const answer = await windowApi().call('accounts.add', { settings: chosen, apiKey, accessToken });
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
        hasAccessToken={accessToken !== null}
        tokenNames={tokenNames}
        isLooking={isUnderWay}
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

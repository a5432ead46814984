import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck } from '@tabler/icons-react';
import { type ClipboardEvent, type ComponentType, useEffect, useRef, useState } from 'react';
import { windowStore } from '../../../data/window-store.ts';
import dialog from '../../../ui/Dialog.module.css';
import { AddressFields } from '../form/AddressFields.tsx';
import { type AccountDraft, addressPart, credentialPart, emptyDraft, wrongIn } from '../form/account-draft.ts';
import { CredentialFields } from '../form/CredentialFields.tsx';
import { FoundReview, MessageField, usePastedMessage } from '../pasted/PastedMessage.tsx';
import { hasFound, isMessage, readMessage } from '../pasted/read-message.ts';
import classes from './AddAccount.module.css';
import { focusWrong } from './account-dialogs.ts';
import { CheckStep } from './CheckStep.tsx';

const steps = ['address', 'credentials', 'check'] as const;
type Step = (typeof steps)[number];

const stepNames: { readonly [Name in Step]: string } = {
  address: 'Address',
  credentials: 'Key or token',
  check: 'Check',
};

/** What may follow upon the three steps; `onDone` ends the dialog. */
export type FirstAccountStep = ComponentType<{ readonly accountId: string; readonly onDone: () => void }>;

type Props = { readonly firstAccountStep: FirstAccountStep | undefined; readonly onClose: () => void };

/** Three steps to an account. All that is typed lives here alone, and is gone once the account is saved. */
export function AddAccount({ firstAccountStep: FirstStep, onClose }: Props) {
  const [step, setStep] = useState<Step>('address');
  const [savedId, setSavedId] = useState<string | null>(null);
  const isFirst = useRef(windowStore.getState().accounts.every(({ kind }) => kind === 'practice'));
  const body = useRef<HTMLDivElement>(null);
  const form = useForm<AccountDraft>({
    initialValues: emptyDraft(windowStore.getState().accounts),
    validate: (draft) => wrongIn(draft, step === 'address' ? addressPart : credentialPart),
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
  // Whichever field a whole mail is pasted into: what is in it goes where it belongs.
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

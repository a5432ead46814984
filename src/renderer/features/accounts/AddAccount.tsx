import { Button } from '@mantine/core';
import { type SubmitEvent, useEffect, useReducer, useRef, useState } from 'react';
import { windowStore } from '../../data/window-store.ts';
import { AddressFields } from './AddressFields.tsx';
import { emptyDraft } from './account-draft.ts';
import { type AddAccountEvent, type AddAccountFlow, advance, firstWrong, startFlow } from './add-account-flow.ts';
import { CheckStep } from './CheckStep.tsx';
import { CredentialFields } from './CredentialFields.tsx';
import classes from './Dialog.module.css';
import fields from './Fields.module.css';
import { StepList } from './StepList.tsx';

type Props = { readonly onClose: () => void };

/** Three steps to an account. All that is typed lives here alone, and is gone with the dialog. */
export function AddAccount({ onClose }: Props) {
  const [flow, dispatch] = useReducer(advance, null, () => startFlow(emptyDraft(windowStore.getState().accounts)));
  const body = useRef<HTMLDivElement>(null);
  const tried = useFocus(body, flow);

  const next = (event: SubmitEvent): void => {
    event.preventDefault();
    dispatch({ kind: 'next' });
    tried();
  };

  return (
    <div ref={body} className={classes.dialog}>
      <StepList current={flow.step} />
      {flow.step === 'check' ? (
        <CheckStep flow={flow} dispatch={dispatch} onTried={tried} onClose={onClose} />
      ) : (
        <form className={classes.dialog} onSubmit={next} noValidate>
          <Step flow={flow} dispatch={dispatch} />
          <div className={fields.foot}>
            {flow.step === 'credentials' && (
              <Button variant="default" data-aside onClick={() => dispatch({ kind: 'back' })}>
                Back
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">{flow.step === 'address' ? 'Next' : 'Check'}</Button>
          </div>
        </form>
      )}
    </div>
  );
}

function Step({
  flow,
  dispatch,
}: {
  readonly flow: AddAccountFlow;
  readonly dispatch: (event: AddAccountEvent) => void;
}) {
  const Fields = flow.step === 'address' ? AddressFields : CredentialFields;
  return <Fields draft={flow.draft} errors={flow.errors} onChange={(change) => dispatch({ kind: 'typed', change })} />;
}

/** Takes the keyboard to the start of a new step, and to the first field that is wrong whenever `tried` is called. */
function useFocus(body: React.RefObject<HTMLDivElement | null>, flow: AddAccountFlow): () => void {
  const [tries, setTries] = useState(0);
  const { step } = flow;
  const wrong = useRef(firstWrong(flow.errors));
  wrong.current = firstWrong(flow.errors);
  const before = useRef(step);

  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [step, body]);

  useEffect(() => {
    if (tries > 0 && wrong.current !== null) {
      body.current?.querySelector<HTMLElement>(`[name="${wrong.current}"]`)?.focus();
    }
  }, [tries, body]);

  return () => setTries((count) => count + 1);
}

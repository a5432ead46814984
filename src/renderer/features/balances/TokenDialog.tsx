import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { maxDecimals } from '../../../shared/amounts.ts';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { change } from '../../data/calls.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { type AmountText, type AmountUnit, knownAmount, readAmountText } from '../../ui/amount-text.ts';
import dialog from '../../ui/Dialog.module.css';
import { FormFoot } from '../../ui/FormFoot.tsx';
import { amountWords, tokenTitle } from './balance-words.ts';
import type { TokenQuestion } from './Tokens.tsx';

type Asked = { readonly question: TokenQuestion; readonly token: TokenBalance };
type Props = { readonly asked: Asked | null; readonly onClose: () => void };

const titles: { readonly [Question in TokenQuestion]: (token: string) => string } = {
  warning: (token) => `Warn me about ${token}`,
  decimals: (token) => `Decimals of ${token}`,
};

/** The user's settings for a token: the threshold for a low balance, and the decimals if the service has none. */
export function TokenDialog({ asked, onClose }: Props) {
  const title = asked === null ? '' : titles[asked.question](tokenTitle(asked.token));
  return (
    <Modal opened={asked !== null} onClose={onClose} title={title} classNames={dialog}>
      {asked?.question === 'warning' && <WarningForm key={asked.token.key} token={asked.token} onDone={onClose} />}
      {asked?.question === 'decimals' && <DecimalsForm key={asked.token.key} token={asked.token} onDone={onClose} />}
    </Modal>
  );
}

type FormProps = { readonly token: TokenBalance; readonly onDone: () => void };

function WarningForm({ token, onDone }: FormProps) {
  const { name, decimals, warnBelow, tokenAddress } = token;
  const unit: AmountUnit = { name, decimals };
  const [typed, setTyped] = useState<AmountText>(() =>
    warnBelow === null ? { unit: decimals === null ? 'base' : 'whole', text: '' } : knownAmount(warnBelow, unit),
  );
  const reading = readAmountText(typed, unit);
  const setWarning = (below: string | null) => change('balances.setWarning', { tokenAddress, below });
  const { save, failure } = useSaving(onDone);
  return (
    <form
      className={dialog.dialog}
      onSubmit={(event) => save(event, reading.kind === 'amount' ? () => setWarning(reading.value.toString()) : null)}
    >
      <p>
        Dropslip notifies you once when the balance falls below this amount. It is now{' '}
        {amountWords(token.balance, unit)}.
      </p>
      <AmountInput label="Warn me below" unit={unit} typed={typed} onChange={setTyped} />
      <FormFoot failure={failure} onCancel={onDone} submit="Save" isReady={reading.kind === 'amount'}>
        {warnBelow !== null && (
          <Button variant="default" onClick={(event) => save(event, () => setWarning(null))}>
            No warning
          </Button>
        )}
      </FormFoot>
    </form>
  );
}

function DecimalsForm({ token, onDone }: FormProps) {
  const [typed, setTyped] = useState(token.decimals === null ? '' : String(token.decimals));
  const text = typed.trim();
  const count = /^\d{1,2}$/.test(text) ? Number.parseInt(text, 10) : null;
  const decimals = count !== null && count <= maxDecimals ? count : null;
  const setDecimals = (chosen: number | null) =>
    change('balances.setDecimals', { tokenAddress: token.tokenAddress, decimals: chosen });
  const { save, failure } = useSaving(onDone);
  return (
    <form
      className={dialog.dialog}
      onSubmit={(event) => save(event, decimals === null ? null : () => setDecimals(decimals))}
    >
      <TextInput
        label="Decimals"
        description="How many digits follow the decimal point. The token’s issuer knows; 18 and 6 are common. If unsure, leave it empty: base units are exact."
        inputMode="numeric"
        data-autofocus
        value={typed}
        error={text === '' || decimals !== null ? null : `Type a whole number from 0 to ${maxDecimals}.`}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {decimals !== null && (
        <p>The balance would then be {amountWords(token.balance, { name: token.name ?? 'tokens', decimals })}.</p>
      )}
      <FormFoot failure={failure} onCancel={onDone} submit="Save" isReady={decimals !== null}>
        {token.decimals !== null && (
          <Button variant="default" onClick={(event) => save(event, () => setDecimals(null))}>
            Forget them
          </Button>
        )}
      </FormFoot>
    </form>
  );
}

function useSaving(onDone: () => void) {
  const [failure, setFailure] = useState<string | null>(null);
  /** `saving` is null while the input is invalid. */
  const save = (event: Pick<FormEvent, 'preventDefault'>, saving: (() => Promise<Failure | null>) | null): void => {
    event.preventDefault();
    void saving?.().then((failed) => {
      if (failed === null) onDone();
      else setFailure(failureMessage(failed));
    });
  };
  return { save, failure };
}

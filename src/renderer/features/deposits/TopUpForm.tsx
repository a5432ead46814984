import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CreditOrderList } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { OWN_COIN } from '../../../shared/payment-link.ts';
import type { TokenName } from '../../../shared/records.ts';
import { shortenHex } from '../../../shared/text.ts';
import { change } from '../../data/calls.ts';
import { useActiveAccountId, useWindowStore } from '../../data/window-state.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { useBalances } from '../balances/index.ts';
import classes from './Deposits.module.css';
import { depositAmountWords } from './deposit-words.ts';
import {
  draftFor,
  emptyTopUp,
  readTopUp,
  type TopUpDraft,
  useTopUpDraft,
  withChain,
  withPaidToken,
} from './top-up-draft.ts';

/** The form for an order of credits: chain, token, amount and payment contract. Registering it costs nothing. */
export function TopUpForm({ orders, tokens }: CreditOrderList) {
  const accountId = useActiveAccountId();
  const address = useWindowStore(({ accounts }) => accounts.find(({ id }) => id === accountId)?.address ?? null);
  const [progress, setProgress] = useState<'none' | 'sending' | 'registered'>('none');
  const [failure, setFailure] = useState<string | null>(null);
  const { data: balances } = useBalances();
  const kept = useTopUpDraft();
  const draft = draftFor(accountId, address, kept);
  const { ready, unit, contract, contractProblem, amountProblem } = readTopUp(draft, tokens, orders);
  const chainIds = [...new Set(tokens.map(({ chainId }) => chainId ?? ''))];
  const tokensOfChain = tokens.filter(({ chainId }) => chainId === draft.chainId);

  const type = (next: TopUpDraft): void => {
    setFailure(null);
    setProgress('none');
    useTopUpDraft.setState({ accountId, address, draft: next });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (ready === null || progress === 'sending') return;
    setProgress('sending');
    setFailure(null);
    const failed = await change('deposits.order', { accountId, ...ready });
    setProgress(failed === null ? 'registered' : 'none');
    if (failed !== null) setFailure(failureMessage(failed));
    // If the draft has changed meanwhile, it is another order and stays.
    else if (useTopUpDraft.getState().draft === kept.draft) useTopUpDraft.setState({ draft: emptyTopUp });
  };

  return (
    <form className={classes.form} aria-label="Order credits" onSubmit={(event) => void submit(event)}>
      <NativeSelect
        label="Chain"
        description={whyNoChain(tokens, balances?.namesTrouble ?? null)}
        value={draft.chainId}
        onChange={(event) => type(withChain(event.currentTarget.value))}
        data={[{ value: '', label: 'Choose a chain' }, ...chainIds.map((id) => ({ value: id, label: chainWords(id) }))]}
      />
      <NativeSelect
        label="Token"
        disabled={draft.chainId === ''}
        value={draft.tokenAddress}
        onChange={({ currentTarget: { value } }) =>
          type(
            withPaidToken(
              draft,
              tokensOfChain.find(({ tokenAddress }) => tokenAddress === value),
            ),
          )
        }
        data={[
          { value: '', label: draft.chainId === '' ? 'Choose the chain first' : 'Choose a token' },
          ...tokensOfChain.map((token) => ({ value: token.tokenAddress, label: tokenLabel(token) })),
        ]}
      />
      {draft.tokenAddress === '' ? (
        <TextInput label="Amount" description="Choose the token first." disabled />
      ) : (
        <AmountInput
          label="Amount"
          unit={unit}
          typed={draft.amount}
          problem={amountProblem}
          onChange={(amount) => type({ ...draft, amount })}
        />
      )}
      <TextInput
        label="Payment contract"
        description="Ask your operator for the address of its payment contract. Dropslip cannot check it."
        autoComplete="off"
        spellCheck={false}
        value={contract}
        error={contractProblem}
        onChange={(event) => type({ ...draft, contract: event.currentTarget.value })}
      />
      {ready !== null && (
        <section className={classes.summary} aria-label="Summary">
          <p className={classes.sentence}>
            {`Order credits for ${depositAmountWords(ready.amount, unit)}, to be paid on ${chainWords(ready.chainId)}.`}
          </p>
          <p className={classes.soft}>
            The order costs nothing. You pay it afterwards with your own wallet, and the operator decides how many
            credits the payment adds.
          </p>
        </section>
      )}
      {failure !== null && <p role="alert">{failure}</p>}
      {progress === 'registered' && <p role="status">The order is registered. The list below says how to pay it.</p>}
      <div className={classes.foot}>
        <p className={classes.soft}>
          {ready === null && 'Fill in the chain, the token, the amount and the payment contract.'}
        </p>
        <Button type="submit" disabled={ready === null} loading={progress === 'sending'}>
          Register order
        </Button>
      </div>
    </form>
  );
}

/** Says why there is no chain to choose; null if there is one. */
function whyNoChain(tokens: readonly TokenName[], trouble: Failure | null): string | null {
  if (tokens.length > 0) return null;
  return trouble === null ? 'The service has not named the tokens that it accepts yet.' : failureMessage(trouble);
}

function tokenLabel({ name, tokenAddress }: TokenName): string {
  return `${name} (${tokenAddress === OWN_COIN ? 'the chain’s own coin' : shortenHex(tokenAddress)})`;
}

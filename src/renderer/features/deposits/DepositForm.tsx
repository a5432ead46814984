import { Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { chains, chainWords } from '../../../shared/chains.ts';
import { balanceChange, irrevocable } from '../../../shared/messages/deposits.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { shortenHex } from '../../../shared/text.ts';
import { change } from '../../data/calls.ts';
import { useNavigation } from '../../data/navigation.ts';
import { useActiveAccountId } from '../../data/window-state.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './Deposits.module.css';
import {
  type DepositDraft,
  emptyDraft,
  OTHER,
  type ReadyDeposit,
  readDraft,
  useDepositDraft,
  warningsAbout,
  withToken,
} from './deposit-draft.ts';
import { confirmSentence, depositAmountWords } from './deposit-words.ts';

type Props = {
  readonly tokens: readonly TokenBalance[];
  /** The reason why the tokens are unknown; null if they are known. */
  readonly trouble: string | null;
};

/**
 * The form for a deposit's amount, token and chain. Main asks for approval in a separate window before anything is
 * sent.
 */
export function DepositForm({ tokens, trouble }: Props) {
  const accountId = useActiveAccountId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const kept = useDepositDraft();
  const draft = kept.accountId === accountId ? kept.draft : emptyDraft;
  const reading = readDraft(draft, tokens);
  useTokenOfBalance(tokens, accountId);

  const type = (part: Partial<DepositDraft>): void => {
    setFailure(null);
    useDepositDraft.setState({ accountId, draft: { ...draft, ...part } });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (reading.ready === null || busy) return;
    const { tokenAddress, amount, chainId } = reading.ready;
    setBusy(true);
    setFailure(null);
    const deposit = { accountId, tokenAddress, amount: amount.toString(), chainId };
    const failed = await change('deposits.register', deposit);
    setBusy(false);
    if (failed !== null) setFailure(failureMessage(failed));
    // If the draft has changed meanwhile, it is another deposit and stays.
    else if (useDepositDraft.getState().draft === kept.draft) useDepositDraft.setState({ draft: emptyDraft });
  };

  return (
    <form className={classes.form} aria-label="Register a deposit" onSubmit={(event) => void submit(event)}>
      <TokenFields draft={draft} tokens={tokens} trouble={trouble} problem={reading.addressProblem} onType={type} />
      {draft.choice === '' ? (
        <TextInput label="Amount" description="Choose the token first." disabled />
      ) : (
        <AmountInput
          label="Amount"
          unit={reading.unit}
          typed={draft.amount}
          problem={reading.amountProblem}
          onChange={(amount) => type({ amount })}
        />
      )}
      <Autocomplete
        label="Chain"
        description="The chain of the deposit: its name or number."
        data={chains.map(({ id }) => chainWords(id))}
        limit={8}
        autoComplete="off"
        value={draft.chain}
        error={reading.chainProblem}
        onChange={(value) => type({ chain: value })}
      />
      {reading.ready !== null && <DepositSummary deposit={reading.ready} />}
      {failure !== null && <p role="alert">{failure}</p>}
      {busy && <p role="status">Waiting for your approval…</p>}
      <div className={classes.foot}>
        <p className={classes.soft}>{reading.ready === null && 'Fill in the token, the amount and the chain.'}</p>
        <Button type="submit" disabled={reading.ready === null} loading={busy}>
          Register deposit…
        </Button>
      </div>
    </form>
  );
}

/** A link from a balance card chooses its token once; the user may change it. */
function useTokenOfBalance(tokens: readonly TokenBalance[], accountId: string): void {
  const subject = useNavigation((state) => state.subject);
  useEffect(() => {
    if (subject?.kind !== 'token') return;
    const token = tokens.find(({ tokenAddress }) => tokenAddress === subject.tokenAddress);
    if (token === undefined) return;
    useNavigation.setState({ subject: null });
    useDepositDraft.setState({ accountId, draft: withToken(emptyDraft, token.tokenAddress, token) });
  }, [subject, tokens, accountId]);
}

type TokenProps = Props & {
  readonly draft: DepositDraft;
  readonly problem: string | null;
  readonly onType: (part: Partial<DepositDraft>) => void;
};

function TokenFields({ draft, tokens, trouble, problem, onType }: TokenProps) {
  // The service may list an address twice.
  const byAddress = new Map(tokens.map((token) => [token.tokenAddress, token]));
  return (
    <>
      <NativeSelect
        label="Token"
        value={draft.choice}
        description={trouble}
        onChange={({ currentTarget: { value } }) => onType(withToken(draft, value, byAddress.get(value)))}
        data={[
          { value: '', label: 'Choose a token' },
          ...Array.from(byAddress.values(), ({ tokenAddress, name }) => ({
            value: tokenAddress,
            label: `${name ?? 'Unknown token'} (${shortenHex(tokenAddress)})`,
          })),
          { value: OTHER, label: 'Another token, by its address' },
        ]}
      />
      {draft.choice === OTHER && (
        <TextInput
          label="Token address"
          description="The address of the token’s contract: 0x and 40 characters."
          value={draft.pasted}
          error={problem}
          onChange={(event) => onType({ pasted: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** The deposit to be registered, the change it makes, and warnings about it. */
function DepositSummary({ deposit }: { readonly deposit: ReadyDeposit }) {
  const balance = balanceChange(deposit, (baseUnits) => depositAmountWords(baseUnits, deposit.unit));
  return (
    <section className={classes.summary} aria-label="Summary">
      <p className={classes.sentence}>{confirmSentence(deposit)}</p>
      {balance !== null && <p>Balance: {balance}</p>}
      {warningsAbout(deposit).map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      <p className={classes.soft}>{irrevocable}</p>
    </section>
  );
}

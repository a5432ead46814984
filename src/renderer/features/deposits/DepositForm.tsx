import { Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { chains, chainWords } from '../../../shared/chains.ts';
import { irrevocable } from '../../../shared/messages/deposits.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { shortenHex } from '../../../shared/text.ts';
import { change } from '../../data/calls.ts';
import { useNavigation } from '../../data/navigation.ts';
import { useWindowStore } from '../../data/window-state.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import classes from './DepositForm.module.css';
import {
  amountFor,
  chainHint,
  type DepositDraft,
  emptyDraft,
  MOST_OFFERED,
  OTHER,
  offeredTokens,
  type ReadyDeposit,
  readDraft,
  useDepositDraft,
  withToken,
} from './deposit-draft.ts';
import { confirmSentence, depositReview } from './deposit-words.ts';

type Props = {
  readonly tokens: readonly TokenBalance[];
  /** The reason why the tokens are unknown; null if they are known. */
  readonly trouble: string | null;
  readonly earlier: readonly Deposit[];
};

/**
 * The form for a deposit's amount, token and chain. Main asks for approval in a separate window before anything is
 * sent.
 */
export function DepositForm({ tokens, trouble, earlier }: Props) {
  const accountId = useWindowStore((state) => state.activeAccountId);
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
        description={chainHint(draft.chain)}
        data={chains.map(({ id }) => chainWords(id))}
        limit={8}
        autoComplete="off"
        value={draft.chain}
        error={reading.chainProblem}
        onChange={(value) => type({ chain: value })}
      />
      {reading.ready !== null && <DepositSummary deposit={reading.ready} earlier={earlier} />}
      {failure !== null && <p role="alert">{failure}</p>}
      {busy && <p role="status">Waiting for your approval…</p>}
      <div className={classes.foot}>
        <p className={classes.soft}>{reading.open}</p>
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

type TokenProps = Pick<Props, 'tokens' | 'trouble'> & {
  readonly draft: DepositDraft;
  readonly problem: string | null;
  readonly onType: (part: Partial<DepositDraft>) => void;
};

/** One of the account's tokens, or any other by its address. */
function TokenFields({ draft, tokens, trouble, problem, onType }: TokenProps) {
  const offered = offeredTokens(tokens, draft.choice);
  const tooMany = 'This account has more tokens. Choose others by their address.';
  const choose = (choice: string): void => {
    onType(
      withToken(
        draft,
        choice,
        tokens.find(({ tokenAddress }) => tokenAddress === choice),
      ),
    );
  };
  return (
    <>
      <NativeSelect
        label="Token"
        value={draft.choice}
        description={trouble ?? (offered.length >= MOST_OFFERED ? tooMany : null)}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: 'Choose a token' },
          ...offered.map(({ tokenAddress, name }) => ({
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
          autoComplete="off"
          spellCheck={false}
          value={draft.pasted}
          error={problem}
          onChange={(event) => onType({ pasted: event.currentTarget.value, amount: amountFor(draft, undefined) })}
        />
      )}
    </>
  );
}

type DepositSummaryProps = { readonly deposit: ReadyDeposit; readonly earlier: readonly Deposit[] };

/** The deposit to be registered, the change it makes, and warnings about it. Main asks for approval separately. */
function DepositSummary({ deposit, earlier }: DepositSummaryProps) {
  const account = useWindowStore((state) => state.accounts.find(({ id }) => id === state.activeAccountId)?.name);
  const { balance, remarks } = depositReview(deposit, earlier);
  return (
    <section className={classes.summary} aria-label="Summary">
      <p className={classes.sentence}>{confirmSentence(deposit)}</p>
      <dl className={classes.facts}>
        <dt>Balance</dt>
        <dd>{balance ?? 'Unknown'}</dd>
        <dt>Token</dt>
        <dd title={deposit.tokenAddress}>{shortenHex(deposit.tokenAddress)}</dd>
        <dt>Account</dt>
        <dd>
          <bdi>{account}</bdi>
        </dd>
      </dl>
      {remarks.map(({ tone, text }) => (
        <div key={text} className={classes.remark} data-tone={tone}>
          {tone === 'warning' ? (
            <IconAlertTriangle size={18} stroke={1.7} aria-hidden="true" />
          ) : (
            <IconInfoCircle size={18} stroke={1.7} aria-hidden="true" />
          )}
          <p>{text}</p>
        </div>
      ))}
      <p className={classes.soft}>{irrevocable}</p>
    </section>
  );
}

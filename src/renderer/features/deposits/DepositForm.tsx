import { Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { chains, chainWords, readChain } from '../../../shared/chains.ts';
import { shortenHex } from '../../../shared/hex.ts';
import { useNavigation } from '../../data/navigation.ts';
import { useWindowStore } from '../../data/window-store.ts';
import { AmountInput } from '../../ui/fields/AmountInput.tsx';
import { registerDeposit } from './commands.ts';
import classes from './DepositForm.module.css';
import { DepositSummary } from './DepositSummary.tsx';
import { type DepositDraft, emptyDraft, type ReadyDeposit, readDraft } from './deposit-draft.ts';
import { useDepositDraft } from './draft-store.ts';
import { MOST_OFFERED, offeredTokens } from './offered-tokens.ts';

type Props = {
  readonly tokens: readonly TokenBalance[];
  /** Why the tokens are not known; null when they are. */
  readonly trouble: string | null;
  /** The deposits of the account, newest first. */
  readonly earlier: readonly Deposit[];
};

const OTHER = 'other';
const tooMany = 'This account has more tokens than are listed here: choose another one by its address.';

/** What was deposited, where. Nothing is sent before main has asked, in a window of its own. */
export function DepositForm({ tokens, trouble, earlier }: Props) {
  const accountId = useWindowStore((state) => state.activeAccountId);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const kept = useDepositDraft();
  const draft = kept.accountId === accountId ? kept.draft : emptyDraft;
  const listed = tokens.filter(({ listing }) => listing.kind === 'listed');
  const offered = offeredTokens(listed, draft.choice);
  const change = (part: Partial<DepositDraft>): void => {
    setFailure(null);
    useDepositDraft.setState({ accountId, draft: { ...draft, ...part } });
  };
  const choose = (choice: string): void => {
    const token = listed.find(({ tokenAddress }) => tokenAddress === choice);
    change({ choice, ...(draft.chain === '' ? { chain: chainOf(token) } : {}), amount: unitFor(draft, token) });
  };

  // A balance card leads here with its token; the choice is the person's from then on.
  const subject = useNavigation((state) => state.subject);
  useEffect(() => {
    if (subject?.kind !== 'token') return;
    const { tokenAddress } = subject;
    const token = tokens.find((candidate) => candidate.tokenAddress === tokenAddress);
    if (token === undefined) return;
    useNavigation.setState({ subject: null });
    const amount = { unit: token.decimals === null ? 'base' : 'whole', text: '' } as const;
    const begun: DepositDraft = { ...emptyDraft, choice: tokenAddress, amount, chain: chainOf(token) };
    useDepositDraft.setState({ accountId, draft: begun });
  }, [subject, tokens, accountId]);

  const reading = readDraft(draft, tokens);
  const chain = readChain(draft.chain);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reading.ready !== null && !busy) void register(reading.ready);
  };
  const register = async (deposit: ReadyDeposit): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const failed = await registerDeposit(crypto.randomUUID(), deposit);
    setBusy(false);
    if (failed !== null) setFailure(failed.message);
    // What was typed meanwhile is another deposit.
    else if (useDepositDraft.getState().draft === kept.draft) useDepositDraft.setState({ draft: emptyDraft });
  };

  return (
    <form className={classes.form} aria-label="Register a deposit" onSubmit={submit}>
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
          description="The address of the token’s contract: 0x and 40 signs."
          autoComplete="off"
          spellCheck={false}
          value={draft.pasted}
          error={reading.addressProblem}
          onChange={(event) => change({ pasted: event.currentTarget.value, amount: unitFor(draft, undefined) })}
        />
      )}
      {draft.choice === '' ? (
        <TextInput label="Amount" description="Choose the token first." disabled />
      ) : (
        <AmountInput
          label="Amount"
          unit={reading.unit}
          typed={draft.amount}
          problem={reading.amountProblem}
          onChange={(amount) => change({ amount })}
        />
      )}
      <Autocomplete
        label="Chain"
        description={
          chain.kind === 'chain'
            ? `Made on ${chainWords(chain.id)}.`
            : 'Where you made the deposit: its name or number.'
        }
        data={chains.map(({ id }) => chainWords(id))}
        limit={8}
        autoComplete="off"
        value={draft.chain}
        error={reading.chainProblem}
        onChange={(value) => change({ chain: value })}
      />
      {reading.ready !== null && <DepositSummary deposit={reading.ready} earlier={earlier} />}
      {failure !== null && <p role="alert">{failure}</p>}
      {busy && <p role="status">After your yes the balance is read, then it goes out…</p>}
      <div className={classes.foot}>
        <p className={classes.open}>{reading.open}</p>
        <Button type="submit" disabled={reading.ready === null} loading={busy}>
          Register deposit…
        </Button>
      </div>
    </form>
  );
}

/** The chain that the service says a token is on; empty where it does not. */
function chainOf(token: TokenBalance | undefined): string {
  const id = /^"?(\d{1,20})"?$/.exec(token?.extra.chain_id ?? '')?.[1];
  return id === undefined ? '' : chainWords(id).startsWith('chain ') ? id : chainWords(id);
}

/** What is typed in whole tokens means another amount with another token's decimals, so it is not carried over. */
function unitFor({ amount }: DepositDraft, token: TokenBalance | undefined): DepositDraft['amount'] {
  const decimals = token?.decimals ?? null;
  if (decimals === null) return amount.unit === 'base' ? amount : { unit: 'base', text: '' };
  return amount.text === '' ? { unit: 'whole', text: '' } : amount;
}

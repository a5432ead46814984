import { afterEach, expect, test, vi } from 'vitest';
import type { Account } from '../../../shared/bridge/accounts.ts';
import { emptyState, windowStore } from '../../data/window-state.ts';
import { whenMirrored } from './account-dialogs.ts';

const account: Account = {
  id: 'one',
  kind: 'service',
  name: 'One',
  colour: 'teal',
  address: 'https://old.example',
  submitAddress: null,
  submitBy: { variant: 'api-key' },
  requestFundsPath: null,
  tokenMapPath: null,
  nodeAddress: null,
  credentials: { apiKey: null, accessToken: null },
  place: { kind: 'keychain' },
  trouble: null,
};
const show = (changes: Partial<Account>): void => windowStore.setState({ accounts: [{ ...account, ...changes }] });
const moved = { address: 'https://new.example', submitAddress: null };

afterEach(() => {
  vi.useRealTimers();
  windowStore.setState(emptyState);
});

test('it waits until the window shows the account at its new address, whatever else changes before', async () => {
  show({});
  const shown = vi.fn();
  const mirrored = whenMirrored('one', moved).then(shown);
  show({ name: 'Renamed' });
  await Promise.resolve();
  expect(shown).not.toHaveBeenCalled();
  show(moved);
  await mirrored;
});

test('an account that is shown there already is not waited for', async () => {
  show(moved);
  await whenMirrored('one', moved);
});

test('what never comes is not waited for without end', async () => {
  vi.useFakeTimers();
  show({});
  const mirrored = whenMirrored('one', moved);
  vi.advanceTimersByTime(2_000);
  await mirrored;
});

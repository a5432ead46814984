import { IconPlus } from '@tabler/icons-react';
import { useWindowStore } from '../../data/window-state.ts';
import { ActionButton } from '../../ui/IconButton.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { DiagnosticsSection } from '../diagnostics/index.ts';
import { AccountPanel } from './AccountPanel.tsx';
import classes from './AccountsScreen.module.css';
import { openAccountDialog } from './account-dialogs.ts';

export function AccountsScreen() {
  const accounts = useWindowStore((state) => state.accounts);
  const activeId = useWindowStore((state) => state.activeAccountId);
  const onlyPractice = accounts.every((account) => account.kind === 'practice');
  return (
    <Screen scrolls="whole">
      <div className={classes.head}>
        <h1>Accounts</h1>
        {!onlyPractice && <AddButton text="Add an account" />}
      </div>
      {onlyPractice && (
        <section className={classes.first} aria-label="Your first account">
          <h2>Add your own account</h2>
          <p>You need the address of your service and an API key or an access token from its operator.</p>
          <div>
            <AddButton text="Add your own account" />
          </div>
        </section>
      )}
      <ul className={classes.list}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountPanel account={account} active={account.id === activeId} />
          </li>
        ))}
      </ul>
      <DiagnosticsSection />
    </Screen>
  );
}

function AddButton({ text }: { readonly text: string }) {
  return (
    <ActionButton icon={IconPlus} variant="filled" onClick={() => openAccountDialog({ kind: 'add' })}>
      {text}
    </ActionButton>
  );
}

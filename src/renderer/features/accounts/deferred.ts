import { CredentialPlace } from './AccountProblem.tsx';
import { AccountsScreen } from './AccountsScreen.tsx';
import { AccountDialogs } from './dialogs/AccountDialogs.tsx';
import { CredentialForm } from './form/CredentialForm.tsx';
import { AccountDialogs as AccountDialogsPlace, AccountsScreen as AccountsScreenPlace } from './index.ts';

AccountsScreenPlace.provide(AccountsScreen);
AccountDialogsPlace.provide(AccountDialogs);
CredentialPlace.provide(CredentialForm);

import type { AccountProblem } from '../../bridge/accounts.ts';
import { credentialNames } from '../credential-names.ts';
import { failureMessage } from '../failures/failure-message.ts';

export function accountProblemWords(trouble: AccountProblem): string {
  switch (trouble.kind) {
    case 'account-damaged':
      return 'Some settings of this account are damaged and cannot be read, so nothing is sent. Choose Edit, check each setting, and save.';
    case 'keychain':
      return failureMessage(trouble.keychain);
    case 'credential-missing':
      return `This account has no ${credentialNames[trouble.credential]}, so nothing is submitted. Enter it to continue.`;
    case 'secret-echoed':
      return 'The service’s answer contained this account’s key or token, where others may see it. Nothing is submitted for now. Tell the operator and enter a new one, or enter the same one again to continue with it.';
    case 'token-expired':
      return trouble.blocks
        ? 'The access token has expired, so nothing is submitted. Get a new one from your operator and enter it to continue.'
        : 'The access token has expired, so balances and confirmations are not read. Get a new one from your operator and enter it.';
    case 'unauthorised': {
      const consequence = trouble.blocks ? ', so nothing is submitted' : '';
      return `The service does not accept this account’s ${credentialNames[trouble.credential]}${consequence}. Enter it again, or ask your operator for a new one.`;
    }
    case 'lists-rest':
      return 'A list from this account’s service could not be read. Balances, spending and confirmations stay as they are until you refresh them. If it happens again, tell the service’s operator.';
    case 'token-expires-soon':
      return 'The access token expires in a few minutes. Get a new one from your operator and enter it.';
  }
}

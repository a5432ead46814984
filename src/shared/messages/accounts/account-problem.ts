import type { AccountProblem } from '../../bridge/accounts.ts';
import { credentialNames } from '../credential-names.ts';
import { failureMessage } from '../failures/failure-message.ts';

/** What keeps an account from submitting, or soon will, and what a person does about it. */
export function accountProblemWords(trouble: AccountProblem): string {
  switch (trouble.kind) {
    case 'account-damaged':
      return 'Dropslip’s data is damaged here: where this account’s service is, or what pays there, cannot be read. Nothing is sent. Choose Edit, look at each setting, and save.';
    case 'keychain':
      return failureMessage(trouble.keychain);
    case 'credential-missing':
      return `This account has no ${credentialNames[trouble.credential]}, so nothing is submitted. Enter it; what waits then goes on by itself.`;
    case 'secret-echoed':
      return 'The service gave this account’s key or token back in an answer, where others may see it. Nothing is submitted for now. Tell its operator, ask for a new one and enter it; or enter the same again to go on with it.';
    case 'token-expired':
      return trouble.blocks
        ? 'The access token has expired, so nothing is submitted. Get a new one from your operator and enter it; what waits then goes on by itself.'
        : 'The access token has expired, so balances and confirmations are not read. Get a new one from your operator and enter it.';
    case 'unauthorised': {
      const consequence = trouble.blocks ? ', so nothing is submitted' : '';
      return `The service does not accept this account’s ${credentialNames[trouble.credential]}${consequence}. Enter it again, or ask your operator for a new one.`;
    }
    case 'lists-rest':
      return 'A list that this account’s service sent could not be read and stopped the reading. Balances, spending and confirmations are not read by themselves until you refresh them. If it happens again, tell the service’s operator.';
    case 'token-expires-soon':
      return 'The access token expires in a few minutes. Get a new one from your operator and enter it.';
  }
}

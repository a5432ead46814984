import type { Question } from '../../bridge/app/consent.ts';
import { askedName } from '../../text.ts';
import { type AskedAccount, accountLines } from './account-lines.ts';

/** What a person has to know before anything of theirs goes to a service. */
export const publicWords = 'What you submit can be read by anybody, for good.';

const noOther = 'Files that can be read with it alone can then be read by nobody, not even by the service.';

export function aboutForgettingPassphrase(accountName: string): Question {
  return {
    title: 'Forget the kept passphrase?',
    text: `Do it only if you know it or have a copy. ${noOther}`,
    subject: `Account ${askedName(accountName)}`,
    confirm: 'Forget it',
    tone: 'warning',
  };
}

export function aboutForgettingKey(accountName: string): Question {
  return {
    title: 'Forget your secret key?',
    text: `Do it only if you have a copy of it, or need nothing that was encrypted for it. ${noOther} New files are encrypted for it as before: without a copy, take it off the list of people too.`,
    subject: `Account ${askedName(accountName)}`,
    confirm: 'Forget it',
    tone: 'warning',
  };
}

/** Asked once for an account, of those who have not read it when they added it. */
export function aboutPublication(account: AskedAccount): Question {
  return {
    title: 'For anybody to read?',
    text: `${publicWords} It cannot be taken back, not even by the service. This is asked once for each account.`,
    subject: accountLines(account).join('\n'),
    confirm: 'Submit for anybody',
    tone: 'plain',
  };
}

import type { Question } from '../../bridge/app/consent.ts';
import { askedName } from '../../text.ts';
import { type AskedAccount, accountLines } from './account-lines.ts';

/** What a person has to know before anything of theirs goes to a service. */
export const publicWords = 'Anybody can read what you submit, permanently.';

const noOther = 'Nobody, not even the service, can then read the files that only it opens.';

export function aboutForgettingPassphrase(accountName: string): Question {
  return {
    title: 'Forget the saved passphrase?',
    text: `Continue only if you know it or have a copy. ${noOther}`,
    subject: `Account ${askedName(accountName)}`,
    confirm: 'Forget it',
    tone: 'warning',
  };
}

export function aboutForgettingKey(accountName: string): Question {
  return {
    title: 'Forget your secret key?',
    text: `Continue only if you have a copy, or no longer need the files encrypted for it. ${noOther} New files are still encrypted for it: if you have no copy, also remove it from the list of people.`,
    subject: `Account ${askedName(accountName)}`,
    confirm: 'Forget it',
    tone: 'warning',
  };
}

/** Asked once for an account, of those who have not read it when they added it. */
export function aboutPublication(account: AskedAccount): Question {
  return {
    title: 'Submit for anybody to read?',
    text: `${publicWords} This cannot be undone, not even by the service. You are asked once for each account.`,
    subject: accountLines(account).join('\n'),
    confirm: 'Submit for anybody',
    tone: 'plain',
  };
}

/** Asked each time that what was to be kept private is to go out for anybody. `names`: of what was dropped, at least one. */
export function aboutPublishingPrivate(account: AskedAccount, names: readonly string[]): Question {
  const [first = '', ...others] = names;
  const more = others.length === 0 ? [] : [`and ${others.length} more`];
  return {
    title: 'Submit this for anybody to read?',
    text: 'You chose to keep this private. If you submit it for anybody, it is not encrypted: anybody can read it permanently, and this cannot be undone.',
    subject: [askedName(first), ...more, ...accountLines(account)].join('\n'),
    confirm: 'Submit for anybody',
    tone: 'warning',
  };
}

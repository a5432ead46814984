import type { Question } from '../../bridge/consent.ts';
import { askedName } from '../../text.ts';

const noOther = 'Files that can be read with it alone can then be read by nobody, not even by the service.';

export function aboutForgettingPassphrase(accountName: string): Question {
  return {
    title: 'Forget the kept passphrase?',
    text: `Do it only if you know it, or have it written down. ${noOther}`,
    subject: `Account ${askedName(accountName)}`,
    confirm: 'Forget it',
    tone: 'warning',
  };
}

export function aboutForgettingKey(accountName: string): Question {
  return {
    title: 'Forget your secret key?',
    text: `Do it only if you have a copy of it, or need nothing that was encrypted for it. ${noOther}`,
    subject: `Account ${askedName(accountName)}`,
    confirm: 'Forget it',
    tone: 'warning',
  };
}

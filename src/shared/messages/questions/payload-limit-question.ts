import type { Separators } from '../../amounts/amounts.ts';
import type { Question } from '../../bridge/app/consent.ts';
import { type AskedAccount, accountLines } from './account-lines.ts';

/** Bytes of a part. */
type Smaller = { readonly from: number; readonly to: number };

/** Before files go in smaller parts than until now: a service charges for each. */
export function aboutSmallerParts({ from, to }: Smaller, account: AskedAccount, separators: Separators): Question {
  const bytes = (size: number): string => `${separators.whole(BigInt(size))} bytes`;
  return {
    title: 'Send smaller parts?',
    text: 'Larger files will be sent in more parts, including files you already approved. Each part is paid for, so they may cost more. Confirm only if you entered this size yourself.',
    subject: [`Largest upload: ${bytes(to)}`, `Until now: ${bytes(from)}`, ...accountLines(account)].join('\n'),
    confirm: 'Send smaller parts',
    tone: 'plain',
  };
}

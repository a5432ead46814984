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
    text: 'What is larger goes in more parts then, also of files that you said yes to. Each part is paid for, so they may cost more. Say yes only if you typed it.',
    subject: [`Takes at once: ${bytes(to)}`, `Until now: ${bytes(from)}`, ...accountLines(account)].join('\n'),
    confirm: 'Send smaller parts',
    tone: 'plain',
  };
}

import type { Deposit, DepositEvidence } from '../../bridge/deposits.ts';
import { failureMessage } from '../failures/failure-message.ts';

/** How amounts in whole base units, and the days of instants in a sentence ("on 3 May"), are written for a person. */
export type EvidenceWriting = {
  readonly words: (baseUnits: string) => string;
  readonly day: (instant: string) => string;
};

/**
 * What a person is told of the balance before their word is taken. `proven`: it shows exactly this deposit, and no
 * other can have made it rise. `rivalled`: see `hasRival`.
 */
export function evidenceWords(
  { amount }: Pick<Deposit, 'amount'>,
  { before, now, trouble, sight }: DepositEvidence,
  rivalled: boolean,
  { words, day }: EvidenceWriting,
): { readonly proven: boolean; readonly text: string } {
  const deposit = words(amount);
  const ask = 'Confirm only if the service’s operator or its website says so.';
  if (now === null) {
    const was = before === null ? '' : ` It was ${words(before.balance)} before.`;
    return {
      proven: false,
      text: `The balance cannot be read right now. ${trouble ? failureMessage(trouble) : ''}${was} ${ask}`,
    };
  }
  if (before === null) {
    const text = `The balance is ${words(now.balance)} now. The balance before this deposit is unknown, so Dropslip cannot tell if it rose by ${deposit}. ${ask}`;
    return { proven: false, text };
  }
  const both = `The balance was ${words(before.balance)} before, ${day(before.at)}, and is ${words(now.balance)} now.`;
  if (sight.kind === 'not-yet') {
    return { proven: false, text: `${both} It has not risen by the ${deposit} of this deposit. ${ask}` };
  }
  // What was seen once stays, whatever the balance became since.
  const seen = sight.balance === now.balance ? '' : `, to ${words(sight.balance)}, seen ${day(sight.at)}`;
  if (sight.match === 'differs') {
    const rose = `It rose by ${words(sight.by)}${seen}`;
    return { proven: false, text: `${both} ${rose}, not by the ${deposit} of this deposit. ${ask}` };
  }
  const fees = sight.match === 'equal' ? '' : `With the ${words(sight.fees)} that submissions cost since, `;
  const rose = `${both} ${fees}${fees === '' ? 'It' : 'it'} rose by exactly`;
  if (!rivalled) return { proven: true, text: `${rose} this deposit${seen}.` };
  const text = `${rose} one deposit of ${deposit}${seen}, but you made several of that size, so it may have been another one. ${ask}`;
  return { proven: false, text };
}

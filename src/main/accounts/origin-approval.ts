import { readAddress } from '../../shared/addresses.ts';
import type { Question } from '../../shared/confirmation.ts';
import { type Failure, failure, type Result, success } from '../../shared/failure.ts';
import { type Addresses, originsOf } from './origins.ts';

const declined: Failure = {
  code: 'address-declined',
  message: 'Nothing was sent, because you did not confirm the address. Check it, then try again.',
};

const oneAtATime: Failure = {
  code: 'question-open',
  message: 'Dropslip is still asking you about another address, in a window of its own. Answer that first.',
};

export type ApproveOrigins = (addresses: Addresses) => Promise<Result<null>>;

/**
 * Puts every new origin to the person before the first request goes there. The question is asked by main, out of reach
 * of the page: a page that was taken over can ask for any address, and gets none. `known` are the origins of existing
 * accounts; what was approved holds until the app ends.
 */
export function createOriginApproval(
  confirm: (question: Question) => Promise<boolean>,
  known: () => readonly string[],
): ApproveOrigins {
  const approved = new Set<string>();
  let asking = false;

  return async (addresses) => {
    for (const origin of originsOf(addresses)) {
      if (approved.has(origin) || known().includes(origin)) continue;
      // Not even many questions at once: somebody who is flooded with them ends up agreeing to one.
      if (asking) return failure(oneAtATime);
      asking = true;
      try {
        if (!(await confirm(questionAbout(origin)))) return failure(declined);
      } finally {
        asking = false;
      }
      approved.add(origin);
    }
    return success(null);
  };
}

function questionAbout(origin: string): Question {
  const read = readAddress(origin);
  if (read.ok && read.inTheClear) {
    return {
      title: 'This address is not encrypted',
      text: 'Everybody between this computer and the service could read your key, your token and your files, and change them. Continue only if you know this network and your operator told you to use http.',
      subject: origin,
      confirm: 'Connect without encryption',
      tone: 'warning',
    };
  }
  return {
    title: 'Connect to a new address?',
    text: 'Your key, your token and your files will go to this address. Compare it, letter by letter, with the one that your operator gave you.',
    subject: origin,
    confirm: 'Connect',
    tone: 'plain',
  };
}

import type { Separators } from '../amounts.ts';
import type { NetworkAnswer } from '../bridge/network.ts';
import type { RetrievalProof } from '../bridge/retrieval.ts';
import type { Attempt } from '../bridge/submissions.ts';
import type { HandCheck } from '../submissions/settlement-note.ts';
import type { TimeLineEntry } from '../submissions/time-line.ts';
import { cleanText, quoted, shortenHex, visibleName } from '../text.ts';
import { failureMessage } from './failures/failure-message.ts';
import { networkWords } from './network.ts';
import { costWords, decimalWords } from './submissions.ts';

/** `when` formats an instant. */
type Form = { readonly when: (instant: string) => string; readonly separators: Separators };

type Words = { readonly title: string; readonly text: string };

export function timeLineWords(entry: TimeLineEntry, { when, separators }: Form): Words {
  switch (entry.kind) {
    case 'added':
      return { title: 'Added to Dropslip', text: '' };
    case 'attempt': {
      const { attempt, isOnly } = entry;
      const outcome = outcomeWords[attempt.outcome];
      return { title: isOnly ? outcome : `Attempt ${attempt.number}: ${lower(outcome)}`, text: attemptWords(entry) };
    }
    case 'registered':
      return { title: 'Registered by the service', text: '' };
    case 'settled':
      return settledWords(entry.note);
    case 'delayed':
      return { title: entry.isOver ? 'Was delayed' : 'Delayed', text: delayWords(entry) };
    case 'in-block': {
      const text = entry.by === 'seen' ? 'Seen in the service’s records at this time.' : '';
      return { title: entry.block === null ? 'In a block' : `In block ${shortenHex(entry.block)}`, text };
    }
    case 'paid':
      return { title: `Cost ${cleanText(costWords(entry.cost, separators))}`, text: pursesWords(entry, separators) };
    case 'on-network': {
      const { title, text } = networkWords(entry.answer, when);
      const isThere = entry.answer.verdict.kind === 'holds';
      return { title: isThere ? 'Final on the network' : 'Checked on the network', text: `${title}. ${text}` };
    }
    case 'downloaded': {
      const from = entry.download.source === 'network' ? 'the network' : 'the service';
      return { title: `Downloaded from ${from}`, text: proofWords[entry.download.proof] };
    }
  }
}

const outcomeWords: { readonly [Outcome in Attempt['outcome']]: string } = {
  'under-way': 'Being sent',
  accepted: 'The service accepted it',
  refused: 'The service did not accept it',
  'not-sent': 'It did not reach the service',
  unknown: 'It was sent, but no clear answer came',
  interrupted: 'Interrupted',
};

function attemptWords({ attempt, otherId }: Extract<TimeLineEntry, { kind: 'attempt' }>): string {
  const { outcome, failures, detail } = attempt;
  const lines = failures.flatMap((failure) => [failureMessage(failure), failure.detail]);
  const last = outcome !== 'accepted' ? detail : otherId === null ? null : `Submission id ${otherId}`;
  return [...lines, last].flatMap((line) => (line == null ? [] : [cleanText(line)])).join('\n');
}

function settledWords(note: Extract<TimeLineEntry, { kind: 'settled' }>['note']): Words {
  switch (note.kind) {
    case 'found-by-hash':
      return {
        title: 'Found in the service’s records',
        text: `Submission ${cleanText(note.submissionId)} has the ${hashNames[note.hash]} of this file.`,
      };
    case 'not-listed': {
      const end = note.again ? ' It was sent again.' : '';
      return {
        title: 'The service does not have it',
        text: `Its complete list (${note.records} submissions) was read twice after the connection ended. Every submission in it belongs to another file, or was there before.${end}`,
      };
    }
    case 'went-through':
      return {
        title: 'You said that it went through',
        text: `Submission ${cleanText(note.submissionId)}. ${checkWords[note.check]}`,
      };
    case 'did-not':
      return { title: 'You said that it did not go through', text: 'It was sent again.' };
  }
}

const hashNames = { keccak256: 'Keccak-256', blake2b256: 'BLAKE2b-256' } as const;

const checkWords: { readonly [Check in HandCheck]: string } = {
  confirmed: 'The service’s record does not contradict this file.',
  'hash-unknown': 'The service’s record has a kind of hash that can’t be checked here.',
  'no-hash': 'The service’s record has no hash to compare this file with.',
  unchecked: 'The service’s record could not be read with this account.',
};

type Delay = Extract<TimeLineEntry, { kind: 'delayed' }>;

function delayWords({ reason, retries, isOver }: Delay): string {
  const times = retries === 1 ? 'once' : `${retries} times`;
  if (isOver) return `The service tried again ${times}.`;
  const said = reason === null ? '' : `says ${quoted(cleanText(reason))} and `;
  return `The service ${said}tries again automatically${retries === 0 ? '' : `, and has done so ${times}`}.`;
}

function pursesWords({ purses }: Extract<TimeLineEntry, { kind: 'paid' }>, separators: Separators): string {
  if (purses === null || (purses.app === '0' && purses.main === '0')) return '';
  if (purses.app === '0') return 'Paid from the main balance.';
  if (purses.main === '0') return 'Paid from the app’s own credits.';
  const [main, app] = [purses.main, purses.app].map((amount) => decimalWords(amount, separators));
  return `Paid with ${main} from the main balance and ${app} from the app’s own credits.`;
}

export const proofWords: { readonly [Proof in RetrievalProof]: string } = {
  file: 'The contents are exactly as submitted.',
  receipt: 'The contents match the receipt.',
  record: 'The contents match the hash in the service’s record.',
};

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** `name`: null for a submission of another program. `isFresh`: the service has just answered. */
export type ReplySubject = { readonly submissionId: string; readonly name: string | null; readonly isFresh: boolean };

/** The answer to a customer's question about a submission: complete sentences, without Dropslip's own words. */
export function replyText(
  { submissionId, name, isFresh }: ReplySubject,
  entries: readonly TimeLineEntry[],
  { when, separators }: Form,
): string {
  const [registered, delayed] = [lastOf(entries, 'registered'), lastOf(entries, 'delayed')];
  const [block, network, paid] = [lastOf(entries, 'in-block'), lastOf(entries, 'on-network'), lastOf(entries, 'paid')];
  const note = lastOf(entries, 'settled')?.note;
  // An earlier submission of the same file may have been settled under another id.
  const found = note !== undefined && 'submissionId' in note && note.submissionId === submissionId ? note : null;
  const sentences = [
    `${name === null ? 'The submission' : quoted(visibleName(name))} ${standing(entries, found !== null)}.`,
    registered?.at == null ? '' : `The service registered it on ${when(registered.at)}.`,
    found === null ? earlierTries(entries, when) : lostAnswerWords[found.kind],
    delayed?.isOver === true ? `It was delayed at first. ${delayWords(delayed)}` : '',
    delayed?.isOver === false ? delayWords(delayed) : '',
    delayed?.at == null ? '' : `Its last try was on ${when(delayed.at)}.`,
    block === undefined ? '' : blockSentence(block, when),
    network === undefined ? '' : checkSentence(network.answer, when),
    paid === undefined ? '' : `It cost ${cleanText(costWords(paid.cost, separators))}.`,
    isFresh || block !== undefined ? '' : 'This is the last known state.',
    `The submission id is ${cleanText(submissionId)}.`,
  ];
  return `${sentences.filter((sentence) => sentence !== '').join(' ')}\n`;
}

function lastOf<Kind extends TimeLineEntry['kind']>(entries: readonly TimeLineEntry[], kind: Kind) {
  return entries.findLast((entry): entry is Extract<TimeLineEntry, { readonly kind: Kind }> => entry.kind === kind);
}

/** Follows the name of the submission. */
function standing(entries: readonly TimeLineEntry[], isFound: boolean): string {
  if (lastOf(entries, 'in-block') !== undefined) return 'is confirmed';
  if (lastOf(entries, 'delayed')?.isOver === false) return 'is delayed';
  const outcome = lastOf(entries, 'attempt')?.attempt.outcome;
  if (lastOf(entries, 'registered') !== undefined || isFound || outcome === 'accepted') {
    return 'was accepted and is not in a block yet';
  }
  return outcome === 'unknown' || outcome === 'interrupted'
    ? 'was sent, but nothing shows yet that it arrived'
    : 'was not submitted yet';
}

const lostAnswerWords = {
  'found-by-hash': 'The service’s answer was lost at first, but its records show that it had accepted it.',
  'went-through': 'The service’s answer was lost at first, but it turned out later that it had accepted it.',
} as const;

/** Empty if the first try was accepted. */
function earlierTries(entries: readonly TimeLineEntry[], when: Form['when']): string {
  const last = lastOf(entries, 'attempt');
  if (last === undefined || last.isOnly || last.attempt.outcome !== 'accepted') return '';
  return `An earlier try did not go through, so it was sent again on ${when(last.attempt.startedAt)}.`;
}

function checkSentence({ askedAt, verdict }: NetworkAnswer, when: Form['when']): string {
  const found = verdict.kind === 'holds' ? 'it' : 'its hash, but not its contents,';
  return `A check of the network on ${when(askedAt)} found ${found} there.`;
}

function blockSentence({ at, by, block }: Extract<TimeLineEntry, { kind: 'in-block' }>, when: Form['when']): string {
  const place = block === null ? 'a block' : `block ${block}`;
  if (at === null) return `It is in ${place}.`;
  return by === 'network' ? `It is in ${place} of ${when(at)}.` : `It was seen in ${place} on ${when(at)}.`;
}

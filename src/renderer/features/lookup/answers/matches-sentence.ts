import type { Match, SearchAnswer } from '../../../../shared/bridge/lookup.ts';
import { visibleName } from '../../../../shared/text.ts';
import type { Place } from '../../../ui/format.ts';
import { fileNamed, matchWords } from '../lookup-words.ts';
import { type AccountNames, answerSentence, nothingKnown, submittedWords } from './answer-sentence.ts';

/**
 * What a search found, as it goes into a ticket: of one submission the answer and its id, of several how many there are
 * (`title`) and a line for each that is shown.
 */
export function matchesSentence(
  { matches, more }: Pick<SearchAnswer, 'matches' | 'more'>,
  title: string,
  accountName: AccountNames,
  place: Place = {},
): string {
  const [only] = matches;
  if (only !== undefined && matches.length === 1 && !more) return matchSentence(only, accountName, place);
  return [`${title}.`, ...matches.map((match) => matchLine(match, accountName))].join('\n');
}

/** By what is kept here: nobody was asked. */
function matchSentence(match: Match, accountName: AccountNames, place: Place): string {
  const { submissionId, submission, phase, at } = match;
  const name = fileNamed(match);
  const account = accountName(match.accountId);
  if (phase === null) {
    const known = { ...nothingKnown, submissionId, submission, name, account };
    return answerSentence(known, place);
  }
  const end = {
    'in-block': 'is confirmed in a block',
    pending: 'was not yet in a block when the service was last asked',
    failed: 'was delayed when the service was last asked',
  }[phase];
  return [
    `${submittedWords(name, at, place)}, and ${end}.`,
    account === null ? null : `It belongs to the account ${visibleName(account)}.`,
    submissionId === null ? null : `Submission id ${submissionId}`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function matchLine(match: Match, accountName: AccountNames): string {
  const { submissionId, accountId } = match;
  const name = fileNamed(match);
  const account = accountName(accountId);
  return [
    name === null ? null : visibleName(name),
    matchWords(match).text,
    account === null ? null : `account ${visibleName(account)}`,
    submissionId,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
}

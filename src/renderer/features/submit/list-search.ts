import type { Submission } from '../../../shared/bridge/submissions.ts';
import { foldedText, searchWords } from '../../ui/search/words.ts';

type Found = { readonly text: string; readonly submissionId: string };

/** What a submission is found by, made once: a list of ten thousand is gone through with each letter that is typed. */
const known = new WeakMap<Submission, Found>();

/** A number of two digits stands in every tenth id: who looks for one by its id has more of it. */
const SHORTEST_OF_ID = 4;

/**
 * Those of `ids` in whose name, folder or submission id all words of `query` stand, whatever their case and accents. A query
 * without words finds all: then the answer is `ids` itself.
 */
export function searchList(
  ids: readonly number[],
  submissions: ReadonlyMap<number, Submission>,
  query: string,
): readonly number[] {
  const words = searchWords(query);
  if (words.length === 0) return ids;
  return ids.filter((id) => {
    const submission = submissions.get(id);
    if (submission === undefined) return false;
    const { text, submissionId } = foundBy(submission);
    return words.every((word) => text.includes(word) || (word.length >= SHORTEST_OF_ID && submissionId.includes(word)));
  });
}

function foundBy(submission: Submission): Found {
  const before = known.get(submission);
  if (before !== undefined) return before;
  const { name, folder, state } = submission;
  const found = {
    // No word goes over a line end.
    text: foldedText(`${name}\n${folder ?? ''}`),
    submissionId: 'submissionId' in state ? state.submissionId.toLowerCase() : '',
  };
  known.set(submission, found);
  return found;
}

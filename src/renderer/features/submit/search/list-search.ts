import type { Submission } from '../../../../shared/bridge/submissions.ts';

/** What a submission is found by, made once: a list of ten thousand is gone through with each letter that is typed. */
const texts = new WeakMap<Submission, string>();

/**
 * Those of `ids` in whose name, folder or submission id all words of `query` stand, whatever their case and accents. A query
 * without words finds all: then the answer is `ids` itself.
 */
export function searchList(
  ids: readonly number[],
  submissions: ReadonlyMap<number, Submission>,
  query: string,
): readonly number[] {
  const words = folded(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return ids;
  return ids.filter((id) => {
    const submission = submissions.get(id);
    if (submission === undefined) return false;
    const text = textOf(submission);
    return words.every((word) => text.includes(word));
  });
}

function textOf(submission: Submission): string {
  const known = texts.get(submission);
  if (known !== undefined) return known;
  const { name, folder, state } = submission;
  // No word goes over a line end.
  const text = folded([name, folder ?? '', 'submissionId' in state ? state.submissionId : ''].join('\n'));
  texts.set(submission, text);
  return text;
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

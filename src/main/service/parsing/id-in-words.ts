import { readSubmissionId } from '../../../shared/submission-id.ts';

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])';
const wholeUuid = new RegExp(`^(?:${uuid})$`, 'i');

export const isUuid = (text: string): boolean => wholeUuid.test(text);

const named = new RegExp(
  `(?:submission|expenditure|receipt)[\\W_]{0,3}(?:id|uuid|guid|number|reference)\\W{1,12}(?:value\\W{1,3})?(${uuid})`,
  'i',
);
const shortAndNamed = /submission[\W_]?id\W{1,12}(?=[a-z-]{0,40}\d)([a-z0-9][\w-]{0,100})/i;
const submission = new RegExp(`(?:submission|expenditure|receipt)[^\\w,;]{1,6}(?:id[^\\w,;]{1,6})?(${uuid})`, 'i');
const accepted = new RegExp(
  `(?<!\\b(?:not|never|be|n['’]t)\\s)\\b(?:accepted|submitted|stored|queued)\\b(?:\\W{1,6}(?:as|with|under|id|submission)){0,4}\\W{1,12}(${uuid})`,
  'i',
);
const recordField = /["']?(?:token_?details_?id|amount_?data|extrinsic_?index|tx_?hash|block_?hash)["']?\s*[:=>]/i;
const ownId = new RegExp(`\\b(?:id|uuid)["']?\\s*[:=>]\\s*["']?(${uuid})`, 'i');

/** An id that words call a submission's. `whole`: the text is all of an answer that is no JSON, and may be a page or XML. */
export function idInWords(text: string, kind: 'whole' | 'in-json'): string | null {
  for (const pattern of [named, shortAndNamed, submission, accepted]) {
    const [, id] = pattern.exec(text) ?? [];
    const read = readSubmissionId(id ?? '');
    if (read !== null) return read;
  }
  return kind === 'whole' && recordField.test(text) ? readSubmissionId(ownId.exec(text)?.[1] ?? '') : null;
}

const idMember = /"submission_?id"\s*:\s*(?:"([^"\\]{1,400})"|(\d{1,200})(?=\s*[,}]))/i;

/** From JSON that broke off, or names a member twice. */
export function idOfBrokenJson(text: string): string | null {
  const [, words, digits] = idMember.exec(text) ?? [];
  return readSubmissionId(words ?? digits ?? '');
}

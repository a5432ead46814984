import type { Against, Verification } from '../../../../shared/bridge/receipts.ts';
import { cleanText } from '../../../../shared/text.ts';
import { ticketTime } from '../../../../shared/time.ts';
import { folderWords, pathText } from './folder-words.ts';
import { comparisonLabel, verdictWords, witnessLabel } from './verdict-words.ts';

export function verificationText(verification: Verification, at: string): string {
  const { against } = verification;
  const isFolder = verification.kind === 'folder';
  const words = isFolder ? folderWords(verification) : verdictWords(verification);
  return [
    words.title,
    words.text,
    '',
    isFolder ? `Folder: ${cleanText(verification.folder.name)}` : `File: ${cleanText(verification.file.name)}`,
    `Submission id: ${cleanText(idOf(against))}`,
    `Compared: ${ticketTime(at)}`,
    ...(isFolder ? pathText(verification) : []),
    ...(isFolder ? [] : verification.comparisons).flatMap((comparison) => [
      '',
      `${comparisonLabel(comparison)}: ${comparison.same === null ? 'can’t be checked here' : comparison.same ? 'the same' : 'DIFFERENT'}`,
      `  ${witnessLabel(comparison, against.kind)}: ${cleanText(comparison.expected)}`,
      `  This file: ${comparison.actual}`,
    ]),
    '',
  ].join('\n');
}

function idOf(against: Against): string {
  return against.kind === 'receipt' ? against.receipt.submission.id : against.submissionId;
}

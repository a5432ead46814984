import { expect, test } from 'vitest';
import { keptFailure } from '../../failures/kept-failure.ts';
import { RECEIPT_EXTENSION } from '../../submissions/verification.ts';
import { failureDetail, failureMessage } from './failure-message.ts';
import { fileProblemCodes } from './files.ts';
import { sentences } from './sentences.ts';

test('each message is made of whole sentences', () => {
  for (const sentence of Object.values<unknown>(sentences)) {
    if (typeof sentence === 'string') expect(sentence).toMatch(/^[A-Z].*[^.]\.$/);
  }
});

test('a message begins with what had happened before', () => {
  const lost = { code: 'unreachable', values: { why: 'broke-off' }, after: 'all-sent-no-answer' } as const;
  expect(failureMessage(lost)).toBe(
    'Everything was sent, so it may have been accepted. The connection to the service was lost.',
  );
});

test.each(['interrupted', 'stopped', 'restored', 'row-unreadable-tried', 'id-of-other-bytes', 'id-in-doubt'] as const)(
  'the message of %s does not advise to send the file again',
  (code) => {
    expect(failureMessage({ code })).not.toMatch(/try again|retry/i);
  },
);

test.each([
  [{ limit: 1024, taken: null, said: null }, 'Larger than the service accepts (1024 bytes).'],
  [{ limit: null, taken: 900, said: 'At most 1 MB' }, 'accepts. It accepted one of 900 bytes. It said: “At most 1 MB”'],
  [{ limit: null, taken: null, said: 'length limit exceeded' }, 'Larger than the service accepts. Make it smaller'],
])('the message about a file that is too large names the known limit', (values, words) => {
  expect(failureMessage({ code: 'too-large', values })).toContain(words);
});

test.each(fileProblemCodes)('a folder with a file that has the problem %s says what to do', (why) => {
  const said = (more: number): string =>
    failureMessage({ code: 'folder-files', values: { path: 'a/b.txt', more, why } });
  expect(said(0)).toMatch(/^“a\/b\.txt” [a-z].*[^.]\. Continue without it, or try again\.$/);
  expect(said(3)).toMatch(/^“a\/b\.txt” and 3 more [a-z].*[^.]\. Continue without them, or try again\.$/);
});

test('a file name cannot turn the words around it', () => {
  const failure = { code: 'receipt-not-saved', values: { name: 'a\u202egpj.exe' } } as const;
  expect(failureMessage(failure)).toContain('“a\ufffdgpj.exe”');
});

test('the message about a file that is no receipt names the extension of receipts', () => {
  expect(failureMessage({ code: 'not-a-receipt' })).toContain(`end in ${RECEIPT_EXTENSION},`);
});

test('a kept failure is read back as it was, with a bounded detail', () => {
  const failure = { code: 'server-error', values: { said: 'No.' }, after: 'all-sent-failure-reported' } as const;
  expect(keptFailure.parse(JSON.parse(JSON.stringify({ ...failure, detail: 'x'.repeat(3_000) })))).toEqual({
    ...failure,
    detail: 'x'.repeat(2_000),
  });
  expect(keptFailure.safeParse({ code: 'of-tomorrow' }).success).toBe(false);
});

test('the technical text is the message if there is no other', () => {
  expect(failureDetail({ code: 'refused', detail: 'EAGAIN' })).toBe('EAGAIN');
  expect(failureDetail({ code: 'refused' })).toBe(failureMessage({ code: 'refused' }));
});

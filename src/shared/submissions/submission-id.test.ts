import { expect, test } from 'vitest';
import { submissionIdInput } from '../bridge/call.ts';
import { readRecordId, readSubmissionId } from './submission-id.ts';

test.each(['8c1f09d2-7b3e-4c5a-9f00-000000000006', '17', 'a'.repeat(200), 'größe 7'])('%s is an id', (id) => {
  expect(readSubmissionId(id)).toBe(id);
  expect(submissionIdInput.parse(id)).toBe(id);
});

test('blanks around an id are no part of it', () => {
  expect(readSubmissionId(' 17\n')).toBe('17');
});

test.each([
  ['too long', 'a'.repeat(201)],
  ['blank', ' \t\n'],
  ['broken over lines', 'a\nb'],
  ['with a control sign', 'a\u0000b'],
  ['with a direction override', 'a\u202eb'],
  ['with a zero-width sign', 'a\u200bb'],
  ['with half a character', 'a\ud800b'],
  ['with a line separator', 'a\u2028b'],
  ['what programs write for none', 'null'],
  ['a UUID’s zero', '00000000-0000-0000-0000-000000000000'],
  ['a UUID’s last', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ['zeros', '0x000'],
  ['an abbreviation for none', 'N/A'],
  ['words for none', 'not provided'],
  ['a word for none', 'invalid'],
  ['another such word', 'Undefined'],
  ['a zero', '0'],
])('what is %s is no id', (_, text) => {
  expect(readSubmissionId(text)).toBeNull();
  expect(submissionIdInput.safeParse(text).success).toBe(false);
});

test('a record may be called what means none elsewhere: one such must not make a list unreadable', () => {
  expect(readRecordId('none')).toBe('none');
  expect(readRecordId(' ')).toBeNull();
});

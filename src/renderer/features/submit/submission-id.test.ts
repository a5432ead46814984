import { expect, test } from 'vitest';
import { readTypedId } from './submission-id.ts';

const id = '8c1f09d2-7b3e-4c5a-9f00-000000000006';

test('blanks and quotes around a pasted id do no harm', () => {
  expect(readTypedId(` "${id}"\n`)).toEqual({ ok: true, id });
});

test.each(['', '   ', `id: ${id}`, 'a'.repeat(201)])('"%s" is refused with a sentence', (typed) => {
  expect(readTypedId(typed)).toMatchObject({ ok: false, problem: expect.stringMatching(/\.$/) });
});

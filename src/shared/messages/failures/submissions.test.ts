import { expect, test } from 'vitest';
import { submissionsMessages } from './submissions.ts';

test.each(Object.entries(submissionsMessages))('%s is said in whole sentences', (_code, message) => {
  expect(message).toMatch(/^[A-Z].*[^.]\.$/);
});

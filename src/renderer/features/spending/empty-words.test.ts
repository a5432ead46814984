import { expect, test } from 'vitest';
import { emptyWords } from './spending-words.ts';

const failed = { kind: 'failed', reason: { code: 'internal' } } as const;

test('of an account with an API key alone it is said that a token shows costs, and where its submissions are', () => {
  for (const sync of [{ kind: 'idle' }, { kind: 'running', listed: 0 }, failed] as const) {
    const { title, text, next } = emptyWords(sync, false);
    expect(next).toBe('access-token');
    expect(`${title} ${text}`).toMatch(/access token.*API key.*costs and records.*Look up/);
    expect(`${title} ${text}`).not.toMatch(/Nothing spent/);
  }
});

test('nothing is called spent only where the service was read', () => {
  expect(emptyWords({ kind: 'idle' }, true)).toMatchObject({ title: 'Nothing spent yet', next: 'submit' });
  expect(emptyWords(failed, true).title).not.toContain('spent');
  expect(emptyWords({ kind: 'running', listed: 0 }, true).title).toBe('Looking…');
});

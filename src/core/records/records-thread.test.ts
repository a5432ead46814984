import { expect, test } from 'vitest';
import { RecordsThread } from './records-thread.ts';

test('where no thread can be started, each question is answered with that', async () => {
  const thread = new RecordsThread(
    () => {
      throw new Error('No thread more.');
    },
    () => undefined,
    () => undefined,
  );
  const asked = await thread.ask((engine) => engine.stored());
  expect(asked).toEqual({ ok: false, error: { code: 'records-failed', detail: 'Error: No thread more.' } });
});

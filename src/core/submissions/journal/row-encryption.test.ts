import { generateHybridIdentity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { keys, openEncryption } from '../../encryption/encryption.fixture.ts';
import { outgoingSize } from './row-encryption.ts';

test('an age file has at most the planned size, for each kind of key', async () => {
  const { encryption } = openEncryption();
  const postQuantum = await identityToRecipient(await generateHybridIdentity());
  for (const recipients of [[keys.recipient], [postQuantum, keys.tagRecipient], [keys.tagRecipient]]) {
    const readers = { kind: 'recipients' as const, recipients };
    const sealed = await encryption.seal(new Uint8Array(70_000), readers);
    const most = outgoingSize({ size: 70_000, encryption: { readers, copy: null } }) ?? 0;
    const bytes = sealed.ok ? sealed.value.length : 0;
    expect(bytes).toBeLessThanOrEqual(most);
    expect(bytes).toBeGreaterThan(most - 4_096);
  }
});

import { generateHybridIdentity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { keys, openEncryption } from '../../encryption/encryption.fixture.ts';
import { outgoingSize } from './row-encryption.ts';

test('how large an age file will be is known before it is made, for each kind of key', async () => {
  const { encryption } = openEncryption();
  const postQuantum = await identityToRecipient(await generateHybridIdentity());
  for (const recipients of [[keys.recipient], [postQuantum, keys.tagRecipient], [keys.tagRecipient]]) {
    const readers = { kind: 'recipients' as const, recipients };
    const sealed = await encryption.seal(new Uint8Array(70_000), readers);
    const size = outgoingSize({ size: 70_000, encryption: { readers, copy: null } });
    expect(sealed.ok && sealed.value.length).toBe(size);
  }
});

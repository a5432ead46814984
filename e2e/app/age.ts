import { Encrypter } from 'age-encryption';

/** An age file with a passphrase and a low work factor, for speed. */
export async function ageFile(passphrase: string, content: Uint8Array | string): Promise<Uint8Array<ArrayBuffer>> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(10);
  encrypter.setPassphrase(passphrase);
  return new Uint8Array(await encrypter.encrypt(content));
}

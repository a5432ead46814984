import { Encrypter } from 'age-encryption';

/** An age file for a passphrase, whose each try costs little: that it is costly is not what a journey is about. */
export async function ageFile(passphrase: string, content: Uint8Array | string): Promise<Uint8Array<ArrayBuffer>> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(10);
  encrypter.setPassphrase(passphrase);
  return new Uint8Array(await encrypter.encrypt(content));
}

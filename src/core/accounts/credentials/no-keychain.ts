import type { Keychain, KeychainAnswer } from './keychain.ts';

/** Stands where the system's keychain is to be left alone: secrets live in the vault's memory, as where there is none. */
export class NoKeychain implements Keychain {
  isAsking(): boolean {
    return false;
  }

  read(_entry: string): Promise<KeychainAnswer<string | null>> {
    return missing();
  }

  write(_entry: string, _secret: string): Promise<KeychainAnswer<null>> {
    return missing();
  }

  remove(_entry: string): Promise<KeychainAnswer<null>> {
    return missing();
  }
}

async function missing(): Promise<KeychainAnswer<never>> {
  return {
    ok: false,
    error: { code: 'keychain-missing', values: { system: 'left-alone' }, detail: 'It is switched off.' },
  };
}

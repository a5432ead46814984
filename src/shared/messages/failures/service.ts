import { type CredentialName, credentialNames } from './app.ts';

type Unreachable =
  | { readonly why: 'no-answer' | 'broke-off' | 'broke-off-sending' | 'address-not-valid' | 'proxy-unusable' }
  | { readonly why: 'silent' | 'name-unknown' | 'untrusted' | 'insecure'; readonly host: string }
  /** `proxy`: its address, without user name and password. */
  | { readonly why: 'proxy'; readonly proxy: string };

/** Bytes: the limit that the service stated, and the largest upload that it accepted; null if unknown. */
type TooLarge =
  | { readonly limit: number | null; readonly taken: number | null; readonly said: string | null }
  | undefined;

/** `said`: the service's text; null if there is none to show. */
type Rejected =
  | { readonly why: 'refused'; readonly said: string | null }
  | { readonly why: 'moved'; readonly to: string | null };

export const serviceMessages = {
  unreachable: unreachableMessage,
  unauthorised: 'The service did not accept this account’s key or token. Check it under Accounts.',
  'credential-missing': (
    values: { readonly why: 'keychain-silent' } | { readonly why: 'none'; readonly kind: CredentialName },
  ) =>
    values.why === 'none'
      ? `This account has no ${credentialNames[values.kind]}. Enter one under Accounts.`
      : 'The keychain did not give the account’s key. Unlock it, or enter the key again under Accounts.',
  'too-large': (values: TooLarge) => tooLargeMessage(values, (bytes) => `${bytes} bytes`),
  empty: 'This is empty, so there is nothing to submit.',
  'insufficient-balance': 'The balance is too low. Add tokens or credits, then try again.',
  'rate-limited': 'The service asks for a pause between requests.',
  unavailable: 'The service cannot accept requests right now.',
  rejected: (values: Rejected) => {
    if (values.why === 'refused') {
      return values.said === null
        ? 'The service refused this without a reason. The details show its answer.'
        : `The service refused this.${saidPart(values.said)}`;
    }
    const to = values.to === null ? '' : ` to ${values.to}`;
    return `The service’s address has moved${to}. Check the account’s address.`;
  },
  'not-found': 'The service does not know this. Check the submission id and the account’s address.',
  'not-offered':
    'This address does not offer this. Check the account’s address. If it worked before, ask the service’s operator.',
  'app-id-required': 'The service requires an app id with each submission. Set it for this account, then retry.',
  'app-id-refused': ({ appId }: { readonly appId: string }) =>
    `The service does not accept the app id ${appId} for this account. Ask your operator for the right one, set it for this account, then retry.`,
  'not-accepted-here': 'This address does not accept submissions. Check the account’s address.',
  'not-an-id': 'This is not a submission id. Copy all of it again.',
  'not-final': 'The service has not finished this submission yet.',
  'server-error': ({ said }: { readonly said: string | null }) =>
    `Something went wrong inside the service.${saidPart(said)}`,
  'unreadable-answer':
    'The service’s answer could not be read. Check the account’s address. If it keeps happening, tell the service’s operator.',
  'id-in-doubt':
    'The service’s answer is not a receipt, but may mean that something was accepted. You may still have paid for it.',
  'secret-echoed':
    'The service’s answer contained this account’s key or token, so Dropslip does not show it. Tell the service’s operator and ask for a new key.',
  'own-secret': 'This contains your API key or access token. It was not sent.',
  'bytes-not-offered':
    'This service does not offer downloads to this account. Add an API key, or set a network node for the account under Accounts.',
} as const;

/** `size` formats a number of bytes. */
export function tooLargeMessage(values: TooLarge, size: (bytes: number) => string): string {
  const { limit = null, taken = null, said = null } = values ?? {};
  const todo = 'Make it smaller or split it, then add it again.';
  if (limit !== null) return `Larger than the service accepts (${size(limit)}). ${todo}`;
  const bound = taken === null ? '' : ` It accepted one of ${size(taken)}.`;
  // The service may state its limit in a unit that is not clear.
  const words = said !== null && /\d/.test(said) ? saidPart(said) : '';
  return `Larger than the service accepts.${bound}${words} ${todo}`;
}

function unreachableMessage(values: Unreachable): string {
  switch (values.why) {
    case 'no-answer':
      return 'The service did not answer.';
    case 'broke-off':
      return 'The connection to the service was lost.';
    case 'broke-off-sending':
      return 'The connection broke off while a file was being sent. If this happens each time, the service may not take files this large: set its largest upload under Accounts.';
    case 'address-not-valid':
      return 'The account’s address cannot be used. Example: https://service.example.';
    case 'silent':
      return `${values.host} cannot be reached. Check your internet connection, the account’s address, and that the service is running.`;
    case 'name-unknown':
      return `The address ${values.host} cannot be found. Check its spelling and your internet connection.`;
    case 'untrusted':
      return `This computer does not trust the certificate of ${values.host}. On a company network, ask your administrator to install its certificate. Otherwise ask the service’s operator.`;
    case 'insecure':
      return `No secure connection to ${values.host} was possible. Check the account’s address. If it is right, tell the service’s operator.`;
    case 'proxy':
      return `The proxy ${values.proxy} does not answer, or blocks Dropslip. Check this computer’s proxy settings, or ask your network administrator.`;
    case 'proxy-unusable':
      return 'Dropslip cannot use this computer’s proxy settings, so nothing is sent. Set an HTTP or SOCKS5 proxy, or list the service as an exception.';
  }
}

const saidPart = (said: string | null): string => (said === null ? '' : ` It said: “${said}”`);

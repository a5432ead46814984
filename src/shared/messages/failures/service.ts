import type { FailureMessages, serviceFailures } from '../../failures/failure-codes.ts';
import { credentialNames } from './app.ts';

type Messages = FailureMessages<keyof typeof serviceFailures>;
type Values<Code extends keyof Messages> = Messages[Code] extends (values: infer Named) => string ? Named : never;

const unreadable: Readonly<Record<Values<'unreadable-answer'>['why'], string>> = {
  'not-understood': 'The service’s answer could not be understood. Check the account’s address.',
  'too-long': 'The service’s answer is too long to be read. If it keeps happening, tell the service’s operator.',
  list: 'The service’s list could not be read. Try again later. If it keeps happening, tell the service’s operator.',
  'kept-list': 'The service’s list could not be read. The saved records are unchanged. Try again later.',
  'list-dropped': 'Reading the service’s records stopped and was restarted. Nothing is lost.',
  'token-names':
    'The service’s token names could not be read. Try again later. If it keeps happening, tell the service’s operator.',
  'lists-rest':
    'The last list from this account’s service could not be read. Refresh to try again. If it keeps happening, tell the service’s operator.',
};

const inDoubt: Readonly<Record<Values<'id-in-doubt'>['why'], string>> = {
  'id-named': 'The service gave a submission id, but no receipt. You may still have paid for it.',
  'perhaps-taken':
    'The service’s answer is not a receipt, but may mean that something was accepted. You may still have paid for it.',
  'two-answers':
    'The service gave two answers, and one of them belongs to another file. You may still have paid for it.',
};

export const serviceMessages: Messages = {
  unreachable: unreachableMessage,
  unauthorised: 'The service did not accept this account’s key or token. Check it under Accounts.',
  'credential-missing': credentialMessage,
  'too-large': (values) => tooLargeMessage(values, (bytes) => `${bytes} bytes`),
  empty: ({ by }) =>
    by === 'service'
      ? 'The service refused an empty submission: there is nothing to submit.'
      : 'The file is empty: there is nothing to submit.',
  'insufficient-balance': 'The token’s balance is too low. Make a deposit, then try again.',
  'rate-limited': 'The service asks for a pause between requests. Try again later.',
  unavailable: ({ why }) =>
    why === 'service'
      ? 'The service cannot accept requests right now. Try again later.'
      : 'Dropslip could not save its record of this attempt, so nothing was submitted. Try again.',
  rejected: (values) => {
    if (values.why === 'refused') return refusedMessage(values.said);
    const to = values.to === null ? '' : ` to ${values.to}`;
    return `The service’s address has moved${to}. Check the account’s address.`;
  },
  'not-found': (values) => {
    if (values.why === 'refused') return refusedMessage(values.said);
    return values.why === 'unknown'
      ? 'The service does not know this. Check the submission id and the account’s address.'
      : 'This address does not accept submissions. Check the account’s address.';
  },
  'not-an-id': 'This is not a submission id. Copy all of it again.',
  'not-final': 'The service has not finished this submission yet. Try again later.',
  'server-error': ({ said }) =>
    `Something went wrong inside the service. Try again later. If it keeps happening, tell its operator.${saidPart(said)}`,
  'unreadable-answer': ({ why }) => unreadable[why],
  'answered-early':
    'The service answered before everything was sent, so its answer is not a receipt. You may still have paid for it.',
  'id-in-doubt': ({ why }) => inDoubt[why],
  'secret-echoed':
    'The service’s answer contained this account’s key or token, so Dropslip does not show it. Tell the service’s operator and ask for a new key.',
  'own-secret': ({ kind }) => `That is your ${credentialNames[kind]}. It was not sent.`,
  'bytes-not-offered': ({ by }) => notOfferedMessages[by],
};

const notOfferedMessages = {
  'api-key':
    'This service does not offer downloads. Set a network node for the account under Accounts to download from the network.',
  'access-token': 'This service needs an API key for downloads. Add one to the account, or set a network node for it.',
  both: 'This service does not offer downloads. Set a network node for the account under Accounts to download from the network.',
} as const;

/** `size`: a number of bytes in words. */
export function tooLargeMessage(values: Values<'too-large'>, size: (bytes: number) => string): string {
  const { limit = null, taken = null, said = null } = values ?? {};
  const todo = 'Make it smaller or split it, then add it again.';
  if (limit !== null) return `Larger than the service accepts (${size(limit)}). ${todo}`;
  const bound = taken === null ? '' : ` It accepted one of ${size(taken)}.`;
  // A limit in its own words, which may be of a unit that is not clear.
  const words = said !== null && /\d/.test(said) ? saidPart(said) : '';
  return `Larger than the service accepts.${bound}${words} ${todo}`;
}

function unreachableMessage(values: Values<'unreachable'>): string {
  switch (values.why) {
    case 'no-answer':
      return 'No answer came. Try again.';
    case 'stopped-answering':
      return 'The service stopped answering. Try again, and check your internet connection.';
    case 'broke-off':
      return 'The connection to the service was lost. Try again, and check your internet connection.';
    case 'broke-off-sending':
      return 'The connection broke off while a file was being sent. If this happens each time, the service may not take files this large: set its largest upload under Accounts.';
    case 'address-not-valid':
      return 'The account’s address cannot be used. Example: https://service.example.';
    case 'silent':
      return `${values.host} does not answer. Check your internet connection and the account’s address.`;
    case 'name-unknown':
      return `The address ${values.host} cannot be found. Check its spelling and your internet connection.`;
    case 'refused':
      return `Nothing answers at ${values.host}. Check the account’s address, and that the service is running.`;
    case 'untrusted':
      return `This computer does not trust the certificate of ${values.host}. On a company network, ask your administrator to install its certificate. Otherwise ask the service’s operator.`;
    case 'insecure':
      return `No secure connection to ${values.host} was possible. Check the account’s address. If it is right, tell the service’s operator.`;
    case 'other':
      return `${values.host} cannot be reached. Check your internet connection and the account’s address.`;
    case 'proxy-silent':
      return `The proxy ${values.proxy} does not answer. Check this computer’s proxy settings and connection.`;
    case 'proxy-socks':
      return `This computer uses the SOCKS proxy ${values.proxy}, which Dropslip cannot use, so nothing is sent. Set an HTTP proxy, or list the service as an exception in the proxy settings.`;
    case 'proxy-unreadable':
      return 'This computer’s proxy settings cannot be read, so nothing is sent. Correct them in the system’s settings, or in HTTPS_PROXY or HTTP_PROXY.';
    case 'proxy-refuses':
      return `The proxy ${values.proxy} blocks Dropslip from ${values.host}. Check this computer’s proxy settings, or ask your network administrator.`;
  }
}

function credentialMessage(values: Values<'credential-missing'>): string {
  if (values.why === 'keychain-silent') {
    return 'The keychain did not give the account’s key. Unlock it, or enter the key again under Accounts.';
  }
  const name = credentialNames[values.kind];
  return values.why === 'none'
    ? `This account has no ${name}. Add one under Accounts.`
    : `The account’s ${name} contains characters that are not allowed. Enter it again under Accounts.`;
}

function refusedMessage(said: string | null): string {
  return said === null
    ? 'The service refused this without a reason. The details show its answer.'
    : `The service refused this.${saidPart(said)}`;
}

const saidPart = (said: string | null): string => (said === null ? '' : ` It said: “${said}”`);

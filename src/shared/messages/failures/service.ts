import type { serviceFailures } from '../../failures/failure-codes.ts';
import { credentialNames } from '../credential-names.ts';
import type { FailureMessages } from './messages-of-codes.ts';

type Messages = FailureMessages<keyof typeof serviceFailures>;
type Values<Code extends keyof Messages> = Messages[Code] extends (values: infer Named) => string ? Named : never;

const unreadable: Readonly<Record<Values<'unreadable-answer'>['why'], string>> = {
  'not-understood':
    'The service’s answer could not be understood. Check that the account’s address is that of the service.',
  'too-long':
    'The service’s answer is longer than what it was asked for, so Dropslip stopped reading it. If it stays so, tell the service’s operator.',
  list: 'The service’s list could not be read. Try again later; if it stays so, tell the service’s operator.',
  'kept-list': 'The service’s list could not be read. What is kept stays as it is. Try again later.',
  'list-dropped': 'What reads the service’s records stopped and was started again. Nothing is lost.',
  'token-names':
    'The service’s token names could not be read. Try again later; if it stays so, tell the service’s operator.',
  'lists-rest':
    'The last list that this account’s service sent could not be read, so it is not asked again by itself. Refresh to ask it again; tell the service’s operator if it stays so.',
};

const inDoubt: Readonly<Record<Values<'id-in-doubt'>['why'], string>> = {
  'id-named':
    'The service gave a submission id in an answer that is no receipt. It may have been paid for all the same.',
  'perhaps-taken':
    'The service’s answer is no receipt, and yet may say that something was taken. It may have been paid for all the same.',
  'two-answers':
    'The service gave two answers at once, and one of them is not to this file. It may have been paid for all the same.',
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
  'insufficient-balance': 'The token’s balance does not cover this. Make a deposit, then try again.',
  'rate-limited': 'The service asks for a pause between requests. Try again a little later.',
  unavailable: ({ why }) =>
    why === 'service'
      ? 'The service cannot take requests at the moment. Try again a little later.'
      : 'Dropslip could not write down that this was being sent, so nothing was submitted. Try again.',
  rejected: (values) => {
    if (values.why === 'refused') return refusedMessage(values.said);
    const to = values.to === null ? '' : ` to ${values.to}`;
    return `The service’s address has moved${to}. Check the account’s address.`;
  },
  'not-found': (values) => {
    if (values.why === 'refused') return refusedMessage(values.said);
    return values.why === 'unknown'
      ? 'The service does not know this. Check the submission id and the account’s address.'
      : 'The service takes nothing under this address. Check the account’s address.';
  },
  'not-an-id': 'This is not a submission id. Copy it again, whole.',
  'not-final': 'The service has not finished this submission yet. Try again later.',
  'server-error': ({ said }) =>
    `Something went wrong inside the service. Try again later; if it stays so, tell its operator.${saidPart(said)}`,
  'unreadable-answer': ({ why }) => unreadable[why],
  'answered-early':
    'The service answered before everything was sent, so its answer is no receipt. It may have been paid for all the same.',
  'id-in-doubt': ({ why }) => inDoubt[why],
  'secret-echoed':
    'The service gave this account’s key or token back in its answer, so Dropslip read nothing of it. Tell the service’s operator, and ask for a new key.',
  'own-secret': ({ kind }) => `That is your ${credentialNames[kind]}. It was not sent.`,
  'bytes-not-offered': ({ by }) => notOfferedMessages[by],
};

const notOfferedMessages = {
  'api-key':
    'This service gives nothing back. Set a node of the network for the account, under Accounts, to get it from there.',
  'access-token':
    'With an access token alone this service gives nothing back. Add an API key to the account, or set a node of the network for it.',
  both: 'This service gives nothing back. Set a node of the network for the account, under Accounts, to get it from there.',
} as const;

/** `size`: a number of bytes in words. */
export function tooLargeMessage(values: Values<'too-large'>, size: (bytes: number) => string): string {
  const { limit = null, taken = null, said = null } = values ?? {};
  const todo = 'Make it smaller or split it, then add it again.';
  if (limit !== null) return `Larger than the service takes (${size(limit)}). ${todo}`;
  const bound = taken === null ? '' : ` It has taken one of ${size(taken)}.`;
  // A limit in its own words, which may be of a unit that is not clear.
  const words = said !== null && /\d/.test(said) ? saidPart(said) : '';
  return `Larger than the service takes.${bound}${words} ${todo}`;
}

function unreachableMessage(values: Values<'unreachable'>): string {
  switch (values.why) {
    case 'no-answer':
      return 'No answer came. Try again.';
    case 'stopped-answering':
      return 'The service stopped answering. Try again; check your internet connection if it stays so.';
    case 'broke-off':
      return 'The connection to the service broke off. Try again; check your internet connection if it stays so.';
    case 'broke-off-sending':
      return 'The connection broke off while a file was being sent. If this happens each time, the service may not take files this large: set its largest upload under Accounts.';
    case 'address-not-valid':
      return 'The account’s address is not one that can be used. It should look like https://service.example.';
    case 'silent':
      return `${values.host} does not answer. Check your internet connection and the account’s address.`;
    case 'name-unknown':
      return `The address ${values.host} cannot be found. Check its spelling and your internet connection.`;
    case 'refused':
      return `Nothing answers at ${values.host}. Check that the service is running and that the account’s address is right.`;
    case 'untrusted':
      return `This computer does not trust the certificate of ${values.host}. On a company’s network, ask your administrator to install its authority; otherwise ask the service’s operator.`;
    case 'insecure':
      return `No secure connection to ${values.host} could be made. Check the account’s address; if it is right, tell the service’s operator.`;
    case 'other':
      return `${values.host} cannot be reached. Check your internet connection and the account’s address.`;
    case 'proxy-silent':
      return `The proxy ${values.proxy}, through which this computer reaches the service, does not answer. Check this computer’s proxy settings and its connection.`;
    case 'proxy-socks':
      return `This computer uses the SOCKS proxy ${values.proxy}, which Dropslip cannot use, so nothing is sent. Set an HTTP proxy, or list the service as an exception in the proxy settings.`;
    case 'proxy-unreadable':
      return 'This computer’s proxy settings cannot be read, so nothing is sent. Correct them in the system’s settings, or in HTTPS_PROXY or HTTP_PROXY.';
    case 'proxy-refuses':
      return `The proxy ${values.proxy} does not let Dropslip through to ${values.host}. Check this computer’s proxy settings, or ask your network’s administrator.`;
  }
}

function credentialMessage(values: Values<'credential-missing'>): string {
  if (values.why === 'keychain-silent') {
    return 'The keychain did not give the account’s key. Unlock it, or enter the key again under Accounts.';
  }
  const name = credentialNames[values.kind];
  return values.why === 'none'
    ? `This account has no ${name}. Add one under Accounts.`
    : `The account’s ${name} holds characters that no ${name} has. Enter it again under Accounts.`;
}

function refusedMessage(said: string | null): string {
  return said === null
    ? 'The service refused this without saying why. The details show its answer.'
    : `The service refused this.${saidPart(said)}`;
}

const saidPart = (said: string | null): string => (said === null ? '' : ` It said: “${said}”`);

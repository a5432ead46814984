import type { ServiceKind } from '../account.ts';
import type {
  AccountProblem,
  CheckFinding,
  CheckLine,
  plainFindings,
  ReportedRoute,
  ShownRoute,
} from '../bridge/accounts.ts';
import { credentialNames } from './failures/app.ts';
import { failureMessage } from './failures/failure-message.ts';

export function accountProblemWords(trouble: AccountProblem): string {
  switch (trouble.kind) {
    case 'account-damaged':
      return 'Some settings of this account are damaged and cannot be read, so nothing is sent. Choose Edit, check each setting, and save.';
    case 'api-key-only':
      return 'The service has credits now and takes files with an API key only, so nothing is submitted. Choose Edit, choose the API key, and save.';
    case 'keychain':
      return failureMessage(trouble.keychain);
    case 'credential-missing':
      return `This account has no ${credentialNames[trouble.credential]}, so nothing is submitted. Enter it to continue.`;
    case 'secret-echoed':
      return 'The service’s answer contained this account’s key or token, where others may see it. Nothing is submitted for now. Tell the operator and enter a new one, or enter the same one again to continue with it.';
    case 'token-expired':
      return trouble.blocks
        ? 'The access token has expired, so nothing is submitted. Get a new one from your operator and enter it to continue.'
        : 'The access token has expired, so balances and confirmations are not read. Get a new one from your operator and enter it.';
    case 'unauthorised': {
      const consequence = trouble.blocks ? ', so nothing is submitted' : '';
      return `The service does not accept this account’s ${credentialNames[trouble.credential]}${consequence}. Enter it again, or ask your operator for a new one.`;
    }
    case 'token-expires-soon':
      return 'The access token expires in a few minutes. Get a new one from your operator and enter it.';
  }
}

export function checkWords({ topic, finding }: Pick<CheckLine, 'topic' | 'finding'>): string {
  switch (finding.code) {
    case 'accepted':
    case 'not-accepted':
    case 'not-offered':
      return credentialWords[finding.code][topic === 'api-key' ? 'api-key' : 'access-token'];
    case 'not-given':
      return `No ${credentialNames[finding.credential]} was given.`;
    case 'failed':
      return failureMessage(finding.reason);
    case 'tokens':
      return finding.count === 1 ? '1 token found.' : `${finding.count} tokens found.`;
    case 'credits':
      return `This service has credits. ${finding.apps === 1 ? '1 app' : `${finding.apps} apps`} found.`;
    case 'token-names':
      return namesWords(finding);
    case 'after-access-token':
      return topic === 'tokens'
        ? 'Tokens can be read once the access token is accepted.'
        : 'Checked once the access token is accepted.';
    default:
      return plainWords[finding.code];
  }
}

const credentialWords = {
  accepted: { 'api-key': 'The API key is accepted.', 'access-token': 'The access token is accepted.' },
  'not-accepted': {
    'api-key': 'The service does not accept this API key. Copy all of it again, or ask the operator for a new one.',
    'access-token':
      'The service does not accept this access token. It may have expired: sign in with the operator again and copy the new one.',
  },
  'not-offered': {
    'api-key': 'This address does not accept submissions with an API key. Ask the operator for one that does.',
    'access-token': 'This address does not accept an access token. Ask the operator for one that does.',
  },
} as const;

type Worded = 'after-access-token' | keyof typeof credentialWords;

const plainWords: { readonly [Code in Exclude<(typeof plainFindings)[number], Worded>]: string } = {
  'after-address': 'Checked once the address answers.',
  'service-answers': 'The service answers.',
  'something-answers': 'This address answers.',
  'token-expired': 'This access token has expired. Sign in with the operator again and copy the new one.',
  'no-tokens': 'This account has no tokens yet. Register a deposit first, or ask the operator.',
  'no-list': 'No list of token names was found. Enter the name that your operator gave you.',
  'empty-list': 'The list of token names is empty.',
  'gives-back': 'You can download your files from the service.',
  'gives-nothing-back':
    'This service does not offer downloads. To download your files, set a network node in the account’s settings.',
  'node-set': 'You can download your files from your network node.',
  'can-deposit': 'Deposits can be registered here.',
  'can-top-up': 'Credits can be ordered here.',
  'no-path': 'No way to deposit or top up was found. Ask the operator.',
};

function namesWords({ names, more }: Extract<CheckFinding, { code: 'token-names' }>): string {
  return `Found: ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`;
}

export const serviceKindWords: { readonly [Kind in ServiceKind]: string } = {
  contract: 'with tokens',
  deployed: 'with tokens and downloads',
  credits: 'with credits',
};

/** The route of requests: direct, or through a proxy. Mentions submissions if their route differs. */
export function routeWords(route: ReportedRoute): string {
  const [service, submissions] = [routeText(route.service), routeText(route.submissions)];
  const first = `${service.charAt(0).toUpperCase()}${service.slice(1)}`;
  return service === submissions ? first : `${first}; submissions ${submissions}`;
}

function routeText(way: ShownRoute): string {
  switch (way.kind) {
    case 'direct':
      return 'directly';
    case 'proxy':
      return `through the proxy ${way.proxy}`;
    case 'unusable':
      return 'none: Dropslip cannot use the proxy settings';
    case 'no-address':
      return 'none: this is not an address';
  }
}

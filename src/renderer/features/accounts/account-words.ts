import { readAddress } from '../../../shared/addresses.ts';
import type {
  Account,
  AccountProblem,
  CredentialKind,
  CredentialNote,
  SubmitBy,
} from '../../../shared/bridge/accounts.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import type { KnownPayloadLimit } from '../../../shared/submissions/parts.ts';
import { formatDuration, formatSize } from '../../ui/format.ts';

export const credentialNames: { readonly [Kind in CredentialKind]: string } = {
  'api-key': 'API key',
  'access-token': 'Access token',
};

export type Words = { readonly text: string; readonly tone: 'plain' | 'warn' | 'bad' };

const WARNS_BEFORE_SECONDS = 10 * 60;

/** A saved credential: `••••1234, expires in 3 h`. `now` is in epoch milliseconds. */
export function credentialWords(note: CredentialNote | null, now: number): Words {
  if (note === null) return { text: 'None', tone: 'plain' };
  const shown = `••••${note.ending}`;
  if (note.expiresAt === null) return { text: shown, tone: 'plain' };
  const seconds = (Date.parse(note.expiresAt) - now) / 1000;
  if (Number.isNaN(seconds)) return { text: shown, tone: 'plain' };
  if (seconds <= 0) return { text: `${shown}, expired`, tone: 'bad' };
  return {
    text: `${shown}, expires in ${formatDuration(seconds)}`,
    tone: seconds < WARNS_BEFORE_SECONDS ? 'warn' : 'plain',
  };
}

export function placeWords(account: Pick<Account, 'credentials' | 'kind' | 'place'>): Words {
  const { apiKey, accessToken } = account.credentials;
  if (account.kind === 'service' && apiKey === null && accessToken === null) {
    return { text: 'Not saved: there is no key or token. Enter it again.', tone: 'warn' };
  }
  if (account.place.kind === 'keychain') return { text: 'Your system’s keychain', tone: 'plain' };
  return { text: `For this session only. ${reasonWords(account.place.reason)}`, tone: 'warn' };
}

function reasonWords(reason: Failure | null): string {
  return reason === null ? 'Practice credentials are new at every start.' : failureMessage(reason);
}

export function submitByWords(submitBy: SubmitBy): string {
  return submitBy.variant === 'api-key' ? 'API key' : `Access token, pays with ${submitBy.token}`;
}

/** The fix for a problem: a new credential, other settings, or another check. */
type Mending =
  | { readonly kind: 'paste'; readonly credential: CredentialKind }
  | { readonly kind: 'edit' }
  | { readonly kind: 'check' };

const mayAnswerLater: ReadonlySet<string> = new Set(['keychain-locked', 'keychain-unanswering']);

export function mendingOf(trouble: AccountProblem, submitBy: SubmitBy): Mending {
  switch (trouble.kind) {
    case 'token-expires-soon':
    case 'token-expired':
      return { kind: 'paste', credential: 'access-token' };
    case 'unauthorised':
    case 'credential-missing':
      return { kind: 'paste', credential: trouble.credential };
    // A user who trusts the service anyway enters the same credential again.
    case 'secret-echoed':
      return { kind: 'paste', credential: submitBy.variant };
    case 'account-damaged':
    case 'api-key-only':
      return { kind: 'edit' };
    case 'keychain':
      return mayAnswerLater.has(trouble.keychain.code)
        ? { kind: 'check' }
        : { kind: 'paste', credential: submitBy.variant };
  }
}

export function placedWords(address: string | null): Words {
  if (address === null) return { text: 'Starting…', tone: 'plain' };
  const read = readAddress(address);
  const isExposed = read.ok && read.isExposed;
  return { text: isExposed ? `${address} is not encrypted` : address, tone: isExposed ? 'warn' : 'plain' };
}

export function addressWords(text: string): Words | null {
  if (text.trim() === '') return null;
  const read = readAddress(text);
  if (!read.ok) return null;
  if (read.isExposed) {
    return {
      text: `${read.address} is not encrypted. Anyone on the network can read your key and your files. Use https:// if you can.`,
      tone: 'warn',
    };
  }
  return { text: `Read as ${read.address}`, tone: 'plain' };
}

/** A hint if the pasted text does not look like this kind of secret. Never repeats any of it. */
export function secretWords(kind: CredentialKind, pasted: string): Words | null {
  const secret = pasted.trim();
  if (secret === '') return null;
  const looksLikeJwt = /^(bearer\s+)?eyJ[\w-]*\.[\w-]+\.[\w-]*$/i.test(secret);
  if (kind === 'api-key' && looksLikeJwt) {
    return { text: 'This looks like an access token. If it is one, paste it below instead.', tone: 'warn' };
  }
  if (kind === 'access-token' && /^bearer\s/i.test(secret)) {
    return { text: 'The word “Bearer” before it is ignored.', tone: 'plain' };
  }
  return null;
}

/** The smallest limit in bytes: services bill at least as much. */
const LEAST = 1_024;

export function payloadLimitWords({ byHand, partSize, smallestRefused, stated }: KnownPayloadLimit): string {
  if (byHand !== null) return `${formatSize(byHand)}, set by you`;
  if (stated !== null) return `${formatSize(stated)}, as the service says`;
  if (smallestRefused === null) return 'Unknown so far';
  return `Less than ${formatSize(smallestRefused)}. Larger files are sent in parts of ${formatSize(partSize)}`;
}

/** Plain digits, or groups of three with one kind of separator. Anything else may be a fraction. */
const wholeNumber = /^\d{1,3}([\s.,’'])\d{3}(?:\1\d{3})*$|^\d+$/;

export function typedLimit(typed: string): number | null {
  const text = typed.trim();
  const bytes = wholeNumber.test(text) ? Number(text.replace(/\D/g, '')) : 0;
  return bytes >= LEAST && bytes < 1e13 ? bytes : null;
}

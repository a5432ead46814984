import { readAddress } from '../../addresses.ts';
import type { AccountSettings, CredentialKind, SubmitBy } from '../../bridge/accounts.ts';
import type { Question } from '../../bridge/ipc.ts';
import { askedAddress, askedName, askedToken } from '../../text.ts';
import { credentialNames, secretNames } from '../failures/app.ts';

/** The account of a question; `address` is null while its service is starting. */
export type AskedAccount = { readonly name: string; readonly address: string | null };

/** An address for questions. It always shows that a connection is not encrypted. */
function addressWords(address: string): string {
  const read = readAddress(address);
  return `${askedAddress(address)}${read.ok && read.isExposed ? ' (not encrypted)' : ''}`;
}

/** The last lines of a question's subject. They include the address, because two accounts may have the same name. */
export function accountLines({ name, address }: AskedAccount): readonly string[] {
  return [...(address === null ? [] : [`To ${addressWords(address)}`]), `Account ${askedName(name)}`];
}

/** The addresses for requests. */
type AskedPlace = Pick<AccountSettings, 'address' | 'submitAddress'>;
type NewPlace = AskedPlace & { readonly nodeAddress?: string | null };

/** A credential to be used. A question shows only its last characters. */
export type AskedSecret = { readonly kind: CredentialKind; readonly ending: string };

/** The warning before anything of the user is sent to a service. */
export const publicWords = 'Anybody can read what you submit, permanently.';

const why = 'We ask in a separate window so that only you can confirm this.';

/** Asks about a new account, also one at the address of another account. */
export function aboutNewPlace(place: NewPlace, name: string, secrets: readonly AskedSecret[]): Question {
  const kinds = secrets.map(({ kind }) => credentialNames[kind]).join(', ');
  const goes = kinds === '' ? 'files' : `${kinds} and files`;
  return (
    exposedAddressQuestion(place, newLines(place, name, secrets), true) ?? {
      title: 'Add this account?',
      text: `Your ${goes} go to ${place.submitAddress === null ? 'this address. Check that it is the one' : 'these addresses. Check that they are the ones'} that your operator gave you, and add only an account that you entered yourself. ${publicWords}`,
      subject: newLines(place, name, secrets),
      confirm: 'Connect',
      tone: 'plain',
    }
  );
}

function newLines(place: NewPlace, name: string, secrets: readonly AskedSecret[]): string {
  const node = place.nodeAddress == null ? [] : [`Network node: ${addressWords(place.nodeAddress)}`];
  return [placeLines(place), ...node, `Account ${askedName(name)}`, ...secretLines(secrets)].join('\n');
}

export function aboutMove(account: AskedAccount, place: AskedPlace, secrets: readonly AskedSecret[]): Question {
  const lines = [placeLines(place), ...fromLines(account, place), ...secretLines(secrets)].join('\n');
  return (
    exposedAddressQuestion(place, lines, false) ?? {
      title: 'Move this account to another address?',
      text: 'Its files, key and token will go there. Compare the address letter by letter with what your operator gave you.',
      subject: lines,
      confirm: 'Move it',
      tone: 'plain',
    }
  );
}

/** Asks about other credentials, or about another variant of submission or token. `submitBy`: null if it stays. */
export function aboutPayer(
  account: AskedAccount,
  secrets: readonly AskedSecret[],
  submitBy: SubmitBy | null,
): Question {
  const pays = submitBy?.variant === 'api-key' ? 'the API key' : submitBy && askedToken(submitBy.token);
  return {
    title: 'Change what pays?',
    text: `What you submit with this account will be paid with this. Confirm only if you entered or chose it yourself. ${why}`,
    subject: [whose(account), ...secretLines(secrets), ...(pays === null ? [] : [`Pays with ${pays}`])].join('\n'),
    confirm: 'Use it',
    tone: 'plain',
  };
}

/** A node receives no secret, but learns who looks for what. */
export function aboutNode(address: string): Question {
  return {
    title: 'Use this network node?',
    text: `Dropslip uses it to check submissions on the network. The node sees which blocks you look at, but no key, token or file. ${why}`,
    subject: addressWords(address),
    confirm: 'Use this node',
    tone: 'plain',
  };
}

export function aboutRemoval(account: AskedAccount, held: readonly (keyof typeof secretNames)[]): Question {
  const kept = held.map((kind) => `its ${secretNames[kind]}, `).join('');
  const opensFiles = held.some((kind) => kind === 'passphrase' || kind === 'identity');
  const copy = opensFiles
    ? 'First save a copy of the passphrase or key of your private files. Without it, nobody can read them again. '
    : '';
  return {
    title: 'Remove this account?',
    text: `Dropslip removes for good: ${kept}its queue (pending files are not sent) and its list of receipts. What you submitted stays with the service. ${copy}${why}`,
    subject: whose(account),
    confirm: 'Remove account',
    tone: 'warning',
  };
}

/** Shows only the kind and the last characters. */
function secretLines(secrets: readonly AskedSecret[]): string[] {
  return secrets.map(({ kind, ending }) =>
    ending === '' ? `New ${credentialNames[kind]}` : `New ${credentialNames[kind]}: ends in ${ending}`,
  );
}

/** Null if every connection is encrypted or local. */
function exposedAddressQuestion(place: AskedPlace, subject: string, isNew: boolean): Question | null {
  const isClear = [place.address, place.submitAddress].some((address) => {
    const read = address === null ? null : readAddress(address);
    return read?.ok === true && read.isExposed;
  });
  if (!isClear) return null;
  return {
    title: 'This address is not encrypted',
    text: `Anyone between this computer and the service could read and change your key, token and files. Continue only if you trust this network and your operator told you to use http.${isNew ? ` ${publicWords}` : ''}`,
    subject,
    confirm: 'Connect without encryption',
    tone: 'warning',
  };
}

/** Origins come first, so that a page cannot push them away with a long text. */
function placeLines({ address, submitAddress }: AskedPlace): string {
  return [
    addressWords(address),
    ...(submitAddress === null ? [] : [`Submissions: ${addressWords(submitAddress)}`]),
  ].join('\n');
}

/** Adds the old address, because two accounts may have the same name. */
function fromLines({ name, address }: AskedAccount, to: AskedPlace): readonly string[] {
  const from = address === null || address === to.address ? [] : [`Until now at ${addressWords(address)}`];
  return [`Account ${askedName(name)}`, ...from];
}

function whose({ name, address }: AskedAccount): string {
  const account = `Account ${askedName(name)}`;
  return address === null ? account : `${addressWords(address)}\n${account}`;
}

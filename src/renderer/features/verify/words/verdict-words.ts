import type {
  Against,
  Comparison,
  DigestName,
  FileVerification,
  Piece,
  SentAs,
  ServiceSays,
  ServiceWord,
  Verdict,
  Verification,
} from '../../../../shared/bridge/receipts.ts';
import { visibleName } from '../../../../shared/text.ts';

export type VerdictWords = {
  readonly tone: 'good' | 'bad' | 'open';
  readonly title: string;
  readonly text: string;
};

const digestLabels: { readonly [Name in DigestName]: string } = {
  keccak256: 'Keccak-256',
  blake2b256: 'BLAKE2b-256',
  sha256: 'SHA-256',
};

const unknownHash =
  'The service’s hash is of a kind that can’t be checked here: of this file, encrypted, or of another one.';

/** The answer in words, for somebody who never heard of a digest. */
export function verdictWords({ inside, ...rest }: FileVerification): VerdictWords {
  const words = bytesWords(rest);
  if (inside === 'closed' && rest.verdict.kind !== 'piece') {
    return {
      tone: 'open',
      title: 'This is an encrypted file',
      text: 'As it is, it is not what was submitted. Whether what is in it is, can be told once it is opened.',
    };
  }
  return inside === 'opened' ? { ...words, title: openedTitle(words, rest.verdict) } : words;
}

/** Of what was encrypted: the words are those on what is in it. */
function openedTitle({ title }: VerdictWords, { kind }: Verdict): string {
  if (kind === 'same') return 'It opens, and in it is the file that was submitted';
  return kind === 'different' ? 'It opens, but in it is not the file that was submitted' : `It opens. ${title}`;
}

function bytesWords({ verdict, against, receipts }: Omit<FileVerification, 'inside'>): VerdictWords {
  const submission =
    against.kind === 'receipt' ? 'the receipt' : against.kind === 'manifest' ? 'the manifest' : 'this submission';
  switch (verdict.kind) {
    case 'same': {
      const wentInParts =
        against.kind === 'receipt' && against.receipt.version === 3 && against.receipt.manifest !== null;
      return {
        tone: 'good',
        title: 'This is the file that was submitted',
        text: `Its bytes are those of ${submission}, by ${digestList(verdict.by)}. ${restsOn(against, verdict.service, wentInParts)}`,
      };
    }
    case 'piece':
      return {
        tone: 'good',
        title: pieceTitle(verdict.piece),
        text: `Its bytes are among those of ${submission}, by ${digestList(verdict.by)}. ${restsOn(against, verdict.service, false)}${
          verdict.piece.kind === 'encrypted' ? ' What is in it can be compared once it is opened.' : ''
        }`,
      };
    case 'different':
      return {
        tone: 'bad',
        title: 'This is not the file that was submitted',
        text:
          receipts > 1
            ? `None of the ${receipts} receipts in this file is of these bytes. The first one is shown.`
            : `Its contents differ from ${submission}. One changed letter is enough for that.`,
      };
    case 'contradiction':
      return {
        tone: 'bad',
        title: `${against.kind === 'receipt' ? 'The receipt' : 'What is kept'} contradicts itself`,
        text: 'The service recorded the hash of this file, but the digests that Dropslip took are of other bytes. It proves nothing. Ask the operator of the service about this submission.',
      };
    case 'cannot-say': {
      if (verdict.size === 'different') {
        return {
          tone: 'bad',
          title: 'This is not the file that was submitted',
          text: 'Its size is another than that of the submission.',
        };
      }
      const size = verdict.size === 'same' ? ' Its size fits, which proves nothing.' : '';
      return verdict.service === 'unknown-hash'
        ? {
            tone: 'open',
            title: 'This cannot be told here',
            text: `${unknownHash}${size} Use the receipt that Dropslip made when the file was submitted, if you have it.`,
          }
        : {
            tone: 'open',
            title: 'This cannot be told yet',
            text: `The service has not recorded a hash of this submission yet, and Dropslip did not read its file.${size} Ask the service, or try again later.`,
          };
    }
  }
}

function pieceTitle(piece: Piece): string {
  switch (piece.kind) {
    case 'part':
      return `This is part ${piece.number} of ${piece.of} of what was submitted`;
    case 'manifest':
      return 'This is the list of the parts that were submitted';
    case 'encrypted':
      return 'This is the encrypted copy that was submitted';
    case 'member':
      return `This is “${visibleName(piece.path)}” of the folder that was submitted`;
  }
}

function digestList(by: readonly DigestName[]): string {
  return listOf(by.map((name) => digestLabels[name]));
}

/** A manifest has neither a seal nor a record: it is as true as where it comes from. */
function restsOn(against: Against, service: ServiceSays, ofParts: boolean): string {
  return against.kind === 'manifest'
    ? 'This rests on the manifest alone, so on where you have that from.'
    : serviceSays(service, ofParts);
}

function serviceSays(service: ServiceSays, ofParts: boolean): string {
  if (service === 'agrees') {
    return ofParts
      ? 'The service’s records of its parts give the same hashes.'
      : 'The service’s record gives the same hash.';
  }
  const why =
    service === 'not-yet'
      ? 'The service had not recorded a hash yet'
      : 'The service’s hash is of a kind that can’t be checked here';
  return `${why}, so this rests on what Dropslip read when it submitted the file.`;
}

/** What the service says when it is asked. */
export function serviceWords({ comparison, accountName, of }: ServiceWord): VerdictWords {
  const what =
    of === 'file' ? '' : ` What was compared is ${lowerCase(sentLabel(of))}: that is what the service was sent.`;
  const asked = `Asked just now with the account “${accountName}”.${comparison === null ? '' : what}`;
  if (comparison === null) {
    return {
      tone: 'open',
      title: 'The service knows this submission, but has not recorded a hash yet',
      text: `${asked} Try again once it is in a block.`,
    };
  }
  if (comparison.same === null) {
    return { tone: 'open', title: 'The service’s record does not tell', text: `${asked} ${unknownHash}` };
  }
  return comparison.same
    ? { tone: 'good', title: 'The service’s record says the same', text: asked }
    : {
        tone: 'bad',
        title: 'The service’s record has another hash',
        text: `${asked} ${of === 'file' ? 'These' : 'Those'} are not the bytes that it has.`,
      };
}

/** What is held against the service's hash. */
export function sentLabel(as: SentAs): string {
  return as === 'file' ? 'Your file' : as === 'manifest' ? 'The manifest' : 'The encrypted file';
}

const lowerCase = (label: string): string => `${label.slice(0, 1).toLowerCase()}${label.slice(1)}`;

export function outcomeLabel({ same }: Comparison): string {
  return same === null ? 'Can’t be checked' : same ? 'The same' : 'Different';
}

export function comparisonLabel({ what }: Comparison): string {
  if (what === 'size') return 'Size in bytes';
  return what === 'data-hash' ? 'Data hash' : digestLabels[what];
}

/** Where the value that is to be had comes from. */
export function witnessLabel({ witness }: Comparison, kind: Verification['against']['kind']): string {
  if (witness === 'service') return 'The service’s record';
  if (kind === 'manifest') return 'The manifest';
  return kind === 'receipt' ? 'The receipt' : 'Dropslip, when it submitted';
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

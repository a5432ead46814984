import type {
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
  'The service’s kind of hash can’t be checked here. It may be of this file encrypted, or of a different file.';

/** The result in plain words, for users who do not know digests. */
export function verdictWords({ inside, ...rest }: FileVerification): VerdictWords {
  const words = bytesWords(rest);
  if (inside === 'closed' && rest.verdict.kind !== 'piece') {
    return {
      tone: 'open',
      title: 'This is an encrypted file',
      text: 'The encrypted file itself was not submitted. Open it to compare its contents.',
    };
  }
  return inside === 'opened' ? { ...words, title: openedTitle(words, rest.verdict) } : words;
}

/** The title for the contents of an encrypted file. */
function openedTitle({ title }: VerdictWords, { kind }: Verdict): string {
  if (kind === 'same') return 'It opens, and contains the file that was submitted';
  return kind === 'different' ? 'It opens, but does not contain the file that was submitted' : `It opens. ${title}`;
}

function bytesWords({ verdict, against, receipts }: Omit<FileVerification, 'inside'>): VerdictWords {
  const submission = against.kind === 'receipt' ? 'the receipt' : 'this submission';
  switch (verdict.kind) {
    case 'same': {
      const wentInParts = against.kind === 'receipt' && against.receipt.composition?.manifest != null;
      return {
        tone: 'good',
        title: 'This is the file that was submitted',
        text: `Its contents are the same as those of ${submission}, by ${digestList(verdict.by)}. ${serviceSays(verdict.service, wentInParts)}`,
      };
    }
    case 'piece':
      return {
        tone: 'good',
        title: pieceTitle(verdict.piece),
        text: `Its contents are part of ${submission}, by ${digestList(verdict.by)}. ${serviceSays(verdict.service, false)}${
          verdict.piece.kind === 'encrypted' ? ' Open it to compare its contents.' : ''
        }`,
      };
    case 'different':
      return {
        tone: 'bad',
        title: 'This is not the file that was submitted',
        text:
          receipts > 1
            ? `None of the ${receipts} receipts matches this file. The first one is shown.`
            : `Its contents differ from ${submission}. One changed letter is enough for that.`,
      };
    case 'cannot-say': {
      const size = verdict.sizeFits ? ' Its size is the same, which proves nothing.' : '';
      return verdict.service === 'unknown-hash'
        ? {
            tone: 'open',
            title: 'This cannot be verified here',
            text: `${unknownHash}${size} Use the receipt that Dropslip saved for the submission, if you have it.`,
          }
        : {
            tone: 'open',
            title: 'This cannot be verified yet',
            text: `The service has not recorded a hash of this submission yet, and Dropslip has no digests of its file.${size} Ask the service, or try again later.`,
          };
    }
  }
}

function pieceTitle(piece: Piece): string {
  return piece.kind === 'encrypted'
    ? 'This is the encrypted copy that was submitted'
    : `This is “${visibleName(piece.path)}” from the folder that was submitted`;
}

function digestList(by: readonly DigestName[]): string {
  return listOf(by.map((name) => digestLabels[name]));
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
      : 'The service’s kind of hash can’t be checked here';
  return `${why}, so this is based on what Dropslip read when it submitted the file.`;
}

export function serviceWords({ comparison, accountName, of }: ServiceWord): VerdictWords {
  const what = of === 'file' ? '' : ` It was compared with ${lowerCase(sentLabel(of))}, which is what was sent.`;
  const asked = `Asked with the account “${accountName}”.${comparison === null ? '' : what}`;
  if (comparison === null) {
    return {
      tone: 'open',
      title: 'The service knows this submission, but has not recorded a hash yet',
      text: `${asked} Try again once it is in a block.`,
    };
  }
  if (comparison.same === null) {
    return { tone: 'open', title: 'The service’s record does not show it', text: `${asked} ${unknownHash}` };
  }
  return comparison.same
    ? { tone: 'good', title: 'The service’s record says the same', text: asked }
    : {
        tone: 'bad',
        title: 'The service’s record has a different hash',
        text: `${asked} ${of === 'file' ? 'These' : 'Those'} are different contents.`,
      };
}

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

export function witnessLabel({ witness }: Comparison, kind: Verification['against']['kind']): string {
  if (witness === 'service') return 'The service’s record';
  return kind === 'receipt' ? 'The receipt' : 'Dropslip, when it submitted';
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

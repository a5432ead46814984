import type { DigestName, FileVerification, Piece, ServiceSays } from '../bridge/receipts.ts';
import { visibleName } from '../text.ts';

export type VerdictWords = {
  readonly tone: 'good' | 'bad' | 'open';
  readonly title: string;
  readonly text: string;
};

export const digestLabels: { readonly [Name in DigestName]: string } = {
  keccak256: 'Keccak-256',
  blake2b256: 'BLAKE2b-256',
  sha256: 'SHA-256',
};

const unknownHash =
  'The service’s kind of hash can’t be checked here. It may be of this file encrypted, or of a different file.';

/** The result in plain words, for users who do not know digests. */
export function verdictWords({ verdict, against, receipts }: FileVerification): VerdictWords {
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
        text: `Its contents are part of ${submission}, by ${digestList(verdict.by)}. ${serviceSays(verdict.service, false)}`,
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
    case 'cannot-say':
      return verdict.service === 'unknown-hash'
        ? {
            tone: 'open',
            title: 'This cannot be verified here',
            text: `${unknownHash} Use the receipt that Dropslip saved for the submission, if you have it.`,
          }
        : {
            tone: 'open',
            title: 'This cannot be verified yet',
            text: `The service has not recorded a hash of this submission yet, and Dropslip has no digests of its file. Look it up, or try again later.`,
          };
  }
}

function pieceTitle(piece: Piece): string {
  return piece.kind === 'encrypted'
    ? 'This is the encrypted copy that was submitted'
    : `This is “${visibleName(piece.path)}” from the folder that was submitted`;
}

function digestList(by: readonly DigestName[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(by.map((name) => digestLabels[name]));
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

import type { Failure } from '../../shared/failures/failure.ts';
import { visibleName } from '../../shared/text.ts';

export const unknownSubmission: Failure = {
  code: 'unknown-submission',
  message: 'No submission with this id is kept on this computer. Check the id, or use the receipt instead.',
};

export const verifyCancelled: Failure = { code: 'cancelled', message: 'Stopped. Nothing was compared.' };

export function tooLargeToRead(name: string): Failure {
  return {
    code: 'receipt-too-large',
    message: `The receipt of “${visibleName(name)}” was not saved: the service’s record in it is so large that no Dropslip could read it back. Copy the record from the details instead.`,
  };
}

export const notPrinted: Failure = {
  code: 'not-printed',
  message: 'The page could not be made. Try again; the receipt itself can be saved meanwhile.',
};

export const fileChanged: Failure = {
  code: 'file-changed',
  message: 'The file was written to while it was read. Wait until it is finished, then try again.',
};

export function unreadable(code: string, name: string): Failure {
  const file = `“${visibleName(name)}”`;
  if (code === 'EISDIR') return { code: 'file-unreadable', message: `${file} is a folder. Choose one file.` };
  if (code === 'EMPTY') return { code: 'file-unreadable', message: `${file} is empty, so it was never submitted.` };
  if (code === 'ENOENT') return { code: 'file-unreadable', message: `${file} is no longer there. Choose it again.` };
  if (code === 'EACCES' || code === 'EPERM') {
    return { code: 'file-unreadable', message: `You may not read ${file}. Change its permissions, then try again.` };
  }
  return {
    code: 'file-unreadable',
    message: `${file} could not be read. Check its drive, then try again.`,
    detail: code,
  };
}

export function noAccount(address: string | null): Failure {
  return {
    code: 'no-account',
    message:
      address === null
        ? 'The service cannot be asked just now. Try again in a moment.'
        : `To ask the service, add an account for ${address} first. The comparison above needs none.`,
  };
}

export function noRecord(accountName: string): Failure {
  return {
    code: 'no-record',
    message: `The service does not know this submission, asked with the account “${accountName}”. It may belong to another account.`,
  };
}

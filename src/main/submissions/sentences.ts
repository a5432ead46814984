import type { Failure } from '../../shared/failures/failure.ts';
import type { SubmissionState } from '../../shared/submissions/submission-state.ts';
import { visibleName } from '../../shared/text.ts';
import type { ServiceError } from '../service/index.ts';

/** What the submissions itself refuses, in words that say what to do. The service's refusals come with their own. */

export const emptyFile: Failure = {
  code: 'empty-file',
  message: 'This file is empty, so there is nothing to submit.',
};

export const linkNotFollowed: Failure = {
  code: 'link',
  message: 'This is a link to another file. Links are not followed: drop the file itself.',
};

const linkSince: Failure = {
  code: 'link',
  message:
    'A link has taken the place of this file, or of a folder above it. Links are not followed, so it was not sent: add the file again from where it is.',
};

export const notAFile: Failure = {
  code: 'not-a-file',
  message: 'This is not a regular file, so it has no content to submit.',
};

export const fileTooLarge: Failure = {
  code: 'file-too-large',
  message: 'This file says that it is larger than any disk, so it cannot be submitted.',
};

export const unreadableRow: Failure = {
  code: 'row-unreadable',
  message: 'What Dropslip had written down about this file could not be read. Add the file again to submit it.',
};

export const unreadableTriedRow: Failure = {
  code: 'row-unreadable',
  message:
    'What Dropslip had written down about this file could not be read. It may have been submitted: Dropslip looks for it in the service’s records.',
};

export const fileChanged: Failure = {
  code: 'file-changed',
  message: 'The file was changed after you added it, so it was not sent. Retry to submit it as it is now.',
};

export function notJournalled(detail: string): Failure {
  return {
    code: 'not-journalled',
    message:
      'Dropslip could not write down that this was being sent, so it was not sent. Retry it; restart the app if it stays.',
    detail,
  };
}

/** `code` is Node's error code of the failed read. */
export function unreadableFile(code: string, detail: string): Failure {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return {
        code: 'file-missing',
        message: 'The file is no longer where it was. Put it back and retry, or add it again from its new place.',
        detail,
      };
    case 'EACCES':
    case 'EPERM':
      return {
        code: 'file-forbidden',
        message: 'You have no permission to read this file. Change its permissions, then retry.',
        detail,
      };
    case 'ENOTFILE':
    case 'EISDIR':
      return { ...notAFile, detail };
    case 'ELINK':
    case 'ELOOP':
      return { ...linkSince, detail };
    case 'ESTALE':
      return { ...fileChanged, detail };
    case 'EFBIG':
      return { ...fileTooLarge, detail };
    case 'EILSEQ':
      return {
        code: 'file-name-unreadable',
        message: 'The name of this file is not text, so it cannot be opened. Rename it, then add it again.',
        detail,
      };
    case 'ETIMEDOUT':
      return {
        code: 'file-unanswering',
        message: 'The drive or network folder of this file does not answer. Check that it is connected, then retry.',
        detail,
      };
    default:
      return {
        code: 'file-unreadable',
        message: 'The file could not be read. Check the drive that it lies on, then retry.',
        detail,
      };
  }
}

/** Of a folder thousands of levels down, so much as tells it from others. */
const LONGEST_FOLDER = 120;

export function emptyFolder(name: string): string {
  return `“${visibleName(name, LONGEST_FOLDER)}” has no files in it, so there is nothing to submit.`;
}

export function unreadableFolder(name: string): string {
  return `“${visibleName(name, LONGEST_FOLDER)}” could not be opened. Check that it is still there and that you may read it, then add it again.`;
}

export function endlessFolder(name: string): string {
  return `“${visibleName(name)}” has more files in it than Dropslip can take, so none of them was added. Add them in several folders.`;
}

export function restNotAdded(name: string): string {
  return `“${visibleName(name)}” has more files and folders in it than Dropslip can take, so not all of them were added. Add the rest in several folders.`;
}

export const nothingReal = 'That is not a file on this computer. Save it to a folder first, then drop it from there.';

export const ownFolderLeftOut =
  'Dropslip’s own folder was left out, because what Dropslip writes there is not for submitting. To submit a file of it, copy the file to another folder and drop it from there.';

export const interruptedWhileSending: Failure = {
  code: 'interrupted',
  message:
    'Dropslip was closed while this file was on its way. It may have arrived, so it is not sent again by itself: Dropslip looks for it in the service’s records.',
};

export function idOfOtherBytes(submissionId: string): ServiceError {
  return {
    code: 'id-in-doubt',
    message:
      'Everything was sent, but the service answered with the submission id of another file, so this is no receipt. It is not sent again by itself: Dropslip looks for it in the service’s records.',
    detail: `The answer: submission_id ${submissionId}`,
  };
}

/** `takenAt`: when the copy was made, UTC instant. */
export function restoredFromCopy(takenAt: string): Failure {
  return {
    code: 'restored',
    message:
      'Dropslip goes on from a copy of its data, and this file may have been sent since that was made. So it is not sent by itself: Dropslip looks for it in the service’s records.',
    detail: `The copy was made at ${takenAt}.`,
  };
}

export const stoppedWhileAwaited: Failure = {
  code: 'stopped',
  message:
    'You stopped this file when all of it had been sent and the service had not answered yet. It may have arrived: Dropslip looks for it in the service’s records.',
};

export const perhapsTaken: Failure = {
  code: 'perhaps-taken',
  message:
    'The service said that it did not take this file, but its records show one that may be it. Dropslip finds out before it is sent again.',
};

export const earlierTryUnknown: Failure = {
  code: 'earlier-try-unknown',
  message:
    'Nobody saw how an earlier try of this file ended, and the service’s records cannot be read now, so it may have been charged. Dropslip finds out before it is sent again, or asks you.',
};

type Lost = { readonly state: SubmissionState };

/** `state`: of a submission on which the service has failed once more. */
export function serviceKeepsFailing({ state }: Lost): Failure {
  return {
    code: 'service-keeps-failing',
    message:
      'The service failed on this file again and again, and its records show that it was not charged. Retry later, or ask the service’s operator.',
    ...detailOf(state),
  };
}

export function answersKeepGettingLost({ state }: Lost): Failure {
  return {
    code: 'answers-keep-getting-lost',
    message:
      'The answer to this file was lost again and again, and the service’s records do not show it. Ask the service’s operator whether it was charged before you submit it again.',
    ...detailOf(state),
  };
}

/** `state`: of a submission for which the service gave an id before it had all of it, or in an answer that is no receipt. */
export function answeredForNothing({ state }: Lost): Failure {
  return {
    code: 'answered-for-nothing',
    message:
      'The service gave a submission id without a receipt for the whole file, and its records do not show it. It is not sent again by itself: ask the service’s operator, or retry.',
    ...detailOf(state),
  };
}

function detailOf(state: SubmissionState): Pick<Failure, 'detail'> {
  return 'reason' in state && state.reason.detail !== undefined ? { detail: state.reason.detail } : {};
}

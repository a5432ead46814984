import { formatUnits, groupDigits, type Separators } from '../amounts/amounts.ts';
import { shortenHex } from '../hex.ts';
import type { Notice, NoticeOf } from '../notice.ts';
import { credentialNames } from './credential-names.ts';
import { failureMessage } from './failures/failure-message.ts';
import { savingProblems } from './failures/files/saving.ts';

type Words = { readonly tone: 'info' | 'warning'; readonly text: string };

/** What the person is told; numbers with a language's separators. */
export function noticeWords(notice: Notice, separators: Separators): Words {
  switch (notice.code) {
    case 'link-refused':
      return info('A link from outside was not opened: it does not lead to a submission.');
    case 'window-reopened':
      return info('The window had stopped and was opened again. Nothing is lost: files went on being sent.');
    case 'queue-goes-on':
      return info('The disk can be written again. The queue goes on.');
    case 'deposits-kept':
      return info('The disk can be written again. The deposits are kept.');
    default:
      return { tone: 'warning', text: warning(notice, separators) };
  }
}

function info(text: string): Words {
  return { tone: 'info', text };
}

type Warning = Exclude<
  Notice,
  { readonly code: 'link-refused' | 'window-reopened' | 'queue-goes-on' | 'deposits-kept' }
>;

function warning(notice: Warning, separators: Separators): string {
  switch (notice.code) {
    case 'practice-failed':
      return 'The practice service could not start. Close Dropslip and open it again.';
    case 'update-not-installed':
      return 'The new version of Dropslip could not be installed; this one goes on, and nothing is lost. Try again under Preferences, Updates. If it fails again, please send the diagnostics report to your support.';
    case 'opened-not-heard':
      return 'The files that you opened with Dropslip did not arrive here. Drop them into this window instead.';
    case 'disk-not-flushing':
      return 'The disk does not keep what Dropslip writes. Nothing new is sent until it does.';
    case 'disk-full':
      return `The disk is full or cannot be written (${notice.detail}). Free some space: nothing new is sent until then, and receipts wait in memory, so leave Dropslip open.`;
    case 'copy-failed':
      return 'The daily copy of Dropslip’s data could not be taken, from which it goes on if its data file is ever damaged. Start Dropslip again: it checks its data file then. If this comes back, see whether the disk and Dropslip’s folder can be written.';
    case 'copy-no-room':
      return 'There is not enough room on the disk for the daily copy of Dropslip’s data, from which it goes on if its data file is ever damaged. Free some space: the copy is then taken by itself.';
    case 'records-restarted':
      return 'What reads the service’s records stopped and was started again. Nothing is lost.';
    case 'records-not-stored':
      return 'New records are shown but cannot be kept yet: the disk does not take them. Dropslip tries again.';
    case 'data-put-back':
      return 'Dropslip’s data is older than what Dropslip last wrote, or another computer’s: a copy, a backup or other data was put in its place, or its log was lost. Files that wait in it may have been sent since, so they are not sent by themselves: Dropslip looks for them in the service’s records. Submissions and deposits since then may be missing: look under Spending before you drop files again. Credentials that were replaced since have to be entered once more.';
    case 'data-replaced':
      return `${replacedWords[notice.by]} The damaged data file was kept as ${notice.setAside}.`;
    case 'download-failed':
      return `“${notice.fileName}” was not saved: ${savingProblems[notice.why]}`;
    case 'low-balance':
      return lowBalance(notice, separators);
    case 'credentials-for-session':
      return `The key or token of “${notice.accountName}” is kept until you close Dropslip, and has to be entered again then. ${failureMessage(notice.reason)}`;
    case 'credentials-forgotten':
      return forgotten(notice);
    case 'left-in-keychain':
      return `“${notice.accountName}” was removed, but the keychain could not be reached. Remove these entries of “Dropslip” from it yourself: ${notice.entries.join('; ')}.`;
  }
}

const replacedWords = {
  copy: 'Dropslip goes on from the copy of its data. Submissions and deposits since then may be missing: look under Spending before you drop files again, and under Balances before you register a deposit again.',
  new: 'Dropslip has begun anew: what you submitted before is not recognised when it is dropped again.',
} as const;

function lowBalance(
  { token: { name, decimals, tokenAddress }, balance }: NoticeOf<'low-balance'>,
  separators: Separators,
) {
  const token = name ?? shortenHex(tokenAddress);
  const left =
    decimals === null
      ? `${groupDigits(balance, separators)} base units of ${token} are`
      : `${groupDigits(formatUnits(BigInt(balance), decimals), separators)} ${token} is`;
  return `Low balance: ${left} left, less than the amount that you set.`;
}

function forgotten({ accountName, kinds }: NoticeOf<'credentials-forgotten'>): string {
  const names = kinds.map((kind) => credentialNames[kind]).join(' and ');
  return `“${accountName}” has a new address, so its ${names} ${kinds.length > 1 ? 'were' : 'was'} forgotten: a credential belongs to the address that it was given for. Enter it again.`;
}

import { formatUnits, groupDigits, type Separators } from '../amounts/amounts.ts';
import { shortenHex } from '../hex.ts';
import type { Notice, NoticeOf } from '../notice.ts';
import { credentialNames } from './credential-names.ts';
import { failureMessage } from './failures/failure-message.ts';
import { savingProblems } from './failures/files/saving.ts';

type Words = { readonly tone: 'info' | 'warning'; readonly text: string };

export function noticeWords(notice: Notice, separators: Separators): Words {
  switch (notice.code) {
    case 'link-refused':
      return info('A link was not opened, because it does not lead to a submission.');
    case 'window-reopened':
      return info('The window stopped and was reopened. Nothing is lost, and sending continued.');
    case 'queue-goes-on':
      return info('The disk can be written to again. The queue continues.');
    case 'deposits-kept':
      return info('The disk can be written to again. The deposits are saved.');
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
      return 'The new version of Dropslip could not be installed. Nothing is lost. Try again under Preferences, Updates. If it fails again, send the diagnostics report to support.';
    case 'opened-not-heard':
      return 'The files you opened with Dropslip could not be added. Drop them into this window instead.';
    case 'disk-not-flushing':
      return 'The disk cannot be written to. Nothing new is sent until it can.';
    case 'disk-full':
      return `The disk is full or cannot be written to (${notice.detail}). Free some space and leave Dropslip open. Nothing new is sent until then, and receipts wait in memory.`;
    case 'copy-failed':
      return 'The daily backup of Dropslip’s data failed. Restart Dropslip to check its data. If it fails again, check the disk and Dropslip’s folder.';
    case 'copy-no-room':
      return 'The disk has no space for the daily backup of Dropslip’s data. Free some space; Dropslip then makes the backup automatically.';
    case 'records-restarted':
      return 'Reading the service’s records stopped and was restarted. Nothing is lost.';
    case 'records-not-stored':
      return 'New records are shown but could not be saved to the disk yet. Dropslip tries again.';
    case 'data-put-back':
      return 'Dropslip’s data is older than expected or from another computer. Before it sends pending files, Dropslip looks for them in the service’s records. Newer submissions and deposits may be missing: check Spending before you drop files again. You may have to enter credentials again.';
    case 'data-replaced':
      return `${replacedWords[notice.by]} The damaged data file was kept as ${notice.setAside}.`;
    case 'download-failed':
      return `“${notice.fileName}” was not saved: ${savingProblems[notice.why]}`;
    case 'low-balance':
      return lowBalance(notice, separators);
    case 'credentials-for-session':
      return `The key or token of “${notice.accountName}” is kept until you close Dropslip. Enter it again after that. ${failureMessage(notice.reason)}`;
    case 'credentials-forgotten':
      return forgotten(notice);
    case 'left-in-keychain':
      return `“${notice.accountName}” was removed, but the keychain could not be reached. Remove these “Dropslip” entries from the keychain yourself: ${notice.entries.join('; ')}.`;
  }
}

const replacedWords = {
  copy: 'Dropslip’s data was restored from a copy. Newer submissions and deposits may be missing: check Spending before you drop files again, and Balances before you register a deposit again.',
  new: 'Dropslip has started with new data. Files you submitted before are not recognized if you drop them again.',
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
  return `Low balance: ${left} left, less than the amount you set.`;
}

function forgotten({ accountName, kinds }: NoticeOf<'credentials-forgotten'>): string {
  const names = kinds.map((kind) => credentialNames[kind]).join(' and ');
  return `“${accountName}” has a new address, so its ${names} ${kinds.length > 1 ? 'were' : 'was'} removed. Enter it again for the new address.`;
}

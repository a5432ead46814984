import { formatUnits, groupDigits, type Separators } from '../amounts.ts';
import type { Notice, NoticeOf } from '../notice.ts';
import { shortenHex } from '../text.ts';
import { credentialNames } from './failures/app.ts';
import { failureMessage } from './failures/failure-message.ts';
import { savingProblems } from './failures/files.ts';
import { creditsAdded } from './submissions.ts';

type Words = { readonly tone: 'info' | 'warning'; readonly text: string };

export function noticeWords(notice: Notice, separators: Separators): Words {
  switch (notice.code) {
    case 'link-refused':
      return info('A link was not opened, because it does not lead to a submission.');
    case 'window-reopened':
      return info('The window stopped and was reopened. Nothing is lost, and sending continued.');
    case 'queue-resumed':
      return info('The disk can be written to again. The queue continues.');
    case 'deposits-saved':
      return info('The disk can be written to again. The deposits are saved.');
    case 'credits-added':
      return info(`Your order of credits is complete. ${creditsAdded(notice.credits, separators)}.`);
    default:
      return { tone: 'warning', text: warning(notice, separators) };
  }
}

function info(text: string): Words {
  return { tone: 'info', text };
}

type Warning = Exclude<
  Notice,
  { readonly code: 'link-refused' | 'window-reopened' | 'queue-resumed' | 'deposits-saved' | 'credits-added' }
>;

function warning(notice: Warning, separators: Separators): string {
  switch (notice.code) {
    case 'practice-failed':
      return 'The practice service could not start. Close Dropslip and open it again.';
    case 'update-not-installed':
      return 'The new version of Dropslip could not be installed. Nothing is lost. Try again under Preferences, Updates. If it fails again, send the diagnostics report to support.';
    case 'disk-not-flushing':
      return 'The disk cannot be written to. Nothing new is sent until it can.';
    case 'disk-full':
      return `The disk is full or cannot be written to (${notice.detail}). Free some space and leave Dropslip open. Nothing new is sent until then, and receipts wait in memory.`;
    case 'copy-failed':
      return 'The daily backup of Dropslip’s data failed. Restart Dropslip to check its data. If it fails again, check the disk and Dropslip’s folder.';
    case 'copy-disk-full':
      return 'The disk has no space for the daily backup of Dropslip’s data. Free some space; Dropslip then makes the backup automatically.';
    case 'older-data-found':
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

/** The work of all accounts, for the desktop outside the window. Counts rows: a folder in one row is one. */
export type Work = {
  /** Rows that were added since the queue was last idle. */
  readonly all: number;
  /** Rows of `all` that are in progress, and rows that the user paused. */
  readonly moving: number;
  readonly paused: number;
  /** All rows, including earlier ones. */
  readonly needsPerson: number;
};

/** The state in one line, for narrow places. Calls `separators` only if needed, because computing them takes time. */
export function workLine(work: Work, separators: () => Separators): string {
  const count = (files: number): string => groupDigits(String(files), separators());
  const { all, moving, needsPerson, paused } = work;
  if (moving > 0) return `Sending ${count(all - moving - paused + 1)} of ${count(all)}`;
  if (needsPerson > 0) return needsPersonWords(needsPerson, separators());
  if (paused > 0) return paused === 1 ? '1 file is paused' : `${count(paused)} files are paused`;
  return 'Nothing is being sent';
}

/** The spoken text for the number on the app's icon and next to *Submit*. */
export function needsPersonWords(count: number, separators: Separators): string {
  return count === 1
    ? '1 file needs your attention'
    : `${groupDigits(String(count), separators)} files need your attention`;
}

export const trayEntries = {
  open: 'Open Dropslip',
  pause: 'Pause all',
  resume: 'Resume all',
  quit: 'Quit Dropslip',
} as const;

import type { ByHandReason, UnderWay, UpdateFailureCode, UpdateState } from '../bridge/app/updates.ts';

type Failed = Extract<UpdateState, { readonly kind: 'failed' }>;

/** Where updates stand, in a sentence or two. `feed`: its address. */
export function updateWords(state: Exclude<UpdateState, { readonly kind: 'idle' }>, feed: string): string {
  switch (state.kind) {
    case 'off-in-build':
      return 'This build of Dropslip does not update itself. Get new versions from where you got this one.';
    case 'off':
      return 'Dropslip does not look for new versions.';
    case 'checking':
      return 'Looking for a new version…';
    case 'available':
      return state.byHand === null
        ? `Dropslip ${state.release.version} is available. Nothing is downloaded until you say so.`
        : `Dropslip ${state.release.version} is available. ${byHandWords(state.byHand, feed)}`;
    case 'downloading':
      return `Downloading Dropslip ${state.release.version}…`;
    case 'ready':
      return state.waitsFor === null
        ? `Dropslip ${state.release.version} is downloaded. Installing it closes Dropslip and opens it again.`
        : `Dropslip ${state.release.version} is installed as soon as nothing is on its way any more. ${underWayWords(state.waitsFor)}`;
    case 'installing':
      return `Installing Dropslip ${state.release.version}. Dropslip closes and opens again.`;
    case 'failed':
      return failedWords(state);
  }
}

/** Why a person does it themselves, and how. */
function byHandWords(reason: ByHandReason, feed: string): string {
  switch (reason) {
    case 'package-manager':
      return `Your system’s package manager has installed Dropslip: get the new package from ${feed} and install it the same way.`;
    case 'not-writable':
      return `This AppImage lies in a folder that you may not write, so Dropslip cannot replace it: get the new one from ${feed}, or move this one to a folder of your own.`;
    case 'not-installed':
      return `This copy was not installed, so Dropslip cannot replace it: get the new version from ${feed}.`;
    case 'translocated':
      return 'macOS runs Dropslip from a read-only place: close Dropslip, move it to your Applications folder, and open it there. It can update itself then.';
    case 'unsigned':
      return `This build is not signed, so Dropslip cannot tell whether an update is genuine: get the new version from ${feed} yourself if you trust it.`;
  }
}

function underWayWords({ files, deposits }: UnderWay): string {
  const parts = [counted(files, 'file'), counted(deposits, 'deposit')].filter((part) => part !== '');
  if (parts.length === 0) return '';
  return `On its way now: ${parts.join(' and ')}. To install it sooner, pause what waits under Submit.`;
}

function counted(count: number, what: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

function failedWords({ during, code, release }: Failed): string {
  return `${whatFailed(during, release?.version ?? '')} ${whyWords[code]}`;
}

function whatFailed(during: Failed['during'], version: string): string {
  switch (during) {
    case 'check':
      return 'Dropslip could not look for a new version.';
    case 'download':
      return `Dropslip ${version} was not downloaded; nothing has changed.`;
    case 'install':
      return `Dropslip ${version} was not installed; this version goes on.`;
  }
}

const whyWords: { readonly [Code in UpdateFailureCode]: string } = {
  unreachable: 'The update server did not answer, or the connection broke. Try again when you are online.',
  unreadable: 'What the update server says cannot be read, or has nothing for this system. Try again later.',
  'leads-elsewhere': 'The update server led to another address than its own, which Dropslip does not follow.',
  'not-intact': 'The file that came is not the one that was announced, so it was thrown away. Try again later.',
  'not-signed': 'The file is not signed by who makes Dropslip, so it was thrown away. Please tell your support.',
  'no-room': 'There is not enough room on the disk. Free some space and try again.',
  'not-writable': 'A folder that is needed cannot be written. Look at who may write there, then try again.',
  other: 'If trying again does not help, please send the diagnostics report to your support.',
};

/** A short line where a new version is told of without being asked for. */
export function updateNoticeWords(state: UpdateState): string | null {
  if (state.kind === 'available') return `Dropslip ${state.release.version} is available.`;
  if (state.kind === 'ready' && state.waitsFor === null)
    return `Dropslip ${state.release.version} is downloaded and can be installed.`;
  return null;
}

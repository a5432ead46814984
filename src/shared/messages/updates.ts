import type { ByHandReason, UpdateFailureCode, UpdateState } from '../bridge/updates.ts';

type Failed = Extract<UpdateState, { readonly kind: 'failed' }>;

/** The state of updates, in one or two sentences. `feed`: its address. */
export function updateWords(state: Exclude<UpdateState, { readonly kind: 'idle' }>, feed: string): string {
  switch (state.kind) {
    case 'off-in-build':
      return 'This build of Dropslip does not update itself. Get new versions from the same source.';
    case 'off':
      return 'Dropslip does not look for new versions.';
    case 'checking':
      return 'Looking for a new version…';
    case 'available':
      return state.byHand === null
        ? `Dropslip ${state.release.version} is available. It is downloaded only if you choose to.`
        : `Dropslip ${state.release.version} is available. ${byHandWords(state.byHand, feed)}`;
    case 'downloading':
      return `Downloading Dropslip ${state.release.version}…`;
    case 'ready':
      return `Dropslip ${state.release.version} is downloaded. Installing it closes Dropslip and opens it again.`;
    case 'installing':
      return `Installing Dropslip ${state.release.version}. Dropslip closes and opens again.`;
    case 'failed':
      return failedWords(state);
  }
}

function byHandWords(reason: ByHandReason, feed: string): string {
  switch (reason) {
    case 'package-manager':
      return `Dropslip was installed by your system’s package manager. Get the new package from ${feed} and install it the same way.`;
    case 'not-writable':
      return `This AppImage is in a folder that cannot be written to. Get the new one from ${feed}, or move this one to your own folder.`;
    case 'not-installed':
      return `This copy was not installed, so Dropslip cannot replace it. Get the new version from ${feed}.`;
    case 'translocated':
      return 'macOS runs Dropslip from a read-only place. To update, close Dropslip, move it to your Applications folder, and open it there.';
    case 'unsigned':
      return `This build is not signed, so Dropslip cannot check updates. If you trust ${feed}, get the new version from there.`;
  }
}

function failedWords({ during, code, release }: Failed): string {
  return `${whatFailed(during, release?.version ?? '')} ${whyWords[code]}`;
}

function whatFailed(during: Failed['during'], version: string): string {
  switch (during) {
    case 'check':
      return 'Dropslip could not check for a new version.';
    case 'download':
      return `Dropslip ${version} was not downloaded. Nothing has changed.`;
  }
}

const whyWords: { readonly [Code in UpdateFailureCode]: string } = {
  unreachable: 'The update server did not answer, or the connection broke. Try again when you are online.',
  unreadable: 'The update server’s answer cannot be read, or has nothing for this system. Try again later.',
  'not-intact': 'The downloaded file is not the expected one and was deleted. Try again later.',
  'not-signed': 'The downloaded file is not signed by the makers of Dropslip and was deleted. Please tell support.',
  'no-room': 'The disk is full. Free some space, then try again.',
  'not-writable': 'A folder cannot be written to. Check its permissions, then try again.',
  other: 'If it keeps happening, send the diagnostics report to support.',
};

/** A short line for a notice about a new version. */
export function updateNoticeWords(state: UpdateState): string | null {
  if (state.kind === 'available') return `Dropslip ${state.release.version} is available.`;
  if (state.kind === 'ready') return `Dropslip ${state.release.version} is downloaded and can be installed.`;
  return null;
}

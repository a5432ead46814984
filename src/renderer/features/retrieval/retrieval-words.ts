import type { Retrieval, RetrievalState, RetrievalWait } from '../../../shared/bridge/retrieval.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { proofWords } from '../../../shared/messages/time-line.ts';
import { visibleName } from '../../../shared/text.ts';
import { formatCount, formatEnd, formatSize } from '../../ui/format.ts';

export type RetrievalTone = 'quiet' | 'active' | 'good' | 'warn' | 'bad';

/** The name of a download, or the beginning of its id until the name is known. */
export function retrievalName({ name, submissionId, state }: Retrieval): string {
  if (state.kind === 'saved') return visibleName(state.fileName);
  return name === null ? `Submission ${submissionId.slice(0, 8)}` : visibleName(name);
}

export function retrievalWords(state: RetrievalState, now: number): string {
  switch (state.kind) {
    case 'waiting':
      return waitWords(state, now);
    case 'fetching': {
      const { done, total, parts, source } = state;
      const size = total === null ? formatSize(done) : `${formatSize(done)} of ${formatSize(total)}`;
      const part = parts === null ? '' : ` · ${formatCount(parts.done)} of ${formatCount(parts.total)} parts`;
      return `${size}${part}${source === 'network' ? ' · from the network' : ''}`;
    }
    case 'checking':
      return state.step === 'decrypting' ? 'Decrypting…' : 'Checking…';
    case 'needs-key':
      return `${state.wasWrong ? 'That does not open it. ' : ''}It is encrypted: its passphrase or key is needed.`;
    case 'saved':
      return savedWords(state);
    case 'failed':
      return failureMessage(state.reason);
  }
}

/** True if only a network node can provide the missing data, and none is set. */
export function needsNode(state: RetrievalState): boolean {
  if (state.kind !== 'failed') return false;
  const { reason } = state;
  if (reason.code === 'bytes-differ') return reason.values?.network === 'not-set';
  return reason.code === 'bytes-gone' || reason.code === 'bytes-not-offered';
}

const waits: { readonly [Why in RetrievalWait['why']]: { readonly now: string; readonly until: string } } = {
  turn: { now: 'Waits for its turn.', until: 'Waits for its turn.' },
  starting: { now: 'Asking the service…', until: 'The account is not ready yet. Tries again at ' },
  pause: { now: 'The service asks for a pause.', until: 'The service asks for a pause. Continues at ' },
  'not-final': {
    now: 'It is not in a block yet.',
    until: 'It is not in a block yet, and the service does not have it. Tries again at ',
  },
  unreachable: { now: 'The service does not answer.', until: 'The service does not answer. Tries again at ' },
};

function waitWords({ why, until }: RetrievalWait, now: number): string {
  return until === null || why === 'turn' ? waits[why].now : `${waits[why].until}${formatEnd(Date.parse(until), now)}.`;
}

function savedWords(state: Extract<RetrievalState, { kind: 'saved' }>): string {
  const { proof, source, wasEncrypted, renamed, files, size } = state;
  const what =
    files === null ? formatSize(size) : `${formatCount(files)} ${files === 1 ? 'file' : 'files'}, ${formatSize(size)}`;
  return [
    `In your Downloads folder (${what})${source === 'network' ? ', from the network' : ''}.`,
    wasEncrypted ? 'It was decrypted.' : '',
    proofWords[proof],
    renamed === 0
      ? ''
      : `${renamed === 1 ? 'One name was' : `${formatCount(renamed)} names were`} changed, because of their length or of characters that some systems do not allow or that mislead.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

export function retrievalTone(state: RetrievalState): RetrievalTone {
  switch (state.kind) {
    case 'saved':
      return 'good';
    case 'failed':
      return 'bad';
    case 'needs-key':
      return 'warn';
    case 'waiting':
      return 'quiet';
    default:
      return 'active';
  }
}

/** The completed share, 0 to 1; null if unknown. */
export function retrievalShare(state: RetrievalState): number | null {
  const progress =
    state.kind === 'waiting' ? state.progress : state.kind === 'fetching' || state.kind === 'checking' ? state : null;
  if (progress === null || progress.total === null || progress.total === 0) return null;
  return Math.min(1, progress.done / progress.total);
}

export function trayTitle(all: readonly Retrieval[]): string {
  const count = (...kinds: readonly RetrievalState['kind'][]): number =>
    all.filter(({ state }) => kinds.includes(state.kind)).length;
  const underWay = count('waiting', 'fetching', 'checking');
  const parts = [
    [underWay, 'in progress'],
    [count('needs-key'), count('needs-key') === 1 ? 'needs you' : 'need you'],
    [count('saved'), 'saved'],
    [count('failed'), 'failed'],
  ] as const;
  return parts
    .filter(([some]) => some > 0)
    .map(([some, what]) => `${formatCount(some)} ${what}`)
    .join(', ');
}

/** The text for a screen reader: the last download that ended or needs the user. */
export function spokenWords(all: readonly Retrieval[], now: number): string {
  const last = all.find(({ state }) => ['saved', 'failed', 'needs-key'].includes(state.kind));
  const sum = `Downloads: ${trayTitle(all)}`;
  return last === undefined ? sum : `${sum}. ${retrievalName(last)}: ${retrievalWords(last.state, now)}`;
}

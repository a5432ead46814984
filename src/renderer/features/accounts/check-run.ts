import { useCallback, useEffect, useReducer, useRef } from 'react';
import {
  type CheckLine,
  type CheckTopic,
  type ConnectionReport,
  checkTopics,
} from '../../../shared/bridge/accounts.ts';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { Failure, Result } from '../../../shared/failures/failure.ts';
import { checkWords, routeWords } from '../../../shared/messages/accounts.ts';
import { failureDetail, failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { windowApi } from '../../data/calls.ts';
import { windowEvents } from '../../data/window-events.ts';
import { fieldLine } from '../../ui/record-sections.ts';

export type CheckRun =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly checkId: string; readonly lines: readonly CheckLine[] }
  | { readonly kind: 'stopped'; readonly lines: readonly CheckLine[] }
  | { readonly kind: 'failed'; readonly lines: readonly CheckLine[]; readonly error: Failure }
  /** `checkId` is null for the saved report of an earlier check. */
  | {
      readonly kind: 'finished';
      readonly checkId: string | null;
      readonly lines: readonly CheckLine[];
      readonly report: ConnectionReport;
    };

export type CheckEvent =
  | { readonly kind: 'started'; readonly checkId: string }
  | { readonly kind: 'line'; readonly checkId: string; readonly line: CheckLine }
  | { readonly kind: 'answered'; readonly checkId: string; readonly answer: Result<ConnectionReport> }
  | { readonly kind: 'stopped' };

/** The run after one event. Pure. Events of another run change nothing. */
export function runAfter(run: CheckRun, event: CheckEvent): CheckRun {
  if (event.kind === 'started') return { kind: 'running', checkId: event.checkId, lines: [] };
  if (run.kind !== 'running') return run;
  if (event.kind === 'stopped') return { kind: 'stopped', lines: ended(run.lines) };
  if (run.checkId !== event.checkId) return run;
  if (event.kind === 'line') return { ...run, lines: withLine(run.lines, event.line) };
  const { answer, checkId } = event;
  if (!answer.ok) return { kind: 'failed', lines: ended(run.lines), error: answer.error };
  return { kind: 'finished', checkId, lines: answer.value.lines, report: answer.value };
}

/** One line for each topic, in the order of the topics, regardless of the order of arrival. */
function withLine(lines: readonly CheckLine[], line: CheckLine): readonly CheckLine[] {
  const others = lines.filter((other) => other.topic !== line.topic);
  return [...others, line].sort((a, b) => checkTopics.indexOf(a.topic) - checkTopics.indexOf(b.topic));
}

/** Removes running lines once a run has ended. */
function ended(lines: readonly CheckLine[]): readonly CheckLine[] {
  return lines.filter((line) => line.state !== 'running');
}

/** The run, or if there is none yet, main's saved report of an earlier one. */
export function runOrKept(run: CheckRun, kept: ConnectionReport | null): CheckRun {
  if (run.kind !== 'none' || kept === null) return run;
  return { kind: 'finished', checkId: null, lines: kept.lines, report: kept };
}

export function linesOf(run: CheckRun): readonly CheckLine[] {
  return run.kind === 'none' ? [] : run.lines;
}

export function tokenNamesOf(run: CheckRun): readonly string[] {
  return run.kind === 'finished' ? run.report.tokenNames : [];
}

export function isAllGood(run: CheckRun): boolean {
  return run.kind === 'finished' && run.lines.every((line) => line.state === 'good' || line.state === 'skipped');
}

/** The step that can fix a failed line; absent if no other input fixes it. */
export const stepFor: { readonly [Topic in CheckTopic]?: 'address' | 'credentials' } = {
  address: 'address',
  'api-key': 'credentials',
  'access-token': 'credentials',
};

/**
 * The recommended step after a failed check, before the account is saved anyway. Null if no check has ended, or all is
 * well.
 */
export function mendingAfter(run: CheckRun): 'address' | 'credentials' | 'check-again' | null {
  if (run.kind === 'none' || run.kind === 'running' || isAllGood(run)) return null;
  const wrong = run.lines.find(({ topic, state }) => state === 'bad' && stepFor[topic] !== undefined);
  return (wrong && stepFor[wrong.topic]) ?? 'check-again';
}

type CheckInput = Omit<CallInputs['accounts.check'], 'checkId'>;

/** Runs checks and gathers their lines. Leaving the screen cancels a running check. */
export function useConnectionCheck() {
  const [run, apply] = useReducer(runAfter, { kind: 'none' });
  const current = useRef<string | null>(null);

  useEffect(
    () => windowEvents.on('accounts.check-line', ({ checkId, line }) => apply({ kind: 'line', checkId, line })),
    [],
  );

  const stop = useCallback(() => {
    const checkId = current.current;
    if (checkId === null) return;
    current.current = null;
    apply({ kind: 'stopped' });
    void windowApi().call('accounts.cancelCheck', { checkId });
  }, []);

  const start = (input: CheckInput): void => {
    stop();
    const checkId = crypto.randomUUID();
    current.current = checkId;
    apply({ kind: 'started', checkId });
    void windowApi()
      .call('accounts.check', { ...input, checkId })
      .then((answer) => {
        if (current.current !== checkId) return;
        current.current = null;
        apply({ kind: 'answered', checkId, answer });
      });
  };

  useEffect(() => stop, [stop]);
  return { run, start, stop };
}

export const topicNames: { readonly [Topic in CheckTopic]: string } = {
  address: 'Address',
  'api-key': 'API key',
  'access-token': 'Access token',
  tokens: 'Tokens',
  'token-names': 'Token names',
  'fund-requests': 'Deposits',
  downloads: 'Download',
};

export function runWords(run: CheckRun): string {
  switch (run.kind) {
    case 'none':
      return 'Not checked yet.';
    case 'running':
      return 'Checking. This costs nothing.';
    case 'stopped':
      return 'The check was stopped.';
    case 'failed':
      return failureMessage(run.error);
    case 'finished': {
      const bad = run.lines.filter((line) => line.state === 'bad').length;
      if (bad === 0) return 'No problems found.';
      return bad === 1 ? '1 problem found.' : `${bad} problems found.`;
    }
  }
}

const marks: { readonly [State in CheckLine['state']]: string } = {
  good: 'ok  ',
  bad: 'BAD ',
  skipped: '-   ',
  running: '... ',
};

/**
 * The report as plain text for support. The report never holds a secret. Text from the service cannot imitate a line of
 * the report.
 */
export function reportText(report: ConnectionReport): string {
  const versions = Object.entries(report.versions).map(([name, version]) => `${name} ${version}`);
  const known: readonly (readonly [string, string | null])[] = [
    ['Checked', report.at],
    ['Address', report.address],
    ['Submissions', report.submitAddress],
    ['Route', routeWords(report.route)],
    ['Token map', report.found.tokenMap],
    ['Deposits', report.found.requestFunds],
    ['Token names', report.tokenNames.join(', ')],
    ['Versions', versions.join(', ')],
  ];
  return [
    'Dropslip connection report',
    '',
    ...known.flatMap(([label, value]) => (value === null || value === '' ? [] : [fieldLine(label, value)])),
    '',
    ...report.lines.map((line) => `${marks[line.state]}${fieldLine(topicNames[line.topic], checkWords(line))}`),
    '',
    'Requests',
    ...report.entries.map(entryText),
    '',
  ].join('\n');
}

function entryText(entry: ConnectionReport['entries'][number]): string {
  const status = entry.status === null ? 'no answer' : String(entry.status);
  const detail = entry.failure === null ? '' : `, ${failureDetail(entry.failure)}`;
  return fieldLine(entry.request, `${status}, ${Math.round(entry.milliseconds)} ms${detail}`);
}

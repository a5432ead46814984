import { type CheckLine, type ConnectionReport, checkTopics } from '../../../shared/bridge/accounts.ts';
import type { Failure, Result } from '../../../shared/bridge/failure.ts';

/** One run of the connection check, as the window sees it. */
export type CheckRun =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly checkId: string; readonly lines: readonly CheckLine[] }
  | { readonly kind: 'stopped'; readonly lines: readonly CheckLine[] }
  | { readonly kind: 'failed'; readonly lines: readonly CheckLine[]; readonly error: Failure }
  /** `checkId` is null for a report that was kept from an earlier check. */
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
  | { readonly kind: 'stopped' }
  /** A report that main kept. */
  | { readonly kind: 'remembered'; readonly report: ConnectionReport };

/** The run after one event. Pure; what belongs to another run changes nothing. */
export function advanceCheck(run: CheckRun, event: CheckEvent): CheckRun {
  switch (event.kind) {
    case 'started':
      return { kind: 'running', checkId: event.checkId, lines: [] };
    case 'remembered':
      if (run.kind !== 'none') return run;
      return { kind: 'finished', checkId: null, lines: event.report.lines, report: event.report };
    case 'stopped':
      return run.kind === 'running' ? { kind: 'stopped', lines: settled(run.lines) } : run;
    case 'line':
      if (run.kind !== 'running' || run.checkId !== event.checkId) return run;
      return { ...run, lines: withLine(run.lines, event.line) };
    case 'answered': {
      if (run.kind !== 'running' || run.checkId !== event.checkId) return run;
      const { answer, checkId } = event;
      if (!answer.ok) return { kind: 'failed', lines: settled(run.lines), error: answer.error };
      return { kind: 'finished', checkId, lines: answer.value.lines, report: answer.value };
    }
  }
}

/** A topic has one line; lines stand in the order of the topics, whatever order they come in. */
function withLine(lines: readonly CheckLine[], line: CheckLine): readonly CheckLine[] {
  const others = lines.filter((other) => other.topic !== line.topic);
  return [...others, line].sort((a, b) => checkTopics.indexOf(a.topic) - checkTopics.indexOf(b.topic));
}

/** Nothing turns any more once a run has ended. */
function settled(lines: readonly CheckLine[]): readonly CheckLine[] {
  return lines.filter((line) => line.state !== 'running');
}

export function linesOf(run: CheckRun): readonly CheckLine[] {
  return run.kind === 'none' ? [] : run.lines;
}

/** Token names that the check found. */
export function tokenNamesOf(run: CheckRun): readonly string[] {
  return run.kind === 'finished' ? run.report.tokenNames : [];
}

/** Whether every line that was looked at is green. */
export function isAllGood(run: CheckRun): boolean {
  return run.kind === 'finished' && run.lines.every((line) => line.state === 'good' || line.state === 'skipped');
}

/** One sentence about the whole run, for the head of the list and for people who listen. */
export function runWords(run: CheckRun): string {
  switch (run.kind) {
    case 'none':
      return 'Not checked yet.';
    case 'running':
      return 'Checking. Nothing is charged.';
    case 'stopped':
      return 'The check was stopped.';
    case 'failed':
      return run.error.message;
    case 'finished': {
      const bad = run.lines.filter((line) => line.state === 'bad').length;
      if (bad === 0) return 'All is well.';
      return bad === 1 ? '1 line needs a look.' : `${bad} lines need a look.`;
    }
  }
}

import { cpus } from 'node:os';
import { type BatchPlan, type KillMoment, type ProcessKind, phases, processKinds } from './batch-plan.ts';
import { type Violation, violationKinds } from './invariants.ts';
import { ERROR_THEN_BLOCK, hashFaultKinds, listFaultKinds } from './record-faults.ts';
import { faultKinds } from './submission-faults.ts';

export type BatchReport = {
  readonly plan: BatchPlan;
  /** Kills in order. */
  readonly kills: readonly KillMoment[];
  /** Kills of lives that did not reach the planned moment. */
  readonly earlyKills: number;
  readonly suspensions: number;
  readonly serviceKills: number;
  /** The number of times that each fault occurred. */
  readonly faults: Readonly<Record<string, number>>;
  readonly charges: number;
  /** Submissions of parts of larger files. */
  readonly parts: number;
  /** The rows at the end, by state. */
  readonly states: Readonly<Record<string, number>>;
  readonly violations: readonly (Violation & { readonly life: number })[];
  readonly milliseconds: number;
};

/** A table with a title, column names and rows. */
type Table = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

export type Run = {
  readonly seed: number;
  readonly asked: number;
  readonly milliseconds: number;
  readonly reports: readonly BatchReport[];
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The results of a run as tables. */
export function tablesOf({ seed, milliseconds, reports }: Run): readonly Table[] {
  const count = (of: (report: BatchReport) => number): number => sum(reports.map(of));
  const kills = (kind: string, phase: string): number =>
    count(({ plan, kills }) => (plan.kind === kind ? kills.filter((kill) => kill.phase === phase).length : 0));
  const fault = (kind: string): number => count(({ faults }) => faults[kind] ?? 0);
  const states = [...new Set(reports.flatMap((report) => Object.keys(report.states)))].sort();
  const all = (kind: ProcessKind): number => sum(phases.map((phase) => kills(kind, phase)));
  const conditions = (of: (report: BatchReport) => boolean): string => String(reports.filter(of).length);
  return [
    {
      title: 'Run',
      columns: ['', ''],
      rows: [
        ['seed', String(seed)],
        ['kills', String(sum(processKinds.map(all)))],
        ['kills before the planned moment', String(count(({ earlyKills }) => earlyKills))],
        ['batches', String(reports.length)],
        ['files dropped', String(count(({ plan }) => plan.files))],
        ['parts of the larger ones', String(count(({ parts }) => parts))],
        ['charges on the service’s ledger', String(count(({ charges }) => charges))],
        ...states.map((state) => [`rows ${state} at the end`, String(count((report) => report.states[state] ?? 0))]),
        ['time', `${(milliseconds / 60_000).toFixed(1)} min on ${cpus().length} cores`],
      ],
    },
    {
      title: 'Kills',
      columns: ['while', 'whole app', 'commands', 'core'],
      rows: [
        ...phases.map((phase) => [
          phase,
          ...(['app', 'command', 'core'] as const).map((kind) => String(kills(kind, phase))),
        ]),
        ['all', String(all('app')), String(all('command')), String(all('core'))],
      ],
    },
    {
      title: 'Faults met',
      columns: ['fault', 'charged', 'times'],
      rows: [
        ...Object.entries(faultKinds).map(([kind, { charged }]) => [kind, charged ? 'yes' : 'no', String(fault(kind))]),
        ...['reading fails', ...listFaultKinds, ...hashFaultKinds, ERROR_THEN_BLOCK].map((kind) => [
          kind,
          '',
          String(fault(kind)),
        ]),
        ['service killed and started again', '', String(count(({ serviceKills }) => serviceKills))],
        ['process suspended and resumed', '', String(count(({ suspensions }) => suspensions))],
      ],
    },
    {
      title: 'Batches by the hashes in the service’s records',
      columns: ['hashes', 'batches'],
      rows: (['as before', 'other kind', 'encrypted', 'missing'] as const).map((kind) => [
        kind === 'as before' ? 'one known kind' : `${kind} from some submission on`,
        conditions(({ plan }) => plan.conditions.hashes.kind === kind),
      ]),
    },
    {
      title: 'Promises broken',
      columns: ['', 'files'],
      rows: violationKinds.map((kind) => [
        kind,
        String(count(({ violations }) => violations.filter((violation) => violation.kind === kind).length)),
      ]),
    },
  ];
}

export function asText(tables: readonly Table[]): string {
  return tables
    .map(({ title, columns, rows }) => {
      const all = columns.every((column) => column === '') ? rows : [columns, ...rows];
      const widths = columns.map((_, index) => Math.max(...all.map((row) => row[index]?.length ?? 0)));
      const lines = all.map((row) =>
        `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd(),
      );
      return [title, ...lines].join('\n');
    })
    .join('\n\n');
}

/** One line for a finished batch, one for each broken promise, and the command to repeat it. */
export function batchLines(report: BatchReport, replay: string): string[] {
  const { plan, violations, charges, states, milliseconds } = report;
  const rows = Object.entries(states)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');
  const verdict = violations.length === 0 ? 'every promise kept' : `${violations.length} BROKEN`;
  const seconds = (milliseconds / 1000).toFixed(0);
  const met = sum(Object.keys(faultKinds).map((kind) => report.faults[kind] ?? 0));
  return [
    `batch ${plan.number} (${plan.kind}): ${report.kills.length} kills, ${met} faults, ${plan.files} files, ` +
      `${charges} charges; ${rows}; ${seconds} s: ${verdict}`,
    ...violations.map(
      ({ kind, file, sentence, life }) => `  ${kind.toUpperCase()} in life ${life}: ${file} ${sentence}`,
    ),
    ...(violations.length === 0 ? [] : [`  again: ${replay}`]),
  ];
}

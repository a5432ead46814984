import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BatchReport, Finding } from './batch.ts';
import { inputAt, watchChild } from './watched-child.ts';

export type Plan = {
  readonly targets: readonly string[];
  readonly seed: number;
  readonly firstBatch: number;
  readonly batches: number;
  readonly runs: number;
  readonly milliseconds: number;
  readonly lanes: number;
  /** Where inputs go that something was found with. */
  readonly folder: string;
};

export type Tally = {
  readonly target: string;
  readonly batches: number;
  readonly runs: number;
  readonly worstMs: number;
  readonly peakMiB: number;
  readonly findings: readonly Finding[];
};

/** A target with so many findings has shown enough: the time is better spent on the others. */
const MOST_FINDINGS = 5;

/** Fuzzes every target for its share of the time, each in processes of its own. */
export async function fuzz(plan: Plan, onTally: (tally: Tally) => void, signal: AbortSignal): Promise<Tally[]> {
  const tallies: Tally[] = [];
  const left = [...plan.targets];
  const share = (plan.milliseconds * Math.min(plan.lanes, left.length)) / Math.max(1, left.length);
  const lane = async (): Promise<void> => {
    for (let target = left.shift(); target !== undefined && !signal.aborted; target = left.shift()) {
      const tally = await fuzzTarget(target, plan, share, signal);
      tallies.push(tally);
      onTally(tally);
    }
  };
  await Promise.all(Array.from({ length: plan.lanes }, lane));
  return tallies;
}

async function fuzzTarget(target: string, plan: Plan, share: number, signal: AbortSignal): Promise<Tally> {
  const until = performance.now() + share;
  const { seed, runs } = plan;
  const lastBatch = plan.firstBatch + plan.batches;
  const findings: Finding[] = [];
  let [batches, allRuns, worstMs, peakMiB, next] = [0, 0, 0, 0, plan.firstBatch];
  const take = (report: BatchReport): void => {
    next = report.batch + 1;
    batches += 1;
    allRuns += report.runs;
    worstMs = Math.max(worstMs, report.worstMs);
    peakMiB = Math.max(peakMiB, report.peakMiB);
    if (report.finding !== null) findings.push(report.finding);
  };
  const enough = new AbortController();
  const either = AbortSignal.any([signal, enough.signal]);
  while (!either.aborted && next < lastBatch && performance.now() < until) {
    const end = await watchChild(
      {
        ...{ targets: [target], seed, runs, firstBatch: next, batches: lastBatch - next },
        milliseconds: until - performance.now(),
      },
      (report) => {
        take(report);
        if (findings.length >= MOST_FINDINGS) enough.abort();
      },
      either,
    );
    if (end.kind !== 'ended') {
      const { batch, run } = end.place;
      const input = await inputAt({ target, batch, run }, seed, runs);
      const what = end.kind === 'hang' ? `Run ${run} did not end.` : `The process ended in run ${run}.\n${end.words}`;
      findings.push({ kind: end.kind, target, seed, batch, what, input });
      next = batch + 1;
      if (findings.length >= MOST_FINDINGS) enough.abort();
    }
  }
  for (const finding of findings) await keep(finding, plan.folder);
  return { target, batches, runs: allRuns, worstMs, peakMiB, findings };
}

/** The path of the file that a finding's input is kept in. */
export function findingPath({ target, seed, batch }: Finding, folder: string): string {
  return join(folder, `${target}-${seed}-${batch}.txt`);
}

/** The command that finds the same again. */
export function replay({ target, seed, batch }: Finding): string {
  return `npm run fuzz -- --target=${target} --seed=${seed} --batch=${batch}`;
}

async function keep(finding: Finding, folder: string): Promise<void> {
  const text = `${finding.kind}: ${finding.what}\n\n${replay(finding)}\n\n${finding.input}\n`;
  await writeFile(findingPath(finding, folder), text);
}

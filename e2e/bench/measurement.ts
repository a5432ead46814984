import type { Line } from './line.ts';

/** The options of a benchmark run. */
export type Conditions = {
  /** The number of rounds. The table shows the median. */
  readonly rounds: number;
  /** 1 for the sizes of the targets; less only to test the benchmark itself. */
  readonly scale: number;
  /** An empty working folder. */
  readonly folder: string;
  /** The folder for CPU profiles of the measured process; null for none. */
  readonly profile: string | null;
  readonly say: (text: string) => void;
};

export type Measurement = {
  readonly name: string;
  readonly run: (conditions: Conditions) => Promise<readonly Line[]>;
};

export const MEBIBYTE = 1024 * 1024;

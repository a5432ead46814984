import type { Line } from './line.ts';

/** How a run of the benchmark goes. */
export type Conditions = {
  /** How often each thing is measured; the table has the median. */
  readonly rounds: number;
  /** 1 for the sizes that the targets are about; less only to try the benchmark itself. */
  readonly scale: number;
  /** An empty folder to work in. */
  readonly folder: string;
  /** Where CPU profiles of the measured process go; null for none. */
  readonly profile: string | null;
  readonly say: (text: string) => void;
};

export type Measurement = {
  readonly name: string;
  readonly run: (conditions: Conditions) => Promise<readonly Line[]>;
};

export const MEBIBYTE = 1024 * 1024;

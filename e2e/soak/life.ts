import type { ChildProcess } from 'node:child_process';
import type { ShownRow } from './core-messages.ts';

/** One life of a process that submits files, from its start to its kill. */
export type Life = {
  /** Resolves once it accepts files. Rejects if it ends before. */
  readonly started: Promise<void>;
  /** Resolves once it has started and all remaining files are dropped. Rejects if it ends before. */
  readonly dropped: Promise<void>;
  /** The shown rows, by local id. Empty for a process whose rows are not read. */
  readonly shown: ReadonlyMap<number, ShownRow>;
  readonly running: () => boolean;
  /** Suspends the process (SIGSTOP), like a sleeping machine, until `resume`. */
  readonly suspend: () => void;
  readonly resume: () => void;
  /** Asks the process to quit (SIGTERM) without waiting. */
  readonly quit: () => void;
  /** SIGKILL: the process cannot react. Resolves once it has ended. */
  readonly kill: () => Promise<void>;
  /** Resolves once it has ended for any reason. */
  readonly ended: Promise<void>;
  /** Its standard error. */
  readonly errors: () => string;
};

/** Signals to a process. `ended` resolves once it has ended. */
export function signals(
  child: ChildProcess,
  ended: Promise<void>,
): Pick<Life, 'running' | 'suspend' | 'resume' | 'quit' | 'kill' | 'ended'> {
  return {
    running: () => child.exitCode === null && child.signalCode === null,
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    quit: () => void child.kill('SIGTERM'),
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
    ended,
  };
}

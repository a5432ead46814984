import type { ChildProcess } from 'node:child_process';
import type { ShownRow } from './core-messages.ts';

/** One life of a process that submits files: from its start to its kill. */
export type Life = {
  /** Resolves once it can take files. Rejects when it ends before. */
  readonly started: Promise<void>;
  /** Resolves once it is there and everything that still was to be dropped is dropped. Rejects when it ends before. */
  readonly dropped: Promise<void>;
  /** Rows as it showed them, by submission id; stays empty for a process whose rows nobody reads. */
  readonly shown: ReadonlyMap<number, ShownRow>;
  readonly running: () => boolean;
  /** Stands still from here on (SIGSTOP), as on a machine that is asleep, until `resume`. */
  readonly suspend: () => void;
  readonly resume: () => void;
  /** Is asked to end as the system asks (SIGTERM); does not wait for it. */
  readonly quit: () => void;
  /** SIGKILL: the process gets no chance to do anything. Resolves once it is gone. */
  readonly kill: () => Promise<void>;
  /** Resolves when it is gone, for whatever reason. */
  readonly ended: Promise<void>;
  /** What it wrote to its standard error. */
  readonly errors: () => string;
};

/** What is done to a process from outside. `ended` resolves once it is gone. */
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

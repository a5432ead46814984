import type { ChildProcess } from 'node:child_process';

/** Kills a child process when this one ends (unless it is killed itself). Returns the child. */
export function endsWithUs<Child extends ChildProcess>(child: Child): Child {
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

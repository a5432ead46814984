import type { ChildProcess } from 'node:child_process';

/** Lets a child process not outlive this one, however this one ends (short of a kill). Returns the child. */
export function endsWithUs<Child extends ChildProcess>(child: Child): Child {
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

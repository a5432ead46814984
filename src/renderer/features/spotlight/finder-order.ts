import type { Command } from './commands.ts';

type Grouped = Pick<Command, 'group' | 'label'>;

/** Whether the command's own name begins with what is typed: no submission is meant sooner than it. */
export function isNamed({ group, label }: Grouped, query: string): boolean {
  const typed = query.trim().toLocaleLowerCase();
  return group !== 'Accounts' && typed !== '' && label.toLocaleLowerCase().startsWith(typed);
}

/**
 * The commands that fit, before and after the submissions that do. Another account pays for what follows: nobody gets there
 * with Enter who could have meant anything else.
 */
export function arranged<One extends Grouped>(
  fitting: readonly One[],
  query: string,
  hasSubmissions: boolean,
): { readonly before: readonly One[]; readonly after: readonly One[] } {
  if (query.trim() === '') return { before: fitting, after: [] };
  const inOrder = [
    ...fitting.filter((command) => isNamed(command, query)),
    ...fitting.filter((command) => !isNamed(command, query) && command.group !== 'Accounts'),
    ...fitting.filter(({ group }) => group === 'Accounts'),
  ];
  if (!hasSubmissions) return { before: inOrder, after: [] };
  const named = inOrder.filter((command) => isNamed(command, query));
  return { before: named, after: inOrder.slice(named.length) };
}

import type { Command, Option } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** A command and what can follow it. */
type Entry = {
  /** The names of the command and of those above it. */
  readonly path: readonly string[];
  readonly command: Command;
  /** Subcommands, or the choices of an argument, each with a description. */
  readonly words: readonly (readonly [string, string])[];
  readonly options: readonly Option[];
};

/** Returns a script that completes the commands and options of `program`, without starting it. */
export function completions(program: Command, shell: (typeof shells)[number]): string {
  return { bash, zsh, fish }[shell](program.name(), [...entries(program, [])]);
}

function* entries(command: Command, path: readonly string[]): Generator<Entry> {
  const help = Object.assign(command.createHelp(), { showGlobalOptions: true });
  const commands = help.visibleCommands(command).map((each) => [each.name(), each.description()] as const);
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((each) => [each, description] as const),
  );
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  yield { path, command, words: [...commands, ...choices], options };
  for (const child of command.commands) yield* entries(child, [...path, child.name()]);
}

const flagsOf = ({ short, long }: Option): readonly string[] => [short, long].flatMap((flag) => flag ?? []);
const takesValue = ({ required, optional }: Option): boolean => required || optional;
const namesOf = (words: Entry['words']): string => words.map(([name]) => name).join(' ');
/** True for an argument, or the flags of an option, with a path. */
const isPath = (name: string): boolean => /(^|<)(paths|file|folder|receipt)\b/.test(name);
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(name: string, all: readonly Entry[]): string {
  const withValue = new Set(all.flatMap(({ options }) => options.filter(takesValue).flatMap(flagsOf)));
  const paths = all.map(({ path }) => quoted(path.map((each) => ` ${each}`).join('')));
  const cases = all.map(
    ({ words, options }, index) =>
      `    ${paths[index]}) words='${namesOf(words)}' flags='${options.flatMap(flagsOf).join(' ')}' ;;`,
  );
  return `# eval "$(${name} completions bash)"
_${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} path= words= flags= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in ${[...withValue].join('|')}) ((i++)); continue ;; esac
    case "$path \${COMP_WORDS[i]}" in ${paths.join('|')}) path+=" \${COMP_WORDS[i]}" ;; esac
  done
  # The value of an option. Bash completes it as a file.
  ((i > COMP_CWORD)) && return
  case "$path" in
${cases.join('\n')}
  esac
  [[ $current == -* ]] && words=$flags
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${name} ${name}
`;
}

function zsh(name: string, all: readonly Entry[]): string {
  const value = (of: string): string => `:${of}:${isPath(of) ? '_files' : ' '}`;
  const functions = all.map(({ path, command, words, options }) => {
    const own = ['', name, ...path].join('_');
    const flags = options.flatMap((option) => {
      const text = `[${option.description.replaceAll(/[[\]:]/g, '\\$&')}]`;
      const given = takesValue(option) ? value(option.flags.replaceAll(/^.*[<[]|[>\]].*$/g, '')) : '';
      return flagsOf(option).map((flag) => quoted(`*${flag}${text}${given}`));
    });
    const values = command.registeredArguments.map((each) => quoted((each.variadic ? '*' : '') + value(each.name())));
    return `${own}() {
  local -a next=(${words.map(([word, text]) => quoted(`${word}:${text}`)).join(' ')})
  local curcontext=$curcontext state line
  _arguments -C ${[...flags, ...(words.length > 0 ? ["'1: :->next'", "'*:: :->rest'"] : values)].join(' ')}
  case $state in
    next) _describe word next ;;
    rest) (( $+functions[${own}_$line[1]] )) && ${own}_$line[1] ;;
  esac
}`;
  });
  return `#compdef ${name}
# eval "$(${name} completions zsh)"
${functions.join('\n')}
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

function fish(name: string, all: readonly Entry[]): string {
  const lines = all.flatMap(({ path, command, words, options }) => {
    const here = path.map((each) => `__fish_seen_subcommand_from ${each}`);
    const when = (conditions: readonly string[]): string =>
      `complete -c ${name}${conditions.length === 0 ? '' : ` -n '${conditions.join('; and ')}'`}`;
    const next = when([...here, `not __fish_seen_subcommand_from ${namesOf(words)}`]);
    // The options of the program itself complete everywhere.
    const own = options.filter((option) => path.length === 0 || command.options.includes(option));
    return [
      ...words.map(([word, text]) => `${next} -a ${word} -d ${quoted(text)}`),
      ...own.map((option) => {
        const flags = flagsOf(option).map((flag) => flag.replace(/^--/, '-l ').replace(/^-(?=\w$)/, '-s '));
        const value = takesValue(option) ? [isPath(option.flags) ? '-rF' : '-x'] : [];
        return [when(here), ...flags, ...value, '-d', quoted(option.description)].join(' ');
      }),
      ...(command.registeredArguments.some((each) => isPath(each.name())) ? [`${when(here)} -F`] : []),
    ];
  });
  return `# ${name} completions fish | source\ncomplete -c ${name} -f\n${lines.join('\n')}\n`;
}

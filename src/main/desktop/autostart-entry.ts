/** What starts an app at login on a Linux desktop: a file of this text in `~/.config/autostart` (freedesktop.org's Autostart and Desktop Entry specifications). */
export function autostartEntry(program: string, argument: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.0',
    'Name=Dropslip',
    'Comment=Drop a file, get a slip',
    // An AppImage may be moved or deleted: then nothing is started, and nobody is told off for it.
    `TryExec=${escaped(program)}`,
    `Exec=${escaped(`${quoted(program)} ${argument}`)}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/**
 * Whether the desktop would start this very program by the entry. A person or their desktop's own settings may have switched it off
 * in it, and one for an AppImage that lay elsewhere starts nothing.
 */
export function startsProgram(entry: string, program: string): boolean {
  const values = new Map(
    entry.split('\n').flatMap((line) => {
      const [, key, value] = /^([A-Za-z0-9-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value] as const];
    }),
  );
  const isOff = values.get('Hidden') === 'true' || values.get('X-GNOME-Autostart-enabled') === 'false';
  return !isOff && (values.get('Exec') ?? '').startsWith(`${escaped(quoted(program))} `);
}

/** One argument of `Exec`. */
function quoted(argument: string): string {
  return `"${argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
}

/** A value of type string. */
function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');
}

import type { Line } from './line.ts';

const titles = ['Measured', 'Value', 'Unit', 'Target', 'Met'] as const;

/** Formats the lines as a text table. */
export function table(lines: readonly Line[]): string {
  const rows = [
    titles,
    ...lines.map(({ name, value, unit, target, met }) => [name, String(value), unit, target ?? '–', verdict(met)]),
  ];
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const text = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  text.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '));
  return text.join('\n');
}

function verdict(met: boolean | null): string {
  if (met === null) return '–';
  return met ? 'yes' : 'MISSED';
}

/** For a message to whoever helps: `Dropslip 0.1.0`, each on a line. */
export function versionsText(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join('\n');
}

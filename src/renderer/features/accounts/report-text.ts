import type { CheckLine, ConnectionReport } from '../../../shared/bridge/accounts.ts';
import { topicNames } from './check-words.ts';

const marks: { readonly [State in CheckLine['state']]: string } = {
  good: 'ok  ',
  bad: 'BAD ',
  skipped: '-   ',
  running: '... ',
};

/** The report as plain text for support. All that stands in it came in the report, which never holds a secret. */
export function reportText(report: ConnectionReport): string {
  const versions = Object.entries(report.versions).map(([name, version]) => `${name} ${version}`);
  const known: readonly (readonly [string, string | null])[] = [
    ['Checked', report.at],
    ['Address', report.address],
    ['Submissions', report.submitAddress],
    ['Route', report.route],
    ['Token map', report.found.tokenMap],
    ['Fund requests', report.found.requestFunds],
    ['Token names', report.tokenNames.join(', ')],
    ['Versions', versions.join(', ')],
  ];
  return [
    'Dropslip connection report',
    '',
    ...known.flatMap(([label, value]) => (value === null || value === '' ? [] : [`${label}: ${value}`])),
    '',
    ...report.lines.map((line) => `${marks[line.state]}${topicNames[line.topic]}: ${line.text}`),
    '',
    'Requests',
    ...report.entries.map(entryText),
    '',
  ].join('\n');
}

function entryText(entry: ConnectionReport['entries'][number]): string {
  const status = entry.status === null ? 'no answer' : String(entry.status);
  const detail = entry.detail === null ? '' : `, ${entry.detail}`;
  return `${entry.request}: ${status}, ${Math.round(entry.milliseconds)} ms${detail}`;
}

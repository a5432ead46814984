import type { CheckLine, CheckTopic, ConnectionReport } from '../../../shared/bridge/accounts.ts';
import { checkWords, routeWords, serviceKindWords } from '../../../shared/messages/accounts.ts';
import { failureDetail } from '../../../shared/messages/failures/failure-message.ts';
import { fieldLine } from '../../ui/record-sections.ts';

export const topicNames: { readonly [Topic in CheckTopic]: string } = {
  address: 'Address',
  'api-key': 'API key',
  'access-token': 'Access token',
  tokens: 'Balances',
  'token-names': 'Token names',
  'fund-requests': 'Deposits',
  downloads: 'Download',
};

const marks: { readonly [State in CheckLine['state']]: string } = { good: 'ok  ', bad: 'BAD ', skipped: '-   ' };

export function problemsIn({ lines }: ConnectionReport): number {
  return lines.filter((line) => line.state === 'bad').length;
}

/**
 * The report as plain text for support. The report never holds a secret. Text from the service cannot imitate a line of
 * the report.
 */
export function reportText(report: ConnectionReport): string {
  const versions = Object.entries(report.versions).map(([name, version]) => `${name} ${version}`);
  const known: readonly (readonly [string, string | null])[] = [
    ['Checked', report.at],
    ['Address', report.address],
    ['Submissions', report.submitAddress],
    ['Service', report.serviceKind && serviceKindWords[report.serviceKind]],
    ['Route', routeWords(report.route)],
    ['Token names', report.tokenNames.join(', ')],
    ['Versions', versions.join(', ')],
  ];
  return [
    'Dropslip connection report',
    '',
    ...known.flatMap(([label, value]) => (value === null || value === '' ? [] : [fieldLine(label, value)])),
    '',
    ...report.lines.map((line) => `${marks[line.state]}${fieldLine(topicNames[line.topic], checkWords(line))}`),
    '',
    'Requests',
    ...report.entries.map(entryText),
    '',
  ].join('\n');
}

function entryText(entry: ConnectionReport['entries'][number]): string {
  const status = entry.status === null ? 'no answer' : String(entry.status);
  const detail = entry.failure === null ? '' : `, ${failureDetail(entry.failure)}`;
  return fieldLine(entry.request, `${status}, ${Math.round(entry.milliseconds)} ms${detail}`);
}

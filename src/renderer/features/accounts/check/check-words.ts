import type { CheckLine, CheckTopic, ConnectionReport } from '../../../../shared/bridge/accounts.ts';
import { checkWords, routeWords } from '../../../../shared/messages/accounts/connection-check.ts';
import { failureDetail, failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { fieldLine } from '../../../ui/fields/fields.ts';
import type { CheckRun } from './check-run.ts';

export const topicNames: { readonly [Topic in CheckTopic]: string } = {
  address: 'Address',
  'api-key': 'API key',
  'access-token': 'Access token',
  tokens: 'Tokens',
  'token-names': 'Token names',
  'fund-requests': 'Deposits',
  downloads: 'Download',
};

export function runWords(run: CheckRun): string {
  switch (run.kind) {
    case 'none':
      return 'Not checked yet.';
    case 'running':
      return 'Checking. This costs nothing.';
    case 'stopped':
      return 'The check was stopped.';
    case 'failed':
      return failureMessage(run.error);
    case 'finished': {
      const bad = run.lines.filter((line) => line.state === 'bad').length;
      if (bad === 0) return 'No problems found.';
      return bad === 1 ? '1 problem found.' : `${bad} problems found.`;
    }
  }
}

const marks: { readonly [State in CheckLine['state']]: string } = {
  good: 'ok  ',
  bad: 'BAD ',
  skipped: '-   ',
  running: '... ',
};

/**
 * The report as plain text for support. All that stands in it came in the report, which never holds a secret; what the service
 * said cannot pass for a line of its own.
 */
export function reportText(report: ConnectionReport): string {
  const versions = Object.entries(report.versions).map(([name, version]) => `${name} ${version}`);
  const known: readonly (readonly [string, string | null])[] = [
    ['Checked', report.at],
    ['Address', report.address],
    ['Submissions', report.submitAddress],
    ['Route', routeWords(report.route)],
    ['Token map', report.found.tokenMap],
    ['Deposits', report.found.requestFunds],
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

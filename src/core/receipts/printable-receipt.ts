import { separatorsOf } from '../../shared/amounts.ts';
import type { Composition, KnownDigests, Receipt, ReceiptEncryption } from '../../shared/bridge/receipts.ts';
import { costWords, vouchedWords } from '../../shared/messages/submissions.ts';
import { type SizeUnits, sizeWords } from '../../shared/sizes.ts';
import { type Cost, networkFeeOf } from '../../shared/submissions/cost.ts';
import { sentInstead } from '../../shared/submissions/parts.ts';
import { escapeHtml, visibleName } from '../../shared/text.ts';
import { ticketTime } from '../../shared/time.ts';

type Row = readonly [label: string, value: string | null, kind?: 'code'];

/** Facts on the page besides the receipt. `timeZone`: this machine's by default. */
export type Page = {
  readonly sizes: SizeUnits;
  /** The cost from the record's fees; null if it is unknown. */
  readonly cost: Cost | null;
  readonly timeZone?: string;
};

/** A complete page for printing, without a script. `articles`: each begins on a new sheet. */
export function printedPage(title: string, articles: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<style nonce="__CSP_NONCE__">${style}</style>
<title>${escapeHtml(visibleName(title))}: receipt</title>
</head>
<body>
${articles.join('\n')}
</body>
</html>
`;
}

/** A receipt for a printed page. Text from outside is escaped. */
export function printableReceipt(receipt: Receipt, { sizes, cost, timeZone }: Page): string {
  const { account, submission, file, record, composition } = receipt;
  const time = (instant: string | null): string | null => (instant === null ? null : ticketTime(instant, timeZone));
  const hasDigests = file.sha256 !== null || file.blake2b256 !== null || file.keccak256 !== null;
  const { vouched } = submission;
  const sections: readonly (readonly [title: string, rows: readonly Row[]])[] = [
    [
      'Submission',
      [
        ['Submission id', submission.id, 'code'],
        ['Account', account.kind === 'practice' ? `${account.name} (practice: nothing real was spent)` : account.name],
        // The practice service has a new address at every start.
        ['Service', account.kind === 'practice' ? null : account.address, 'code'],
        ['Added', time(submission.addedAt)],
        ['Submitted', time(submission.submittedAt)],
        submission.blockTime !== null
          ? ['Time of its block', time(submission.blockTime)]
          : ['Seen confirmed at', time(submission.seenConfirmedAt)],
        // The page is in English, so numbers use the English format.
        ['Cost', cost === null ? null : costWords(cost, separatorsOf('en'))],
        ['Confirmed by a user', vouched === null ? null : vouchedWords(vouched, ticketTime(vouched.at, timeZone))],
      ],
    ],
    [
      'File',
      [
        ['Name', visibleName(file.name)],
        ['Size', file.size === null ? null : sizeWords(file.size, sizes)],
        ['Keccak-256', file.keccak256, 'code'],
        ['BLAKE2b-256', file.blake2b256, 'code'],
        ['SHA-256', file.sha256, 'code'],
      ],
    ],
    ['How it was submitted', composition === null ? [] : compositionRows(composition)],
    [
      'The service’s record, when last read',
      record === null
        ? [['State', 'The service’s record was not read yet.']]
        : [
            ['State', phases[record.phase]],
            ['The service says', record.error],
            ['Time', time(record.createdAt)],
            ['Block hash', record.blockHash, 'code'],
            ['Transaction hash', record.txHash, 'code'],
            ['Data hash', record.dataHash, 'code'],
            ['Content', otherContent(sentInstead(composition)?.bytes ?? file, record.dataHash)],
          ],
    ],
    [
      'Technical details',
      [
        ['Size in bytes', file.size === null ? null : String(file.size)],
        ...(record === null
          ? []
          : ([
              ['Cost in base units', record.fees],
              ['Network fee, paid by the operator', networkFeeOf(record)],
              ['Amount of data', record.amountData],
              ['Index in the block', record.extrinsicIndex],
              ['Address', record.toAddress, 'code'],
              ['Token details id', record.tokenDetailsId],
              ['User', record.userId, 'code'],
              ...Object.entries(record.extra).map(([name, value]): Row => [name, value, 'code']),
            ] satisfies Row[])),
      ],
    ],
  ];
  return `<article>
<header>
<p class="brand">Dropslip</p>
<h1>Receipt</h1>
<p class="name"><bdi>${escapeHtml(visibleName(file.name))}</bdi></p>
</header>
${sections.map(([title, rows]) => section(title, rows)).join('\n')}
<footer>
<p>Issued ${escapeHtml(ticketTime(receipt.issuedAt, timeZone))} by Dropslip ${escapeHtml(receipt.appVersion)}.</p>
${hasDigests ? '<p>Anybody can check that a file is the one that was submitted: its digests must match those above.</p>' : ''}
<p>Seal of the receipt’s file: <span class="code">${escapeHtml(receipt.seal)}</span></p>
</footer>
</article>`;
}

/** Omits rows without a value, and a section without rows. */
function section(title: string, rows: readonly Row[]): string {
  const shown = rows.flatMap(([label, value, kind]) =>
    value === null || value === ''
      ? []
      : [
          `<div><dt>${escapeHtml(label)}</dt><dd${kind === 'code' ? ' class="code"' : ''}><bdi>${escapeHtml(value)}</bdi></dd></div>`,
        ],
  );
  if (shown.length === 0) return '';
  return `<section>\n<h2>${escapeHtml(title)}</h2>\n<dl>\n${shown.join('\n')}\n</dl>\n</section>`;
}

const phases = {
  pending: 'Submitted, not yet in a block',
  'in-block': 'Confirmed in a block',
  failed: 'Delayed: the service tries again automatically',
} as const;

/** Shows only the number of parts, because there may be thousands. The receipt's file lists them. */
function compositionRows({ content, parts, manifest, encryption }: Composition): readonly Row[] {
  const slices = parts?.filter(({ level }) => level === 0).length ?? null;
  return [
    ['Content', content === 'folder' ? 'A folder, kept together' : null],
    ['Parts', manifest === null ? null : slices === null ? 'More than 10,000' : String(slices)],
    ['SHA-256 of the manifest', manifest?.sha256 ?? null, 'code'],
    ['BLAKE2b-256 of the manifest', manifest?.blake2b256 ?? null, 'code'],
    ['Encrypted (age)', encryption === null ? null : encryptedFor(encryption)],
    ['SHA-256 of the encrypted copy', encryption?.stream.sha256 ?? null, 'code'],
    ['BLAKE2b-256 of the encrypted copy', encryption?.stream.blake2b256 ?? null, 'code'],
  ];
}

function encryptedFor({ for: whom }: ReceiptEncryption): string {
  if (whom.kind === 'passphrase') return 'For people with the passphrase';
  return whom.count === 1 ? 'For one key' : `For ${whom.count} keys`;
}

/** Explains a record's hash that differs from the digests above. */
function otherContent({ keccak256, blake2b256 }: KnownDigests, dataHash: string | null): string | null {
  if (dataHash === null || blake2b256 === null) return null;
  if (dataHash === keccak256 || dataHash === blake2b256) return null;
  return keccak256 === null
    ? 'The data hash matches none of the digests above. It belongs to other content or to this file as the service encrypted it, or it is this file’s Keccak-256, which was not computed.'
    : 'The data hash matches none of this file’s digests. It belongs to other content, or to this file as the service encrypted it.';
}

const style = `
  @page { size: A4; margin: 18mm 18mm 16mm; }
  * { box-sizing: border-box; margin: 0; }
  body { font: 9.5pt/1.45 'Inter Variable', Inter, system-ui, sans-serif; color: #10211e; }
  header { padding-bottom: 5mm; border-bottom: 0.6mm solid #0c6f66; }
  .brand { color: #0c6f66; font-weight: 600; }
  h1 { font-size: 20pt; line-height: 1.2; }
  .name { margin-top: 2mm; font-weight: 600; overflow-wrap: anywhere; }
  article + article { break-before: page; }
  section { margin-top: 6mm; break-inside: avoid-page; }
  h2 { margin-bottom: 1.5mm; font-size: 9.5pt; }
  dl > div { display: grid; grid-template-columns: 40mm 1fr; gap: 4mm; padding: 1.2mm 0; border-top: 0.2mm solid #dde6e3; break-inside: avoid; }
  dt { color: #4a5c58; }
  dd { overflow-wrap: anywhere; white-space: pre-wrap; font-variant-numeric: tabular-nums; }
  .code { font: 8.5pt/1.5 ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace; }
  footer { display: grid; gap: 1.5mm; margin-top: 8mm; padding-top: 3mm; border-top: 0.2mm solid #7d8f8a; color: #4a5c58; break-inside: avoid; }
  footer .code { overflow-wrap: anywhere; }
`;

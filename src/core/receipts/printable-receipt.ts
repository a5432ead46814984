import { separatorsOf } from '../../shared/amounts.ts';
import type { NetworkAnswer } from '../../shared/bridge/network.ts';
import type { Composition, KnownDigests, Receipt, ReceiptEncryption } from '../../shared/bridge/receipts.ts';
import { networkWords } from '../../shared/messages/network.ts';
import { costWords, vouchedWords } from '../../shared/messages/submissions.ts';
import { type SizeUnits, sizeWords } from '../../shared/sizes.ts';
import type { Cost } from '../../shared/submissions/cost.ts';
import { sentInstead } from '../../shared/submissions/parts.ts';
import { escapeHtml, visibleName } from '../../shared/text.ts';
import { ticketTime } from '../../shared/time.ts';
import { accountRows, printedPage, type Row, section } from '../printed-page.ts';

/** Facts on the page besides the receipt. `timeZone`: this machine's by default. */
export type Page = {
  readonly sizes: SizeUnits;
  /** The cost from the record's fees; null if it is unknown. */
  readonly cost: Cost | null;
  /** The last check on the network that held; absent without one. */
  readonly network?: NetworkAnswer | null;
  readonly timeZone?: string;
};

/** A receipt as a complete page for printing. Text from outside is escaped, and the page has no script. */
export function printableReceipt(receipt: Receipt, { sizes, cost, network = null, timeZone }: Page): string {
  const { account, submission, file, record, composition } = receipt;
  const time = (instant: string | null): string | null => (instant === null ? null : ticketTime(instant, timeZone));
  const { vouched } = submission;
  const sections: readonly (readonly [title: string, rows: readonly Row[]])[] = [
    [
      'Submission',
      [
        ['Submission id', submission.id, 'code'],
        ...accountRows(account),
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
    ['Checked on the network', network === null ? [] : networkRows(network, timeZone)],
    [
      'Technical details',
      [
        ['Size in bytes', file.size === null ? null : String(file.size)],
        ...(record === null
          ? []
          : ([
              ['Cost in base units', record.fees],
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
  return printedPage({
    name: file.name,
    body: sections.map(([title, rows]) => section(title, rows)).join('\n'),
    made: { ...receipt, timeZone },
    foot: `<p>Anybody can check that a file is the one that was submitted: its digests must match those above.
The service’s data hash is one of them.</p>
<p>Seal of the receipt’s file: <span class="code">${escapeHtml(receipt.seal)}</span></p>`,
  });
}

/** The answer of a network node at the time of saving. Any reader can repeat the check. */
function networkRows(answer: NetworkAnswer, timeZone: string | undefined): readonly Row[] {
  const { facts, askedAt } = answer;
  return [
    ['Answer', networkWords(answer, (instant) => ticketTime(instant, timeZone)).text],
    ['Asked', ticketTime(askedAt, timeZone)],
    ['Block', facts.blockNumber === null ? null : String(facts.blockNumber)],
    ['Block hash', facts.blockHash, 'code'],
    ['Transaction hash', facts.txHash.found, 'code'],
    ['BLAKE2b-256 of the bytes', facts.dataHash.found, 'code'],
    ['Network', facts.chain],
    ['Node', facts.node, 'code'],
  ];
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

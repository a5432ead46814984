import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { NetworkAnswer, NetworkFacts } from '../../../shared/bridge/network.ts';
import type { Against, Receipt } from '../../../shared/bridge/receipts.ts';
import { failureDetail } from '../../../shared/messages/failures/failure-message.ts';
import { type NetworkWords, networkWords, sentNames } from '../../../shared/messages/network.ts';
import { sentInstead } from '../../../shared/submissions/parts.ts';
import { ticketTime } from '../../../shared/time.ts';
import { formatMoment } from '../../ui/format.ts';
import {
  codeField,
  type FieldSection,
  momentField,
  plainField,
  present,
  sectionsAsText,
} from '../../ui/record-sections.ts';

/** The subject of a check: a stored record, or the claim of a receipt. */
export type NetworkTarget =
  | ({ readonly kind: 'record' } & Omit<CallInputs['network.check'], 'checkId'>)
  | ({ readonly kind: 'receipt' } & Omit<CallInputs['network.checkReceipt'], 'checkId'>);

export function answerWords(answer: NetworkAnswer): NetworkWords {
  return networkWords(answer, formatMoment);
}

/** The values of the record beside those of the network, and the evidence for them. */
export function networkSections({ verdict, facts, askedAt }: NetworkAnswer): readonly FieldSection[] {
  const { size } = facts;
  const sent = sentNames[facts.sentAs];
  const silence = verdict.kind === 'cannot-tell' && verdict.why === 'node-silent' ? verdict.reason : null;
  return [
    {
      title: 'Block',
      fields: present([
        ['Number', whole(facts.blockNumber), plainField],
        ['Time', facts.blockTime, momentField],
        ['Block hash', facts.blockHash, codeField],
        ['Latest final block', whole(facts.finalizedNumber), plainField],
        ['Proven by the block hash', facts.blockNumber === null ? null : provenWords(facts), plainField],
      ]),
    },
    {
      title: 'Transaction',
      fields: present([
        ['Place in the block', whole(facts.extrinsicIndex), plainField],
        ['Hash in the record', facts.txHash.recorded, codeField],
        ['Hash on the network', facts.txHash.found, codeField],
      ]),
    },
    {
      title: 'Bytes',
      fields: present([
        [`Size of ${sent}`, whole(size.expected), plainField],
        ['Size on the network', whole(size.found), plainField],
        ['Hash in the record', facts.dataHash.recorded, codeField],
        [`BLAKE2b-256 of ${sent}`, facts.sentHash, codeField],
        [verdict.kind === 'blob' ? 'Hash of the blob' : 'BLAKE2b-256 on the network', facts.dataHash.found, codeField],
      ]),
    },
    {
      title: 'Asked',
      fields: present([
        ['Node', facts.node, codeField],
        ['Network', facts.chain, plainField],
        ['When', askedAt, momentField],
        ['Result', silence === null ? null : failureDetail(silence), plainField],
      ]),
    },
  ].filter(({ fields }) => fields.length > 0);
}

export function networkText(answer: NetworkAnswer): string {
  const { title, text } = networkWords(answer, (instant) => ticketTime(instant));
  return sectionsAsText(`${title}. ${text}`, networkSections(answer));
}

/** The claim of a receipt, or of the record of a stored submission. */
export function targetOf(against: Exclude<Against, { readonly kind: 'manifest' }>): NetworkTarget {
  const isReceipt = against.kind === 'receipt';
  const { record } = isReceipt ? against.receipt : against;
  // A file that is compared with a record need not be the submitted one.
  const { as: sentAs, bytes } = isReceipt ? sentOf(against.receipt) : ({ as: 'file', bytes: noBytes } as const);
  return {
    kind: 'receipt',
    submissionId: isReceipt ? against.receipt.submission.id : against.submissionId,
    address: isReceipt ? against.receipt.account.address : null,
    claim: {
      blockHash: record?.blockHash ?? null,
      extrinsicIndex: record?.extrinsicIndex ?? null,
      txHash: record?.txHash ?? null,
      dataHash: record?.dataHash ?? null,
      sentAs,
      size: bytes.size,
      keccak256: bytes.keccak256,
      blake2b256: bytes.blake2b256,
    },
  };
}

/** The bytes of the submission itself: the manifest of a file in parts, or the encrypted file. */
function sentOf(receipt: Receipt) {
  const instead = sentInstead(receipt.composition);
  return instead ?? ({ as: 'file', bytes: receipt.file } as const);
}

const noBytes = { size: null, keccak256: null, blake2b256: null } as const;

const whole = (number: number | null): string | null => (number === null ? null : String(number));

function provenWords({ proven }: NetworkFacts): string {
  if (!proven.header) return 'Nothing. Only the node says so.';
  const what = proven.transactions ? 'Its number, its time and its transactions.' : 'Its number.';
  return `${what} Only the node says that it is final.`;
}

import type { Vouched, VouchedCheck } from '../../bridge/receipts.ts';
import type { HandCheck, SettlementNote } from '../../submissions/settlement-note.ts';
import type { CannotTell } from '../../submissions/submission-state.ts';

type Open = Extract<SettlementNote, { kind: 'open' }>;
type Found = Extract<SettlementNote, { kind: 'found-by-hash' | 'found-by-size' }>;

/** What a submission's details say about how it was settled while it was uncertain, or what keeps it open. */
export function settlementWords(note: SettlementNote): string {
  switch (note.kind) {
    case 'found-by-hash':
      return `${foundWords(note)} has the ${hashNames[note.hash]} of this file’s bytes (${note.dataHash}), and no other file of this account claims it.`;
    case 'found-by-size':
      return `${foundWords(note)} has no hash, but it is the only one of this size (${note.size} bytes, the service says “${note.amountData}”), this token and this time, and this is the only file that it can be.`;
    case 'not-listed': {
      const end = note.again ? ' So it was sent again.' : '';
      return `The service does not have it: its complete list (${note.records} submissions) was read on ${note.first} and again on ${note.second}, well after the connection had ended. Every submission in it belongs to another file, has another size, or was there before it was sent.${end}`;
    }
    case 'open':
      return `Not settled yet. ${openWords[note.why]}${hashWords(note)}`;
    case 'went-through':
      return `You said on ${note.at} that it went through as ${note.submissionId}. ${checkWords[note.check]}`;
    case 'did-not':
      return `You said on ${note.at} that it did not go through. So it was sent again.`;
    case 'in-words':
      return note.text;
  }
}

const hashNames = { keccak256: 'Keccak-256', blake2b256: 'BLAKE2b-256' } as const;

function foundWords({ at, submissionId, createdAt }: Found): string {
  const registered = createdAt === null ? '' : `, registered at ${createdAt},`;
  return `Found in the service’s records on ${at}: submission ${submissionId}${registered}`;
}

function hashWords({ why, hashKind }: Open): string {
  if (why !== 'hash-unknown' || hashKind === null) return '';
  return hashKind === 'unknown'
    ? ' So does the last known submission of this account: the service encrypts what it is given.'
    : ` The last known submission of this account has a ${hashNames[hashKind]}, which can be.`;
}

const openWords: { readonly [Why in CannotTell]: string } = {
  'no-records': 'The service’s records could not be read with this account.',
  'records-unreadable':
    'The service’s records are refused to this account, cannot be understood, or have been out of reach for long.',
  'list-incomplete':
    'The service’s list of submissions may not be complete: it may end too early, or not show yet what came in last.',
  'hash-unknown': 'A record that may be this file’s carries a hash of a kind that cannot be checked here.',
  'hash-missing': 'A record that may be this one has no hash yet.',
  indistinguishable:
    'Several submissions or files have these bytes, or this size and time, and nothing tells which one is this one.',
  'same-bytes-before': 'The service has the same bytes from an earlier time, which are not this submission.',
  'listing-unproven': 'It is not known yet how this service lists what this account submits.',
};

const checkWords: { readonly [Check in HandCheck]: string } = {
  confirmed: 'The service’s record of it was read and does not contradict this file.',
  'hash-unknown': 'The service’s record of it was read, but its hash is of a kind that can’t be checked here.',
  'no-hash': 'The service’s record of it was read, but there was no hash to compare this file by.',
  unchecked: 'The service’s record of it could not be read with this account.',
};

/** That a receipt rests on a person's word. `at` is when it was given, as the reader writes it. */
export function vouchedWords({ check }: Vouched, at: string): string {
  return `That the file has this id is the word of the person who submitted it, given on ${at}: ${vouchedCheckWords[check]}.`;
}

const vouchedCheckWords: { readonly [Check in VouchedCheck]: string } = {
  unchecked: 'the service’s record of it could not be read then',
  'no-hash': 'the service’s record of it had no hash then to compare the file by',
  'hash-unknown': 'the hash in the service’s record of it is of a kind that can’t be compared with the file',
};

import type { NetworkAnswer, NetworkFacts, UntoldReason } from '../bridge/network.ts';
import type { SentAs } from '../bridge/receipts.ts';
import { failureMessage } from './failures/failure-message.ts';
import { notFromNetwork } from './failures/records.ts';

export type NetworkWords = {
  readonly tone: 'good' | 'bad' | 'open';
  readonly title: string;
  readonly text: string;
};

/** `time` formats an instant. */
export function networkWords({ verdict, facts }: Pick<NetworkAnswer, 'verdict' | 'facts'>, time: Time): NetworkWords {
  const block = blockWords(facts, time);
  switch (verdict.kind) {
    case 'blob': {
      const what = verdict.by === 'file' ? sentNames[facts.sentAs] : 'the contents that the record names';
      const more = verdict.by === 'file' ? further[facts.sentAs] : '';
      const proof = facts.proven.transactions ? '' : ' The block’s hash does not prove this, so ask another node too.';
      // Another call with the same hash cannot be told from that of a blob.
      return {
        tone: 'open',
        title: 'Only its hash is in the transaction',
        text: `The transaction in ${block} has the hash of ${what}, not the bytes. The network can keep such contents as a blob, which Dropslip cannot check.${proof}${more}`,
      };
    }
    case 'holds': {
      const what = verdict.by === 'file' ? sentBytes[facts.sentAs] : 'the contents that the record names';
      const more = verdict.by === 'file' ? further[facts.sentAs] : '';
      if (!facts.proven.transactions) {
        return {
          tone: 'open',
          title: 'The node says that it is there',
          text: `The node shows ${what} in ${block}, and says that the block is final. The block’s hash proves neither, so ask another node too.${more}`,
        };
      }
      // The wording stays careful: a service that controls both the hash and the node can fake the chain.
      return {
        tone: 'good',
        title: 'The block holds these bytes',
        text: `Dropslip computed from the block’s hash that ${block} holds ${what}. Only the node says that the block is final.${more}`,
      };
    }
    case 'not-final':
      if (verdict.why === 'other-block') {
        return {
          tone: 'bad',
          title: 'Its block is not on the network',
          text: `The network has a different block at ${block} than the record says. Ask the service’s operator.`,
        };
      }
      return {
        tone: 'open',
        title: 'Not final yet',
        text: `It is in ${block}, which the network may still replace. Check again in a minute.`,
      };
    case 'other-transaction':
      return {
        tone: 'bad',
        title: 'Another transaction is there',
        text: `The record names a place in ${block} that has a different transaction, or none. Ask the service’s operator.`,
      };
    case 'other-bytes':
      return {
        tone: 'bad',
        title: 'The contents are different',
        text: `The transaction in ${block} contains different data, or none. Ask the service’s operator what it submitted.`,
      };
    case 'cannot-tell':
      return verdict.why === 'node-silent'
        ? { tone: 'open', title: 'No usable answer from the node', text: failureMessage(verdict.reason) }
        : { tone: 'open', title: untold[verdict.why], text: notFromNetwork[verdict.why] };
  }
}

export const sentNames: { readonly [As in SentAs]: string } = {
  file: 'the file',
  manifest: 'the manifest',
  encrypted: 'the encrypted file',
};

const sentBytes: { readonly [As in SentAs]: string } = {
  file: 'exactly this file',
  manifest: 'exactly the manifest that lists the parts',
  encrypted: 'exactly the encrypted file',
};

/** The manifest lists the hashes of the parts but not their places on the network. */
const further: { readonly [As in SentAs]: string } = {
  file: '',
  manifest: ' Each part has a record of its own; Download compares each of them with the manifest.',
  encrypted: '',
};

type Time = (instant: string) => string;

function blockWords({ blockNumber, blockTime }: NetworkFacts, time: Time): string {
  if (blockNumber === null) return 'its block';
  return blockTime === null ? `block ${blockNumber}` : `block ${blockNumber} of ${time(blockTime)}`;
}

const untold: { readonly [Why in UntoldReason]: string } = {
  'no-block-yet': 'Not in a block yet',
  'no-place': 'The record does not say where',
  'unknown-block': 'The node does not know this block',
  pruned: 'The node no longer keeps this block',
  'node-contradicts-itself': 'This node cannot be trusted',
  'nothing-to-compare': 'There is nothing to compare',
  'may-be-encrypted': 'It is there, but differs from your file',
};

import type { networkFailures } from '../../failures/failure-codes.ts';
import { addressMessages } from './accounts.ts';
import type { FailureMessages } from './messages-of-codes.ts';

type Messages = FailureMessages<keyof typeof networkFailures>;
type Values<Code extends keyof Messages> = Messages[Code] extends (values: infer Named) => string ? Named : never;

export const networkMessages: Messages = {
  'no-node': 'This account has no network node. Enter one in the account’s settings, then try again.',
  'node-silent': ({ why, host }) => silent[why](host),
  'node-address-not-valid': ({ problem }) =>
    problem === 'holds-credentials'
      ? 'Leave out the user name and password.'
      : problem === 'empty' || problem === 'no-address'
        ? 'This is not a node’s address. Example: https://node.example.'
        : addressMessages[problem],
  'node-not-encrypted': 'Use https:// for a node that is not on this computer.',
  'no-such-record': 'The service’s record of this submission has not been read yet. Refresh, then try again.',
  'not-from-network': ({ why }) => notFromNetwork[why],
};

const silent: { readonly [Why in Values<'node-silent'>['why']]: (host: string) => string } = {
  unreachable: (host) =>
    `The node at ${host} does not answer. Check its address and your internet connection, then try again.`,
  untrusted: (host) => `This computer does not trust the certificate of ${host}, so nothing was sent to it.`,
  busy: (host) => `The node at ${host} is busy. Try again later.`,
  refused: (host) => `The node at ${host} refuses to answer. Ask its operator, or enter another node.`,
  moved: (host) => `The node at ${host} has moved. Enter its new address.`,
  'not-a-node': (host) => `There is no network node at ${host}. Check the address.`,
  'too-long': (host) => `The node at ${host} sent too much data. Enter another node.`,
};

const notFromNetwork: { readonly [Why in Values<'not-from-network'>['why']]: string } = {
  'no-block-yet': 'It is not in a block yet. Try again later.',
  'no-place': 'The service’s record does not say where in the block it is.',
  'unknown-block': 'The node does not know this block and may belong to another network. Enter another node.',
  pruned: 'The node no longer has the contents of this block. Enter an archive node, which keeps all blocks.',
  'node-contradicts-itself': 'The node’s answers contradict each other, so they were not used. Enter another node.',
  'nothing-to-compare': 'There is no hash to check the contents, so nothing was saved.',
  'may-be-encrypted': 'The network has different contents than this file. The service may have encrypted it.',
  'not-final': 'Its block is not final yet. Try again in a minute.',
  'other-transaction': 'The block has a different transaction at this place than the record says.',
  'other-bytes': 'The network has different contents than were submitted, so nothing was saved.',
};

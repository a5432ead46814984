import type { networkFailures } from '../../failures/failure-codes.ts';
import { addressMessages } from './accounts.ts';
import type { FailureMessages } from './messages-of-codes.ts';

type Messages = FailureMessages<keyof typeof networkFailures>;
type Values<Code extends keyof Messages> = Messages[Code] extends (values: infer Named) => string ? Named : never;

export const networkMessages: Messages = {
  'no-node': 'No node of the network is set for this account. Enter one in the account’s settings, then ask again.',
  'node-silent': ({ why, host }) => silent[why](host),
  'node-address-not-valid': ({ problem }) =>
    problem === 'holds-credentials'
      ? 'Leave name and password out of the node’s address.'
      : problem === 'empty' || problem === 'no-address'
        ? 'This is not the address of a node. It looks like https://node.example.'
        : addressMessages[problem],
  'node-not-encrypted': 'A node that is not on this computer is asked over https:// only. Change http:// to https://.',
  'no-such-record': 'The service’s record of this submission was not read yet. Refresh, then ask again.',
  'not-from-network': ({ why }) => notFromNetwork[why],
};

const silent: { readonly [Why in Values<'node-silent'>['why']]: (host: string) => string } = {
  unreachable: (host) =>
    `The node at ${host} does not answer. Check its address and your internet connection, then try again.`,
  untrusted: (host) => `This computer does not trust the certificate of ${host}, so nothing was asked there.`,
  busy: (host) => `The node at ${host} takes no questions at the moment. Try again a little later.`,
  refused: (host) => `The node at ${host} refuses to answer. Ask who runs it, or enter another node.`,
  moved: (host) => `The node at ${host} has moved. Enter its new address.`,
  'not-a-node': (host) => `What answers at ${host} is not a node of the network. Check its address.`,
  'too-long': (host) =>
    `The node at ${host} sent more than any block holds, so Dropslip stopped reading it. Enter another node.`,
};

const notFromNetwork: { readonly [Why in Values<'not-from-network'>['why']]: string } = {
  'no-block-yet': 'It is in no block yet, so the network does not have it. Try again later.',
  'no-place': 'The service’s record does not say where in the block it is.',
  'unknown-block': 'The node does not know this block. It may belong to another network. Enter another node.',
  pruned: 'The node no longer keeps what is in this block. Enter an archive node, which keeps all.',
  'node-contradicts-itself':
    'The node’s answers do not fit together, so nothing was taken from it. Enter another node.',
  'nothing-to-compare': 'There is no hash to prove the bytes by, so they were not taken.',
  'may-be-encrypted': 'What the network has is not this file as it is: the service may have encrypted it.',
  'not-final': 'Its block is not final yet. Try again in a minute.',
  'other-transaction': 'What stands at this place of the block is another transaction than the record names.',
  'other-bytes': 'The network has other bytes than were submitted, so they were not taken.',
};

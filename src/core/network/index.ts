/** The network behind the services: whether it has what a record or a receipt says, and the bytes themselves, from a node. */

export { Network } from './network.ts';
export {
  NetworkChecks,
  type NetworkPlace,
  networkHandlers,
  readNodeAddress,
} from './network-checks.ts';

/**
 * The network behind the services: checks the claims of records and receipts with a node, and downloads bytes from it.
 */

export { Network } from './network.ts';
export {
  type AccountNodes,
  NetworkChecks,
  type NetworkPlace,
  networkHandlers,
  readNodeAddress,
  type StoredClaim,
} from './network-checks.ts';

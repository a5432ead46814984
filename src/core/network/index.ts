/**
 * The network behind the services: checks the claims of records and receipts with a node, and downloads bytes from it.
 */

export { Network } from './network.ts';
export {
  NetworkChecks,
  type NetworkPlace,
  networkHandlers,
  readNodeAddress,
} from './network-checks.ts';

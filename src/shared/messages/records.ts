import type { RecordColumn } from '../bridge/records.ts';

export const columnNames: { readonly [Column in RecordColumn]: string } = {
  time: 'Time',
  file: 'File',
  state: 'State',
  token: 'Token',
  fees: 'Cost',
  size: 'Size',
  id: 'Submission id',
  dataHash: 'Data hash',
  blockHash: 'Block hash',
  txHash: 'Transaction hash',
  index: 'Index in the block',
  address: 'Address',
  user: 'User',
  error: 'The service says',
};

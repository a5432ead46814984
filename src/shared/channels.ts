/** Names of the three IPC channels; apart from `api.ts` so that the preload does not carry the schema library. */
export const channels = {
  call: 'dropslip:call',
  fileCall: 'dropslip:file-call',
  event: 'dropslip:event',
} as const;

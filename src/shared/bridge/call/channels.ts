/** Names of the IPC channels; apart from all else so that the preload does not carry the schema library. */
export const channels = {
  call: 'dropslip:call',
  fileCall: 'dropslip:file-call',
  /** The preload tells of the files of a gesture before any call can be about them. */
  filesGiven: 'dropslip:files-given',
  event: 'dropslip:event',
} as const;

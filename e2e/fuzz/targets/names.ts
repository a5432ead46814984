/** Of all targets, for who must not load what they fuzz. */
export const targetNames = [
  ...['submission', 'submissions', 'submissions-in-pieces', 'tokens', 'token-map', 'short-answers'],
  ...['lossless-json', 'numbers-in-json', 'amounts', 'decimals', 'sizes-hex-chains'],
  ...['service-errors', 'waiting-headers'],
  ...['jwt', 'secret-text', 'addresses', 'links', 'lookup-text', 'times'],
  ...['receipts-written', 'receipts-changed', 'receipts-any-text', 'verdict', 'printable-receipt'],
  ...['csv', 'file-names', 'bridge-inputs', 'diagnostics-scrub'],
  ...['wire-reading', 'wire-paying', 'wire-depositing'],
  ...['grown-numbers', 'doubled-members', 'other-sheets', 'saved-names', 'long-digits', 'echoed-secrets', 'long-ids'],
] as const;

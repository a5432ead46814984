/** The names of the targets that need no window, for modules that must not load the targets. */
export const moduleTargetNames = [
  ...['submission', 'submissions', 'submissions-in-pieces', 'tokens', 'token-map', 'short-answers'],
  ...['lossless-json', 'numbers-in-json', 'amounts', 'decimals', 'sizes-hex-chains'],
  ...['service-errors', 'waiting-headers'],
  ...['jwt', 'secret-text', 'addresses', 'links', 'lookup-text', 'times'],
  ...['receipts-written', 'receipts-changed', 'receipts-any-text', 'verdict', 'printable-receipt'],
  ...['csv', 'file-names', 'bridge-inputs', 'diagnostics-scrub'],
  ...['wire-reading', 'wire-paying', 'wire-depositing'],
  ...['grown-numbers', 'doubled-members', 'other-sheets', 'saved-names', 'long-digits', 'echoed-secrets', 'long-ids'],
] as const;

export const targetNames = [...moduleTargetNames, 'window-calls'] as const;

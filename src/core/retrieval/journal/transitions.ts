import type { KeptState } from './retrieval-row.ts';

export type RetrievalEvent = 'ask-key' | 'ask-yes' | 'place' | 'save' | 'fail' | 'cancel' | 'go-on' | 'dismiss';

/**
 * The states in which each may happen. From `saved` nothing leads back: what is there is the person's. `placing` is
 * neither cancelled nor begun anew: the final name may be given already. What has lost what was to get it goes on from there.
 */
const allowedFrom: { readonly [Event in RetrievalEvent]: readonly KeptState['kind'][] } = {
  'ask-key': ['under-way', 'placing'],
  'ask-yes': ['under-way', 'placing'],
  place: ['under-way', 'placing'],
  save: ['placing'],
  fail: ['under-way', 'placing', 'needs-key', 'needs-yes'],
  cancel: ['under-way', 'needs-key', 'needs-yes', 'failed'],
  'go-on': ['needs-key', 'needs-yes', 'failed', 'cancelled'],
  dismiss: ['saved', 'failed', 'cancelled'],
};

export function mayHappen(event: RetrievalEvent, { kind }: KeptState): boolean {
  return allowedFrom[event].includes(kind);
}

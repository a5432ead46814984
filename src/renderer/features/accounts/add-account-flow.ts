import {
  type AccountDraft,
  addressErrors,
  credentialErrors,
  type DraftErrors,
  type DraftField,
  submitByErrors,
} from './account-draft.ts';

/** Where a person is on the way to a new account. The draft goes along, so that going back loses nothing. */
export type AddAccountFlow =
  | { readonly step: 'address'; readonly draft: AccountDraft; readonly errors: DraftErrors }
  | { readonly step: 'credentials'; readonly draft: AccountDraft; readonly errors: DraftErrors }
  | { readonly step: 'check'; readonly draft: AccountDraft; readonly errors: DraftErrors; readonly saving: Saving };

export type Saving =
  | { readonly kind: 'no' }
  | { readonly kind: 'asked' }
  | { readonly kind: 'refused'; readonly message: string };

export type AddAccountStep = AddAccountFlow['step'];

export type AddAccountEvent =
  | { readonly kind: 'typed'; readonly change: Partial<AccountDraft> }
  | { readonly kind: 'next' }
  | { readonly kind: 'back' }
  /** A red line of the check leads back to what it is about. */
  | { readonly kind: 'fix'; readonly step: 'address' | 'credentials' }
  | { readonly kind: 'save'; readonly tokenNames: readonly string[] }
  | { readonly kind: 'refused'; readonly message: string };

export const addAccountSteps: readonly AddAccountStep[] = ['address', 'credentials', 'check'];

export function startFlow(draft: AccountDraft): AddAccountFlow {
  return { step: 'address', draft, errors: {} };
}

/** The flow after one event. Pure; what does not fit the step changes nothing. */
export function advance(flow: AddAccountFlow, event: AddAccountEvent): AddAccountFlow {
  switch (event.kind) {
    case 'typed':
      return { ...flow, draft: { ...flow.draft, ...event.change }, errors: without(flow.errors, event.change) };
    case 'next':
      return next(flow);
    case 'back':
      if (flow.step === 'check') return { step: 'credentials', draft: flow.draft, errors: {} };
      return { step: 'address', draft: flow.draft, errors: {} };
    case 'fix':
      return { step: event.step, draft: flow.draft, errors: {} };
    case 'save': {
      if (flow.step !== 'check') return flow;
      const errors = submitByErrors(flow.draft, event.tokenNames);
      return { ...flow, errors, saving: { kind: isEmpty(errors) ? 'asked' : 'no' } };
    }
    case 'refused':
      return flow.step === 'check' ? { ...flow, saving: { kind: 'refused', message: event.message } } : flow;
  }
}

function next(flow: AddAccountFlow): AddAccountFlow {
  const { draft } = flow;
  switch (flow.step) {
    case 'address': {
      const errors = addressErrors(draft);
      return isEmpty(errors) ? { step: 'credentials', draft, errors: {} } : { ...flow, errors };
    }
    case 'credentials': {
      const errors = credentialErrors(draft);
      return isEmpty(errors) ? { step: 'check', draft, errors: {}, saving: { kind: 'no' } } : { ...flow, errors };
    }
    case 'check':
      return flow;
  }
}

/** The sentence about a field goes as soon as the field changes. Either credential answers the sentence about both. */
export function without(errors: DraftErrors, change: Partial<AccountDraft>): DraftErrors {
  const changed = new Set<string>(Object.keys(change));
  if (changed.has('accessToken')) changed.add('apiKey');
  if (changed.has('variant')) changed.add('token');
  const kept = Object.entries(errors).filter(([field]) => !changed.has(field));
  return Object.fromEntries(kept);
}

function isEmpty(errors: DraftErrors): boolean {
  return Object.keys(errors).length === 0;
}

/** The first field with an error, in the order of the screen: where the keyboard goes. */
export function firstWrong(errors: DraftErrors): DraftField | null {
  const order = [
    'name',
    'address',
    'submitAddress',
    'requestFundsPath',
    'tokenMapPath',
    'apiKey',
    'accessToken',
    'token',
  ] as const;
  return order.find((field) => errors[field] !== undefined) ?? null;
}

import type { CheckTopic } from '../../../shared/bridge/accounts.ts';

export const topicNames: { readonly [Topic in CheckTopic]: string } = {
  address: 'Address',
  'api-key': 'API key',
  'access-token': 'Access token',
  tokens: 'Tokens',
  'token-names': 'Token names',
  'fund-requests': 'Fund requests',
};

/** Which step of adding an account a red line is about; null where typing something else does not mend it. */
export const topicSteps: { readonly [Topic in CheckTopic]: 'address' | 'credentials' | null } = {
  address: 'address',
  'api-key': 'credentials',
  'access-token': 'credentials',
  tokens: null,
  'token-names': null,
  'fund-requests': null,
};

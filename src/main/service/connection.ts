import type { SubmitBy } from '../../shared/bridge/accounts.ts';

/** Where a service answers and how to sign in to it. Built by `accounts`, used for the length of one request. */
export type Connection = {
  /** Base address, may carry a path prefix (`https://host/core-api/v1`). Joining keeps it. */
  readonly baseUrl: string;
  /** Where the `/v1` API-key family lives when it is another host; else null. */
  readonly submitBaseUrl: string | null;
  readonly paths: ServicePaths;
  /** Reads the secrets at the moment of the request; they are never kept. */
  readonly credentials: () => Promise<Credentials>;
  /** Told when an answer held one of the secrets. */
  readonly onSecretEchoed?: () => void;
  /** Whether lists are not to be asked for now: the last one made the thread that read it die. */
  readonly listsRest?: () => boolean;
  /** Told when the thread that read a list has died of it. */
  readonly onListCrash?: () => void;
};

export type Credentials = { readonly apiKey: string | null; readonly accessToken: string | null };

/** What probing found of paths on which deployments differ. Null: not known yet, try the known forms in order. */
export type ServicePaths = {
  /** `/user` or `/v1/user`. */
  readonly userFamily: string | null;
  /** `/user/request_funds` or `/users/request_funds` (also with the family's prefix). */
  readonly requestFunds: string | null;
  /** `/token_map` or `/v1/token_map`. */
  readonly tokenMap: string | null;
};

export const unknownPaths: ServicePaths = { userFamily: null, requestFunds: null, tokenMap: null };

export type { SubmitBy };

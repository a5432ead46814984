/** The lines of the live check of an account's connection, in the order in which they are shown. */
export const checkTopics = ['address', 'api-key', 'access-token', 'tokens', 'token-names', 'fund-requests'] as const;

export type CheckTopic = (typeof checkTopics)[number];

export type CheckLine = {
  readonly topic: CheckTopic;
  /** `skipped`: it needs a credential that was not given. */
  readonly state: 'running' | 'good' | 'bad' | 'skipped';
  /** What was found, or what to do about it. */
  readonly text: string;
};

/** One request of the check, for the report. Never a header, a query or a secret. */
export type ReportEntry = {
  readonly topic: CheckTopic;
  readonly request: string;
  readonly status: number | null;
  readonly milliseconds: number;
  readonly detail: string | null;
};

/** What the check found of paths on which deployments differ; kept with the account. */
export type FoundPaths = {
  readonly tokenMap: string | null;
  readonly requestFunds: string | null;
};

/** Everything that the check saw, to be copied for support. */
export type ConnectionReport = {
  readonly at: string;
  readonly address: string;
  readonly submitAddress: string | null;
  readonly lines: readonly CheckLine[];
  readonly entries: readonly ReportEntry[];
  readonly found: FoundPaths;
  readonly tokenNames: readonly string[];
  /** How requests leave this machine: directly, or through which proxy. */
  readonly route: string;
  readonly versions: Readonly<Record<string, string>>;
};

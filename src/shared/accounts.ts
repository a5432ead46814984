/** An account as the window may see it: never a credential. */
export type Account = {
  readonly id: string;
  readonly kind: 'practice' | 'service';
  readonly name: string;
  /** Where requests go, for people to read. */
  readonly address: string;
  readonly submitBy: SubmitBy;
};

/** Which of the two submission variants an account uses (service-interface.md, 4.1 and 4.2). */
export type SubmitBy = { readonly variant: 'api-key' } | { readonly variant: 'access-token'; readonly token: string };

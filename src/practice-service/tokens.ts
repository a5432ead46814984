/** What a new ledger starts with. Balances and fees are whole base units. */
export type StartingToken = {
  readonly name: string;
  /** 20 bytes as hex with `0x`; letter case is kept for the deployed dialect. */
  readonly address: string;
  readonly decimals: number;
  readonly chainId: bigint;
  readonly balance: bigint;
  readonly baseFee: bigint;
  readonly feePerByte: bigint;
};

/** A token of the account, as the ledger has it now. */
export type Token = StartingToken & {
  readonly tokenDetailsId: number;
  /** Everything ever charged to it. */
  readonly used: bigint;
};

/**
 * The practice account. The first token pays for the API-key variant. `dai` starts empty, so that a refusal for lack of
 * balance, and the deposit that mends it, can be practised too.
 */
export const startingTokens: readonly StartingToken[] = [
  {
    name: 'ethereum',
    address: '0x7aE3b5C1d09F24e68B1c0D5A93f7E2648cB0d1F5',
    decimals: 18,
    chainId: 1n,
    balance: 100_000_000_000_000_000_000n,
    baseFee: 21_000_000_000_000n,
    feePerByte: 100_000_000n,
  },
  {
    name: 'usd-coin',
    address: '0x3C9f0A7b6E2d81D45a0Be917Fc8436D2e5B7aA01',
    decimals: 6,
    chainId: 1n,
    balance: 1_000_000_000_000n,
    baseFee: 250n,
    feePerByte: 1n,
  },
  {
    name: 'avail',
    address: '0xB84d2f6E1a95c07dE3F81A60c7D92b3540eF6c2A',
    decimals: 18,
    chainId: 1n,
    balance: 250_000_000_000_000_000_000_000n,
    baseFee: 1_240_000_000_000_000n,
    feePerByte: 7_000_000_000n,
  },
  {
    name: 'dai',
    address: '0x5f01Dc8E9b7A43620cE1d5F8bA96e0734D2c1B9E',
    decimals: 18,
    chainId: 1n,
    balance: 0n,
    baseFee: 40_000_000_000_000n,
    feePerByte: 300_000_000n,
  },
];

/** What submitting `size` bytes costs, in base units. */
export function feeOf(token: StartingToken, size: number): bigint {
  return token.baseFee + token.feePerByte * BigInt(size);
}

/** What a balance cannot pay, in base units. */
export type Shortfall = { readonly fee: bigint; readonly balance: bigint };

/** Null when the balance, as it was when the token was read, pays for `size` bytes. */
export function shortfallOf(token: Token, size: number): Shortfall | null {
  const fee = feeOf(token, size);
  return token.balance < fee ? { fee, balance: token.balance } : null;
}

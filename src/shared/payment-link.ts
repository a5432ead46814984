/** A payment for an order of credits, to the operator's payment contract. Addresses are hex with `0x`. */
export type Payment = {
  readonly orderId: string;
  readonly chainId: string;
  readonly tokenAddress: string;
  /** Whole base units. */
  readonly amount: string;
  readonly contract: string;
};

/** The address that stands for the chain's own coin. */
export const OWN_COIN = `0x${'0'.repeat(40)}`;

/** The order's id as the contract takes it: 32 bytes in hex. */
export function orderBytes(orderId: string): string {
  return `0x${BigInt(orderId).toString(16).padStart(64, '0')}`;
}

/** A link (EIP-681) that opens a wallet with the payment. A wallet shows it and asks before it pays. */
export function paymentLink({ orderId, chainId, tokenAddress, amount, contract }: Payment): string {
  const order = orderBytes(orderId);
  return tokenAddress === OWN_COIN
    ? `ethereum:${contract}@${chainId}/deposit?bytes32=${order}&value=${amount}`
    : `ethereum:${contract}@${chainId}/depositERC20?bytes32=${order}&uint256=${amount}&address=${tokenAddress}`;
}

/** A link (EIP-681) that lets the contract take the tokens. Null for the chain's own coin, which needs none. */
export function approvalLink({ chainId, tokenAddress, amount, contract }: Payment): string | null {
  if (tokenAddress === OWN_COIN) return null;
  return `ethereum:${tokenAddress}@${chainId}/approve?address=${contract}&uint256=${amount}`;
}

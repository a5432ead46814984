/** A chain by its common name. `id`: EIP-155 chain id as decimal text. */
export type Chain = { readonly id: string; readonly name: string };

/** Well-known chains, the most used first. Any other id is valid too and is shown as unknown. */
export const chains: readonly Chain[] = [
  { id: '1', name: 'Ethereum' },
  { id: '8453', name: 'Base' },
  { id: '42161', name: 'Arbitrum One' },
  { id: '10', name: 'OP Mainnet' },
  { id: '137', name: 'Polygon' },
  { id: '56', name: 'BNB Smart Chain' },
  { id: '43114', name: 'Avalanche' },
  { id: '100', name: 'Gnosis' },
  { id: '250', name: 'Fantom' },
  { id: '324', name: 'ZKsync Era' },
  { id: '1101', name: 'Polygon zkEVM' },
  { id: '1284', name: 'Moonbeam' },
  { id: '5000', name: 'Mantle' },
  { id: '34443', name: 'Mode' },
  { id: '42220', name: 'Celo' },
  { id: '42170', name: 'Arbitrum Nova' },
  { id: '59144', name: 'Linea' },
  { id: '81457', name: 'Blast' },
  { id: '534352', name: 'Scroll' },
  { id: '7777777', name: 'Zora' },
  { id: '1313161554', name: 'Aurora' },
  { id: '11155111', name: 'Sepolia (test)' },
  { id: '17000', name: 'Holesky (test)' },
  { id: '560048', name: 'Hoodi (test)' },
  { id: '84532', name: 'Base Sepolia (test)' },
  { id: '421614', name: 'Arbitrum Sepolia (test)' },
  { id: '11155420', name: 'OP Sepolia (test)' },
  { id: '80002', name: 'Polygon Amoy (test)' },
];

/** `Ethereum (chain 1)`, or `chain 12345 (unknown to Dropslip)`. */
export function chainWords(id: string): string {
  const known = chains.find((chain) => chain.id === id);
  return known === undefined ? `chain ${id} (unknown to Dropslip)` : `${known.name} (chain ${id})`;
}

/** True if the text is part of a known chain's name. */
export function isPartOfChain(typed: string): boolean {
  const text = typed.trim().toLowerCase();
  return text !== '' && chains.some(({ id }) => chainWords(id).toLowerCase().includes(text));
}

const longestId = 20;

export type ReadChain =
  | { readonly kind: 'chain'; readonly id: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknown-name' }
  | { readonly kind: 'too-long' };

/** Reads a chain by its name in any letter case, by `Name (chain 1)`, or by its number. */
export function readChain(typed: string): ReadChain {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  const digits = /^(?:chain\s+)?(\d+)$/i.exec(text)?.[1];
  if (digits !== undefined) {
    if (digits.length > 1_000) return { kind: 'too-long' };
    const id = BigInt(digits).toString();
    return id.length > longestId ? { kind: 'too-long' } : { kind: 'chain', id };
  }
  const name = text.toLowerCase();
  const found = chains.find((chain) =>
    [chain.name, chainWords(chain.id)].some((words) => words.toLowerCase() === name),
  );
  return found === undefined ? { kind: 'unknown-name' } : { kind: 'chain', id: found.id };
}

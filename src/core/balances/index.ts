export { Balances, balanceHandlers } from './balances.ts';
export { Tokens } from './tokens.ts';

export { depositHandlers } from './calls.ts';
export { Deposits } from './deposits.ts';

export { depositHandlers } from './calls.ts';
export { CreditOrders } from './credit-orders.ts';
export { Deposits } from './deposits.ts';

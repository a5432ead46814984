export { type AboutHandlerParts, aboutHandlers } from './calls.ts';

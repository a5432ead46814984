/** The types of Chromium's DevTools protocol. Playwright ships them with its package, but not among its exports. */
export type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts';

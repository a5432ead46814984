import type { Target } from '../target.ts';
import { answerTargets } from './answers.ts';
import { boundaryTargets } from './boundaries.ts';
import { limitTargets } from './limits-and-echoes.ts';
import { numberTargets } from './numbers.ts';
import { receiptTargets } from './receipts.ts';
import { errorTargets } from './service-errors.ts';
import { typedTargets } from './typed.ts';
import { windowTargets } from './window.ts';
import { wireTargets } from './wire.ts';

export const moduleTargets: readonly Target[] = [
  ...answerTargets,
  ...numberTargets,
  ...errorTargets,
  ...typedTargets,
  ...receiptTargets,
  ...boundaryTargets,
  ...wireTargets,
  ...limitTargets,
];

export const targets: readonly Target[] = [...moduleTargets, ...windowTargets];

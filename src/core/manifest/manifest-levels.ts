import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { type Manifest, MOST_LEVELS } from './manifest.ts';

/** The manifests that led to here: how many, and every submission that they were read from. */
export type Levels = { readonly depth: number; readonly submissionIds: ReadonlySet<string> };

/** Where following manifests begins. */
export function firstLevel(submissionId: string): Levels {
  return { depth: 1, submissionIds: new Set([submissionId]) };
}

/**
 * One level down: `manifest` was read, and its parts are to be. What is made of its own parts, or goes on for ever, is
 * refused. Errors: `manifest-endless`.
 */
export function nextLevel({ depth, submissionIds }: Levels, { kind, parts }: Manifest): Result<Levels> {
  if (parts.some(({ submissionId }) => submissionIds.has(submissionId))) {
    return failure({ code: 'manifest-endless', values: { why: 'circle' } });
  }
  if (kind !== 'manifest') return success({ depth, submissionIds });
  if (depth >= MOST_LEVELS) return failure({ code: 'manifest-endless', values: { why: 'deep' } });
  return success({
    depth: depth + 1,
    submissionIds: new Set([...submissionIds, ...parts.map(({ submissionId }) => submissionId)]),
  });
}

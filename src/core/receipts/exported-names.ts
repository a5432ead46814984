import { z } from 'zod';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { valuesIn } from '../../shared/json-text.ts';
import { readSubmissionId } from '../../shared/submissions/submission-id.ts';
import { MOST_VALUES } from './receipt.ts';

/** The name of a submission in a JSON export of another computer. */
export type ExportedName = {
  readonly submissionId: string;
  readonly name: string;
  readonly folder: string | null;
  /** Null if the export has no exact size. */
  readonly size: number | null;
  readonly at: string;
};

/** The members of an exported record that an import uses. */
const exportedShape = z.object({
  id: z.string(),
  created_at: z.iso.datetime({ offset: true }).max(64).nullable(),
  dropslip: z.object({
    file: z.string().nullable(),
    folder: z.string().nullable(),
    part: z.string().nullable().optional(),
    bytes: z.number().nullable(),
    bytes_exact: z.boolean().nullable(),
  }),
});

const OPENING_BRACKET = 0x5b;

/**
 * Reads a JSON export of records, and returns those with a file name and a time. Errors: `not-a-receipt`,
 * `import-too-large`.
 */
export function readExport(bytes: Uint8Array): Result<readonly ExportedName[]> {
  if (bytes[0] !== OPENING_BRACKET) return failure({ code: 'not-a-receipt' });
  if (valuesIn(bytes) > MOST_VALUES) return failure({ code: 'import-too-large' });
  const value = parse(bytes);
  const read = Array.isArray(value) ? value.flatMap((one: unknown) => exportedShape.safeParse(one).data ?? []) : [];
  if (read.length === 0) return failure({ code: 'not-a-receipt' });
  return success(
    read.flatMap(({ id, created_at: at, dropslip }): ExportedName[] => {
      const { file, folder, part = null, bytes: size, bytes_exact: isExact } = dropslip;
      const submissionId = readSubmissionId(id);
      if (submissionId === null || file === null || file === '' || at === null) return [];
      const exact = isExact === true && Number.isSafeInteger(size) && (size ?? -1) >= 0;
      return [
        { submissionId, name: part === null ? file : `${part} of ${file}`, folder, size: exact ? size : null, at },
      ];
    }),
  );
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

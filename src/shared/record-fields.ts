import { z } from 'zod';

/**
 * Texts by name, kept as they are in the value that is read: a copy would lose a field that a service calls `__proto__`.
 * For values out of `JSON.parse`.
 */
export const textsByName = z.custom<Readonly<Record<string, string>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((text) => typeof text === 'string'),
);

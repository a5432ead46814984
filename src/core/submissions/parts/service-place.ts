import { z } from 'zod';
import type { Connection } from '../../service/index.ts';

/** Where an account's requests go, as its settings have it. An id that was given at one place is not known at another. */
export type ServicePlace = { readonly address: string; readonly submitAddress: string | null };

export const servicePlace: z.ZodType<ServicePlace> = z.object({
  address: z.string(),
  submitAddress: z.string().nullable(),
});

/** Null where the account cannot be reached. */
export function placeOfService(connection: Pick<Connection, 'baseUrl' | 'submitBaseUrl'> | null): ServicePlace | null {
  return connection === null ? null : { address: connection.baseUrl, submitAddress: connection.submitBaseUrl };
}

/** Where what is submitted with an API key goes. */
export function submitsTo({ address, submitAddress }: ServicePlace): string {
  return submitAddress ?? address;
}

export function isSamePlace(one: ServicePlace, other: ServicePlace): boolean {
  return one.address === other.address && one.submitAddress === other.submitAddress;
}

/** The address of `before` that is another `now`, for who is to set it back. */
export function leftAddress(before: ServicePlace, now: ServicePlace): string {
  return submitsTo(before) === submitsTo(now) ? before.address : submitsTo(before);
}

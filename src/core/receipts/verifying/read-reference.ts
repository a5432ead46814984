import type { Receipt } from '../../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import { isManifest, type Manifest, readManifest } from '../../manifest/index.ts';
import { readReceiptBytes } from '../read-receipt.ts';

/** What is asked of a manifest here; of its parts there may be a million. */
export type ManifestReference = Omit<Manifest, 'parts'>;

/** What somebody has who wants to know whether something is what was submitted. */
export type Reference =
  | { readonly kind: 'receipts'; readonly receipts: readonly Receipt[] }
  | { readonly kind: 'manifest'; readonly manifest: ManifestReference };

/** Errors: those of `readReceiptBytes` and of `readManifest`, and `manifest-of-manifest` for one that names no file. */
export function readReferenceBytes(bytes: Uint8Array): Result<Reference> {
  if (!isManifest(bytes)) {
    const read = readReceiptBytes(bytes);
    return read.ok ? success({ kind: 'receipts', receipts: read.value }) : read;
  }
  const read = readManifest(bytes);
  if (!read.ok) return read;
  const { parts: _, ...manifest } = read.value;
  return manifest.kind === 'manifest'
    ? failure({ code: 'manifest-of-manifest' })
    : success({ kind: 'manifest', manifest });
}

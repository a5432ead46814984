import type { Submission } from '../../../../shared/bridge/submissions.ts';
import { partName } from '../../../../shared/messages/submissions/parts.ts';
import { withReceipt } from '../../../../shared/submissions/batch-status.ts';

const nouns = { file: 'file', folder: 'folder' } as const;

/** What a state means for what goes in parts; null where it means what it does for any file. `readsRecords`: its account can. */
export function partsExplanation(
  { state, parts, content }: Pick<Submission, 'state' | 'parts' | 'content'>,
  readsRecords: boolean,
): string | null {
  if (parts === null) return null;
  const noun = nouns[content];
  const someThere = withReceipt(parts.counts) > 0;
  switch (state.kind) {
    case 'waiting':
    case 'preparing':
      if (state.kind === 'waiting' && state.awaits !== undefined) return null;
      return `This ${noun} is larger than the service accepts, so it will be sent in parts. Each part gets its own receipt and is never sent twice. You can pause or cancel at any time.`;
    case 'in-parts':
      return `The ${noun} is larger than the service accepts, so it is sent in parts. Each part has its own receipt and is never sent twice.`;
    case 'incomplete':
      if (state.reason.code === 'parts-elsewhere') {
        return `Parts of this ${noun} are with this account’s previous service. Restore that address under Accounts to send only the rest, or start over and pay for all of it again. Dropslip asks you first.`;
      }
      return parts.trouble?.status === 'notKnown'
        ? `It is uncertain if the service accepted a part of this ${noun}. Sending it again could mean paying twice, so Dropslip does not do it automatically. If you know what happened to it, choose it at the part below.`
        : `One part of this ${noun} could not be submitted. Continue to send only the rest. You do not pay again for the other parts.`;
    case 'paused':
      return state.why.kind === 'by-person' && someThere
        ? `The rest of this ${noun} waits until you resume it. Waiting costs nothing.`
        : null;
    case 'cancelled':
      return someThere
        ? `You cancelled this ${noun} while it was being sent. You paid for the parts that are with the service. Retry to send only the rest.`
        : null;
    case 'rejected':
      return someThere
        ? `The rest of this ${noun} was not submitted. You paid for the parts that are with the service.`
        : null;
    case 'submitted':
      return readsRecords
        ? `The service accepted all parts of this ${noun} and the manifest, which lists them. They will be confirmed in a block soon.`
        : `The service accepted all parts of this ${noun} and the manifest, which lists them. Add an access token to see when they are in a block and what they cost.`;
    case 'confirmed':
      return state.other?.part === undefined
        ? `All parts of this ${noun} and the manifest, which lists them, are in blocks. Use the manifest’s submission id to download the whole ${noun}.`
        : `The service’s record of ${partName(state.other.part)} has a different hash than that part. That is normal if the service encrypts files. Download the ${noun} to check: different contents are never saved. Keep the receipt, and ask the service’s operator.`;
    default:
      return null;
  }
}

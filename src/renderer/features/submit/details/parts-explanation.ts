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
        return `Parts of this ${noun} are with a service that its account has left. Nobody can put a ${noun} together from two services, so nothing more of it is sent: set the address back under Accounts, and only the rest is sent, or start anew, which is paid for again. Dropslip asks you before, and says what it costs.`;
      }
      return parts.trouble?.status === 'notKnown'
        ? `Nobody knows whether the service took a part of this ${noun}. Sending it again could mean paying twice, so Dropslip does not do that by itself. If you know what became of it, say so at the part, below.`
        : `Parts of this ${noun} are with the service, and one could not be submitted. What is there stays and is never paid for again: go on, and only the rest is sent.`;
    case 'paused':
      return state.why.kind === 'by-person' && someThere
        ? `What is with the service stays there. The rest of this ${noun} waits until you resume it, and waiting costs nothing.`
        : null;
    case 'cancelled':
      return someThere
        ? `You stopped this ${noun} on its way. The parts that are with the service were paid for and stay there. Retry, and only the rest is sent.`
        : null;
    case 'rejected':
      return someThere
        ? `The rest of this ${noun} was not submitted. The parts that are with the service were paid for and stay there.`
        : null;
    case 'submitted':
      return readsRecords
        ? `The service took all parts of this ${noun}, and last the manifest, which lists them. Each is confirmed in a block soon; nothing more to do.`
        : `The service took all parts of this ${noun}, and last the manifest, which lists them: nothing more to do. When they are in blocks, and what they cost, the service tells with an access token; this account has only an API key.`;
    case 'confirmed':
      return state.other?.part === undefined
        ? `All parts of this ${noun} and the manifest, which lists them, are in blocks. With the manifest’s submission id, all of it can be put together again.`
        : `The service’s record of ${partName(state.other.part)} names other content than that part’s${state.other.keccakNotMade === true ? ', or that part by its Keccak-256, which Dropslip has not taken' : ''}. A service that encrypts what it is given names other content; if yours does not, something else was stored. Get the ${noun} back to see: nothing is saved that is not what you submitted. Keep the receipt, and ask the operator of the service.`;
    default:
      return null;
  }
}

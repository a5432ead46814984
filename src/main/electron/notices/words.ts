import type { WatchEnd, WatchNews } from '../../../shared/bridge/lookup.ts';
import { visibleName } from '../../../shared/text.ts';

/** A watched submission's end in words. What the service or a file name says cannot turn their order around. */
export function landingWords({ name, submissionId, record }: WatchNews): Words {
  const title = record.phase === 'failed' ? 'A submission failed in the service' : 'A submission is in a block';
  return { title, body: shown(name ?? submissionId) };
}

/** That a submission is watched no longer although it has not landed. */
export function watchEndWords({ name, submissionId, why }: Pick<WatchEnd, 'name' | 'submissionId' | 'why'>): Words {
  const title =
    why === 'unknown'
      ? 'The service does not know a submission that you watch'
      : 'A submission cannot be watched any more';
  return { title, body: shown(name ?? submissionId) };
}

type Words = { readonly title: string; readonly body: string };

function shown(what: string): string {
  return visibleName(what).slice(0, 200);
}

import type { WatchEnd, WatchNews } from '../../../shared/bridge/lookup.ts';
import { visibleName } from '../../../shared/text.ts';
import type { BatchEnd } from './batch.ts';

type Words = { readonly title: string; readonly body: string };

/**
 * The end of a batch in words, with numbers as `locale` writes them; null when there is nothing to tell, since the person
 * did it all.
 */
export function batchEndWords(end: BatchEnd, locale: string | undefined): Words | null {
  const counter = new Intl.NumberFormat(locale);
  if (end.submitted === 0 && end.needYou === 0) return null;
  if (end.submitted === 0) {
    const title = end.needYou === 1 ? 'A file needs you' : `${counter.format(end.needYou)} files need you`;
    return { title, body: 'Dropslip goes no further with what is left on its own. Open it to see why.' };
  }
  const title = end.files === 1 ? 'Your file is done' : `All ${counter.format(end.files)} files are done`;
  const parts = [
    `${counter.format(end.submitted)} submitted`,
    end.needYou > 0 ? `${counter.format(end.needYou)} ${end.needYou === 1 ? 'needs' : 'need'} you` : null,
    end.cancelled > 0 ? `${counter.format(end.cancelled)} cancelled` : null,
  ];
  return { title, body: parts.filter((part) => part !== null).join(', ') };
}

/** A watched submission's end in words. What the service or a file name says cannot turn their order around. */
export function watchedWords({ name, submissionId, record }: WatchNews): Words {
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

function shown(what: string): string {
  return visibleName(what).slice(0, 200);
}

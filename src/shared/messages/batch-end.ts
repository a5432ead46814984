type Words = { readonly title: string; readonly body: string };

/** What became of the files of a batch that has come to its end. */
export type BatchEnd = {
  readonly files: number;
  readonly submitted: number;
  readonly cancelled: number;
  readonly needYou: number;
};

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

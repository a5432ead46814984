type FileNameParts = {
  readonly head: string;
  readonly tail: string;
};

const LONGEST_EXTENSION = 12;
const KEPT_BEFORE_EXTENSION = 8;
/** Names up to this many characters fit everywhere and are not split. */
const SHORT_NAME = 28;

const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Scripts with joining letters: a split between two of them would change their shape. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Devanagari}]/u;

/** Splits a name at the place for an ellipsis, so that its extension stays visible. `head + tail` is the whole name. */
export function splitFileName(name: string): FileNameParts {
  const all = Array.from(signs.segment(name), (part) => part.segment);
  const dot = all.lastIndexOf('.');
  const hasExtension = dot > 0 && dot < all.length - 1 && all.length - dot <= LONGEST_EXTENSION;
  const stemEnd = hasExtension ? dot : all.length;
  if (all.length <= SHORT_NAME) return { head: name, tail: '' };
  const kept = joining.test(name) ? 0 : Math.min(KEPT_BEFORE_EXTENSION, stemEnd);
  const cut = stemEnd - kept;
  return { head: all.slice(0, cut).join(''), tail: all.slice(cut).join('') };
}

import { cleanText } from '../../shared/text.ts';

/** Characters; whoever wants to know more reads it where the version comes from. */
const LONGEST_NOTES = 2_000;

/**
 * What a feed says of a version, as text alone: it is anybody's who can write the feed. Markdown stays as it is but
 * for the signs of headings and lists; of HTML, as some feeds have it, the tags go.
 */
export function plainNotes(notes: string): string {
  const text = notes
    .slice(0, LONGEST_NOTES * 4)
    .replace(/\r\n?/g, '\n')
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(/<\/?(p|div|h[1-6]|ul|ol|li|br|tr)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/^#{1,6} +/gm, '')
    .replace(/^( *)[-*] +/gm, '$1• ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return cleanText(text, { as: 'lines', longest: LONGEST_NOTES });
}

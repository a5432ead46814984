import { z } from 'zod';

/** What keeps one file of a folder from being submitted with the others. `name-not-kept`: no manifest can have its name. */
export const fileProblemCodes = [
  'file-changed',
  'file-forbidden',
  'file-made-up',
  'file-missing',
  'file-name-unreadable',
  'file-too-large',
  'file-unanswering',
  'file-unreadable',
  'link',
  'link-since',
  'name-not-kept',
  'not-a-file',
] as const;
export type FileProblemCode = (typeof fileProblemCodes)[number];

export const submissionsFailures = {
  'answered-for-nothing': null,
  'answers-keep-getting-lost': null,
  'drop-gone': null,
  'earlier-try-unknown': null,
  'empty-file': null,
  'ended-before-last-bytes': null,
  'ended-while-awaited': null,
  'failed-in-service': null,
  'file-changed': null,
  'file-forbidden': null,
  'file-made-up': null,
  'file-missing': null,
  'file-name-unreadable': null,
  'file-too-large': null,
  'file-unanswering': null,
  'file-unreadable': null,
  'folder-empty': null,
  /** Of a folder that is kept together: the first of its files that keep it from being sent, and how many more there are. */
  'folder-files': z.object({ path: z.string(), more: z.number(), why: z.enum(fileProblemCodes) }),
  /** `most` files and folders go as one. */
  'folder-too-full': z.object({ most: z.number() }),
  'id-of-other-bytes': null,
  'id-taken': null,
  interrupted: null,
  link: null,
  /** It took the place of the file, or of a folder above it, after that was added. */
  'link-since': null,
  'not-a-file': null,
  /** As the error in a record says. */
  'not-enough-credits': null,
  /** A yes to files of which something has changed since the person saw what they cost, and who pays. */
  'not-as-shown': null,
  'not-journalled': null,
  'not-unsettled': null,
  'other-bytes': null,
  /** Of what goes in parts: they are with the service at `address`, which its account has left. */
  'parts-elsewhere': z.object({ address: z.string() }),
  /** Of what goes in parts: bytes of it are in none of them, or in two. */
  'parts-not-whole': null,
  'perhaps-taken': null,
  /** As too large, by a service that has taken much larger ones. */
  'refused-what-it-took': null,
  restored: null,
  'row-unreadable': null,
  /** Of a file that was tried: it may have been submitted. */
  'row-unreadable-tried': null,
  /** Of what goes in parts: nobody knows whether the service took the bytes of one, which are those of the file `name` too. */
  'same-bytes-unknown': z.object({ name: z.string() }),
  'service-keeps-failing': null,
  'several-accounts': null,
  'still-checking': null,
  stopped: null,
  'submission-gone': null,
  'unknown-id': null,
} as const;

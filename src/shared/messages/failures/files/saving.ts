import type { SavingProblem } from '../../../failures/saving-problem.ts';

/** Why something was not saved in the Downloads folder, as the end of a sentence, and what to do. */
export const savingProblems: { readonly [Problem in SavingProblem]: string } = {
  full: 'the disk of your Downloads folder is full. Free some space, then try again.',
  'read-only':
    'Dropslip has no permission to write to your Downloads folder. Change its permissions, or choose another folder under Preferences, then try again.',
  gone: 'your Downloads folder could not be found. Connect its drive, or choose another folder under Preferences, then try again.',
  own: 'your Downloads folder is inside Dropslip’s own folder. Choose another folder under Preferences, then try again.',
  other: 'it could not be written to the disk. Check that the disk has space, then try again.',
};

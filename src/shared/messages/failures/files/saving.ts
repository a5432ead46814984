import type { SavingProblem } from '../../../failures/saving-problem.ts';

/** Why something was not saved in the Downloads folder, as the end of a sentence, and what to do. */
export const savingProblems: { readonly [Problem in SavingProblem]: string } = {
  full: 'the disk of your Downloads folder is full. Free some space, then try again.',
  'read-only':
    'Dropslip may not write to your Downloads folder. Change its permissions, or choose another folder under Preferences, then try again.',
  gone: 'your Downloads folder is not there. Connect its drive, or choose another folder under Preferences, then try again.',
  own: 'your Downloads folder leads into Dropslip’s own data. Choose another folder under Preferences, then try again.',
  other: 'the disk did not take it. Check that it has room, then try again.',
};

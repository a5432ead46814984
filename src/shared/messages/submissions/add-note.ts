import type { AddNote, LeftOutNote } from '../../bridge/submissions.ts';
import { visibleName } from '../../text.ts';

export function addNoteWords(note: AddNote): string {
  switch (note.kind) {
    case 'nowhere':
      return 'That is not a file on this computer. Save it to a folder, then drop it from there.';
    case 'own-folder':
      return 'Dropslip’s own folder was left out. To submit a file from it, copy the file to another folder and drop it from there.';
    case 'empty-folder':
      return `“${visibleName(note.folder)}” has no files in it, so there is nothing to submit.`;
    case 'unreadable-folder':
      return `“${visibleName(note.folder)}” could not be opened. Check that it is still there and that you have permission to read it, then add it again.`;
    case 'endless-folder':
      return `“${visibleName(note.folder)}” has more files than Dropslip allows, so none were added. Add them in several folders.`;
    case 'rest-of-folder':
      return `“${visibleName(note.folder)}” has more files and folders than Dropslip allows, so not all were added. Add the rest in several folders.`;
  }
}

export function leftOutWords({ files, folders }: LeftOutNote): string {
  const counted = [
    ...(files === 0 ? [] : [files === 1 ? '1 hidden file' : `${files} hidden files`]),
    ...(folders === 0 ? [] : [folders === 1 ? '1 hidden folder' : `${folders} hidden folders`]),
  ].join(' and ');
  return `${counted} ${files + folders === 1 ? 'was' : 'were'} left out.`;
}

/** What the system's dialog lets a person choose: files or one file, also one that a receipt was saved in, or all of a folder. */
export type FileChoice = 'files' | 'file' | 'receipt' | 'folder';

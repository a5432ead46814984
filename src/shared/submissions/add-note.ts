/** Something of a dropped folder could not become a row. */
export type FolderNote = {
  readonly kind: 'empty-folder' | 'unreadable-folder' | 'endless-folder' | 'rest-of-folder';
  /** With the folders above it, as far as they were dropped; shortened in the middle. */
  readonly folder: string;
};

/** What could not become a row. `nowhere`: it lies on no disk; `own-folder`: in the app's own folders, which are left out. */
export type AddNote = FolderNote | { readonly kind: 'nowhere' | 'own-folder' };

/** What was left out of dropped folders because it is hidden. It can be added yet, by its number. */
export type LeftOutNote = { readonly id: number; readonly files: number; readonly folders: number };

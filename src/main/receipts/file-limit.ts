/** The largest file that is read as a receipt, in bytes: room for ten thousand. None larger is written either. */
export const LARGEST_FILE_BYTES = 32 * 1024 * 1024;

/** The report for the app's own support, as it is shown, saved and copied. */
export type DiagnosticsReport = {
  readonly text: string;
  /** What it is saved as. */
  readonly fileName: string;
};

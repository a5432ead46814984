export const nodeFaults = [
  /** Closes the connection without an answer. */
  'down',
  /** Accepts the request and never answers. */
  'silent',
  /** Answers `null` instead of the bodies of final blocks. */
  'pruned',
  /** Changes one byte of the data in each transaction. */
  'changed-byte',
  /** Reports another block at each height. */
  'other-hash',
] as const;
export type NodeFault = (typeof nodeFaults)[number];

export const preImageFaults = [
  /** Pauses before each piece. */
  'slow',
  /** Answers 501, as if the bytes were lost. */
  'gone',
] as const;

export const arrivingFaults = [
  'changed-byte',
  /** The same for the next body only. */
  'changed-byte-once',
  /** The body is accepted, but its record has an error until the monitor submits it again. */
  'error-first',
  /** The record appears a second after the id was answered. */
  'late-record',
  /** The submission is registered and charged, and then answered with 401. */
  'late-401',
  /** The same with 500. */
  'late-500',
] as const;

export const orderFaults = [
  /** Orders become FAILED. */
  'failing',
  /** Orders stay PENDING. */
  'endless',
  /** Registers an order and then answers 401. */
  'late-401',
] as const;

/** Simulated faults of a practice service, to test how an app handles them. Null: none. */
export type Faults = {
  node: NodeFault | null;
  preImage: (typeof preImageFaults)[number] | null;
  /** Faults in bodies before they are hashed and stored, so that the service's data is of other bytes. */
  arriving: (typeof arrivingFaults)[number] | null;
  /** Faults in orders of credits. */
  order: (typeof orderFaults)[number] | null;
};

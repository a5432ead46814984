export const nodeFaults = [
  /** Closes the connection without an answer. */
  'down',
  /** Answers after two seconds. */
  'slow',
  /** Accepts the request and never answers. */
  'silent',
  /** Answers like a proxy in front of it: 502 and an HTML page. */
  'no-json',
  /** Answers `null` instead of the bodies of final blocks. */
  'pruned',
  /** The same, with `null` for `block`. */
  'null-block',
  /** Returns a block with the transactions of its neighbour. */
  'other-extrinsics',
  /** Changes one byte of the data in each transaction. */
  'changed-byte',
  /** Returns headers that do not match their hashes. */
  'changed-header',
  /** Reports only the first block as final. */
  'finality-behind',
  /** Reports another block at each height. */
  'other-hash',
] as const;
export type NodeFault = (typeof nodeFaults)[number];

export const preImageFaults = [
  'changed-byte',
  /** Pauses before each piece. */
  'slow',
  /** Answers 429 to every other request, at any rate. */
  'rate-limited',
  /** Answers 501, as if the bytes were lost. */
  'gone',
] as const;
export type PreImageFault = (typeof preImageFaults)[number];

/** Faults in the records of submissions in blocks. The chain itself stays correct. */
export const recordFaults = [
  /** A `tx_hash` that no transaction has. */
  'other-tx-hash',
  /** Index and `tx_hash` of another submission: the transaction exists but carries other bytes. */
  'other-place',
] as const;
export type RecordFault = (typeof recordFaults)[number];

export const arrivingFaults = [
  'changed-byte',
  /** The same for the next body only. */
  'changed-byte-once',
  /** The body is accepted, but its record has an error until the monitor submits it again. */
  'error-first',
] as const;

/** Simulated faults of a practice service, to test how an app handles them. Null: none. */
export type Faults = {
  node: NodeFault | null;
  preImage: PreImageFault | null;
  record: RecordFault | null;
  /** Faults in bodies before they are hashed and stored, so that the service's data is of other bytes. */
  arriving: (typeof arrivingFaults)[number] | null;
};

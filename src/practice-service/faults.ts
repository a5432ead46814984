export const nodeFaults = [
  /** Ends the connection without an answer. */
  'down',
  /** Answers after two seconds. */
  'slow',
  /** Takes the question and never answers. */
  'silent',
  /** Answers as a proxy before it: 502 and a page. */
  'no-json',
  /** Has no bodies of final blocks: `null` instead of them. */
  'pruned',
  /** The same, with `null` in the place of `block`. */
  'null-block',
  /** Gives a block the transactions of its neighbour. */
  'other-extrinsics',
  /** Changes one byte of the data in each transaction. */
  'changed-byte',
  /** Gives headers that are not those of their hashes. */
  'changed-header',
  /** Says that only the first block of all is final. */
  'finality-behind',
  /** Says that another block is at each height. */
  'other-hash',
] as const;
export type NodeFault = (typeof nodeFaults)[number];

/** How `get_pre_image` can fail. */
export const preImageFaults = [
  'changed-byte',
  /** A pause before each piece. */
  'slow',
  /** 429 to every other request, whatever the rate. */
  'rate-limited',
  /** 501, as if nobody had them any more. */
  'gone',
] as const;
export type PreImageFault = (typeof preImageFaults)[number];

/** How records of what is in a block can be false, while the chain is as it should be. */
export const recordFaults = [
  /** A `tx_hash` that no transaction has. */
  'other-tx-hash',
  /** Place and `tx_hash` of another submission: a transaction that is there, and carries other bytes. */
  'other-place',
] as const;
export type RecordFault = (typeof recordFaults)[number];

export const arrivingFaults = [
  'changed-byte',
  /** The same of the next one alone. */
  'changed-byte-once',
  /** It is taken, and its first try to get into a block fails: its record has an error until the monitor submits it again. */
  'error-first',
] as const;

/** What is wrong with a practice service, for those who want to see how an app bears it. Null: nothing. */
export type Faults = {
  node: NodeFault | null;
  preImage: PreImageFault | null;
  record: RecordFault | null;
  /** What becomes of bodies before they are hashed and kept, so that all the service says is of other bytes. */
  arriving: (typeof arrivingFaults)[number] | null;
};

export const noFaults: Readonly<Faults> = { node: null, preImage: null, record: null, arriving: null };

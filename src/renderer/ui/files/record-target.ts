export type RecordTarget = {
  readonly submissionId: string;
  /** Of its file; null where that is not known. */
  readonly name: string | null;
};

/** Pixels in the window. */
export type Place = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type RecordUnder = RecordTarget & { readonly place: Place };

/** Attributes of an element that stands for a submission: a file that is let go on it is checked against it. */
export function recordTarget({ submissionId, name }: RecordTarget) {
  return { 'data-record-id': submissionId, 'data-record-name': name ?? undefined };
}

export function recordUnder({ target }: DragEvent): RecordUnder | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-record-id]') : null;
  const { recordId, recordName = null } = element?.dataset ?? {};
  if (element === null || recordId === undefined) return null;
  return { submissionId: recordId, name: recordName, place: inSight(element) };
}

export function hasRecords(): boolean {
  return document.querySelector('[data-record-id]') !== null;
}

function inSight(element: Element): Place {
  const own = element.getBoundingClientRect();
  const frame = element.closest('main')?.getBoundingClientRect();
  const left = Math.max(own.left, frame?.left ?? 0, 0);
  const top = Math.max(own.top, frame?.top ?? 0, 0);
  const right = Math.min(own.right, frame?.right ?? innerWidth, innerWidth);
  const bottom = Math.min(own.bottom, frame?.bottom ?? innerHeight, innerHeight);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

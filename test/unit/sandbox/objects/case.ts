/** An object as somebody writes it. */
export type Thing = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {readonly name: string; readonly [key: string]: unknown};
  readonly [key: string]: unknown;
};

/** One question: what is there (`given`), and what is written then. */
export type Case = {
  readonly name: string;
  readonly given?: readonly Thing[];
  readonly create?: Thing;
  /** Created without a dry run, for which ports are not looked at. */
  readonly really?: boolean;
  /** A merge patch of the last of those that are given: what comes out is PUT. */
  readonly update?: unknown;
  /** The phase that the last of them must have reached. */
  readonly wait?: string;
  /** The same, PUT to /status. */
  readonly status?: unknown;
};

export type Measured = {
  readonly name: string;
  readonly given: readonly Thing[];
  readonly write: Thing;
  readonly subresource?: 'status';
  readonly status: number;
  readonly answer: Thing;
};

/** RFC 7386. */
export function applyPatch(value: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const fields = new Map(
    Object.entries(typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}),
  );
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) fields.delete(key);
    else fields.set(key, applyPatch(fields.get(key), change));
  }
  return Object.fromEntries(fields);
}

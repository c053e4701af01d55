/** An object as a user writes it. */
export type Thing = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {readonly name: string; readonly [key: string]: unknown};
  readonly [key: string]: unknown;
};

/** One measurement: the existing objects (`given`), and the write. */
export type Case = {
  readonly name: string;
  readonly given?: readonly Thing[];
  readonly create?: Thing;
  /** Set to create without a dry run, which does not look at the ports in use. */
  readonly really?: boolean;
  /** A merge patch of the last given object. The result is sent as a PUT. */
  readonly update?: unknown;
  /** The phase that the last given object must reach first. */
  readonly wait?: string;
  /** The same as `update`, with a PUT to /status. */
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

/** Applies a merge patch (RFC 7386). */
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

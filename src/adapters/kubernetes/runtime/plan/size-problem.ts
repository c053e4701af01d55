import type {Refusal} from '../client/status.ts';

/** A part that is too large, in words; `path` is the field that must shrink. */
export type SizeProblem = {readonly path: string; readonly message: string; readonly hint: string};

/** Kinds whose values the server counts together; its answer names no field (`[]`). */
const COUNTED: ReadonlySet<string> = new Set(['ConfigMap', 'Secret']);
const HINT = 'Split the object, or keep large content elsewhere (a volume, an image, a bucket).';

/** Returns the problem, or undefined if the refusal is about something else. */
export function sizeProblem(
  kind: string,
  {status, message, causes}: Pick<Refusal, 'status' | 'message' | 'causes'>,
): SizeProblem | undefined {
  if (status === 413 || /request (?:entity )?(?:is )?too large|trying to send message larger than max/i.test(message))
    return {path: largest(kind), message: `the request is too large for the server${limitIn(message)}`, hint: HINT};
  const whole = causes.find(
    ({field, message: text}) => (field === '[]' || field === '') && text.startsWith('Too long'),
  );
  if (whole === undefined) return undefined;
  const what = COUNTED.has(kind) ? `the values of a ${kind}, taken together, are` : 'the object is';
  return {path: largest(kind), message: `${what} too large${limitIn(whole.message)}`, hint: HINT};
}

const largest = (kind: string): string => (COUNTED.has(kind) ? 'data' : 'spec');

/** Reads the limit from `must have at most 1048576 bytes`, `limit is 3145728`. */
function limitIn(message: string): string {
  const [, bytes] = /(?:at most|more than|limit is) (\d+)/.exec(message) ?? [];
  return bytes === undefined ? '' : `: at most ${bytes} bytes`;
}

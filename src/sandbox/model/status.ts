import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';

/** What one mistake in an object is, as `metav1.StatusCause` names it. */
export type ProblemReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueDuplicate'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueNotFound'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

/** One mistake in an object: the shape of apimachinery's `field.Error`. */
export type Problem = {
  readonly reason: ProblemReason;
  /** As Go writes it: `spec.template.spec.containers[0].image`, `metadata.labels`, `data[a b]`. */
  readonly field: string;
  /** What the server says about it, complete: `Required value`, `Invalid value: "x": must be no more than 63 characters`. */
  readonly message: string;
};

/** `metav1.Status` of a failure. */
export type Status = {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details?: JsonObject | undefined;
  /** Where an interrupted list can be taken up again. */
  readonly continue?: string;
};

/** A request that is refused: thrown by the verbs, turned into a Status at the edge. */
export class Refusal extends Error {
  readonly status: Status;
  /** What the writer is told of beside: `Warning` headers. */
  readonly warnings: readonly string[];

  constructor(status: Status, warnings: readonly string[] = []) {
    super(status.message);
    this.name = 'Refusal';
    this.status = status;
    this.warnings = warnings;
  }
}

/** What happens after a body was read: a refusal tells what was found in the body, too. */
export function withWarnings<T>(warnings: readonly string[], act: () => T): T {
  if (warnings.length === 0) return act();
  try {
    return act();
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.status, [...warnings, ...error.warnings]) : error;
  }
}

/** The body of an answer that says no. */
export const statusBody = ({code, reason, message, details, continue: token}: Status): JsonObject => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: token === undefined ? {} : {continue: token},
  status: 'Failure',
  message,
  ...defined({reason: reason === '' ? undefined : reason, details}),
  code,
});

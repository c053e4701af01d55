import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';

/** The reason of one problem, as `metav1.StatusCause` names it. */
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

/** One problem of an object, in the form of apimachinery's `field.Error`. */
export type Problem = {
  readonly reason: ProblemReason;
  /** The field path as Go writes it: `spec.template.spec.containers[0].image`, `metadata.labels`, `data[a b]`. */
  readonly field: string;
  /** The server's complete message: `Required value`, `Invalid value: "x": must be no more than 63 characters`. */
  readonly message: string;
};

/** The `metav1.Status` of a failure. */
export type Status = {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details?: JsonObject | undefined;
  /** The token with which an interrupted list can be continued. */
  readonly continue?: string;
};

/** A refused request. Verbs throw it, and the API turns it into a Status. */
export class Refusal extends Error {
  readonly status: Status;
  /** The `Warning` headers of the response. */
  readonly warnings: readonly string[];

  constructor(status: Status, warnings: readonly string[] = []) {
    super(status.message);
    this.name = 'Refusal';
    this.status = status;
    this.warnings = warnings;
  }
}

/** Calls `act` after a body was decoded. Adds the warnings about the body to a refusal. */
export function withWarnings<T>(warnings: readonly string[], act: () => T): T {
  if (warnings.length === 0) return act();
  try {
    return act();
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.status, [...warnings, ...error.warnings]) : error;
  }
}

/** Returns the body of a refusal. */
export const statusBody = ({code, reason, message, details, continue: token}: Status): JsonObject => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: token === undefined ? {} : {continue: token},
  status: 'Failure',
  message,
  ...defined({reason: reason === '' ? undefined : reason, details}),
  code,
});

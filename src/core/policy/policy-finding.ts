import type {JsonPath} from '../json.ts';
import type {FieldChange} from '../plan/plan.ts';

/** A breach of a rule by one object or change. It contains no secret value. */
export type PolicyFinding = {
  /** The control, if a rule has several, for example `hostNamespaces`. */
  readonly control?: string;
  readonly message: string;
  /** The field in the object, which may be missing there. Empty: the object as a whole. */
  readonly path: JsonPath;
  /** The changed field, if the finding is about a change. */
  readonly field?: Pick<FieldChange, 'path' | 'at'>;
};

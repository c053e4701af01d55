import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {Change, FieldChange} from '../../../../core/plan/plan.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import type {FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import type {Refusal} from '../client/status.ts';
import type {TakingOver} from './take-over.ts';
import type {Target} from './target.ts';

/** The findings about one wanted object. */
export type PlannedObject = {
  readonly change: Change;
  readonly target: Target;
  readonly live: JsonObject | undefined;
  /** The object as the server would answer it; absent where nobody can know yet. */
  readonly predicted: JsonObject | undefined;
  /** Sent with force: what was previewed is taken from other managers. */
  readonly force: boolean;
  /** Nothing of this name can exist: its namespace or its kind does not. */
  readonly surelyAbsent: boolean;
  /** The object of this name that the server is deleting: the new one is made when it is gone. */
  readonly ending?: JsonObject;
  /** Another stack has it: it is only marked as shared. */
  readonly coOwns?: true;
  readonly state: KubernetesState | undefined;
  readonly denied?: {readonly action: string; readonly detail: string};
  /** The refusal by the server. It is an error unless the same plan creates its subject. */
  readonly refusal?: Refusal;
  /** Present with a refusal. Returns differences of the live object from another one, each with its cause. */
  readonly explain?: (differences: readonly FieldDifference[]) => readonly FieldChange[];
  /** Fields of older tools that are made ours before the write. */
  readonly takeOver?: TakingOver | undefined;
  /** References whose values are known only after apply. */
  readonly waits: boolean;
  /** No store was asked for its secrets: nothing can be taken from it. */
  readonly unread?: true | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The content that pods see of a ConfigMap or Secret, and whether a part of it is known only after apply. */
  readonly config?: {readonly object: JsonObject; readonly isUnknown: boolean} | undefined;
};

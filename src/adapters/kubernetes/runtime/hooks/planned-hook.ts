import type {DueHook} from '../../../../core/hook/due-hooks.ts';
import type {Change} from '../../../../core/plan/plan.ts';
import type {Candidate} from '../plan/candidate.ts';
import type {SecretValues} from '../plan/object-secrets.ts';

/** A hook to run, with the kind of its object. */
export type PlannedHook = {
  readonly due: DueHook;
  readonly change: Change;
  readonly candidate: Candidate;
  /** The values of references to secret stores. */
  readonly secrets: SecretValues;
  /** True if an object with its name exists. */
  readonly isPresent?: true;
  /** Present if the user is denied to create the object. */
  readonly denied?: {readonly action: string; readonly detail: string};
};

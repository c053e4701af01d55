import type {JsonObject} from '../../../../core/json.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import type {Target} from '../plan/target.ts';

/** A step whose write the server accepted, with its answer. */
export type Written = {readonly target: Target; readonly written: JsonObject; readonly run: StepRun};

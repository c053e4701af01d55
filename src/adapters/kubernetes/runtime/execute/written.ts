import type {JsonObject} from '../../../../core/json.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import type {Target} from '../plan/target.ts';

export type Written = {readonly target: Target; readonly written: JsonObject; readonly run: StepRun};

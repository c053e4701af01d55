import {readPlanFile} from '../config/plan-file.ts';
import type {Plan} from '../core/plan/plan.ts';

/**
 * A saved plan as it was shown when it was saved. Asks neither the files nor the cluster nor the backend.
 * @throws GantryError plan/unreadable.
 */
export const showPlanFile = async (file: string): Promise<Plan> => readPlanFile(file).plan;

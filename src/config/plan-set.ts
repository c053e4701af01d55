import {statSync} from 'node:fs';
import {join} from 'node:path';
import {isObject, type Json} from '../core/json.ts';
import {PLAN_SET_FILE, type PlanSet} from '../core/plan/plan-set.ts';
import {PlanSetOutput} from './documents/plan-set-output.ts';
import {unreadablePlan, writeWhole} from './plan-file.ts';
import {readText} from './read-text.ts';

/** Reports whether a path is a directory of saved plans and not a single plan. */
export const isPlanSet = (path: string): boolean => statSync(path, {throwIfNoEntry: false})?.isDirectory() === true;

/** Writes the index of a directory of saved plans. It is written last, so that an incomplete directory is not a plan set. */
export const writePlanSet = (directory: string, set: PlanSet): void =>
  void writeWhole(join(directory, PLAN_SET_FILE), set);

/** Reads the index of a directory of saved plans. @throws GantryError plan/unreadable */
export function readPlanSet(directory: string): PlanSet {
  const {file, text} = readText(join(directory, PLAN_SET_FILE));
  const problem = `it is not a directory of saved plans: it has no ${PLAN_SET_FILE}`;
  if (text === undefined) throw unreadablePlan(directory, problem, 'Run "gantry preview --all --save DIR/" first.');
  const found = PlanSetOutput.safeParse(parsed(text));
  if (!found.success) throw unreadablePlan(file, 'it was edited or truncated after it was saved');
  return found.data;
}

function parsed(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

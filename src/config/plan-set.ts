import {statSync} from 'node:fs';
import {join} from 'node:path';
import {isObject, type Json} from '../core/json.ts';
import {PLAN_SET_FILE, type PlanSet} from '../core/plan/plan-set.ts';
import {PlanSetOutput} from './documents/plan-set-output.ts';
import {unreadablePlan, writeWhole} from './plan-file.ts';
import {readText} from './read-text.ts';

/** Whether a path names a directory of plans, and not one plan. */
export const isPlanSet = (path: string): boolean => statSync(path, {throwIfNoEntry: false})?.isDirectory() === true;

/** Written last: a directory without it holds no set. */
export const writePlanSet = (directory: string, set: PlanSet): void =>
  void writeWhole(join(directory, PLAN_SET_FILE), set);

/** @throws GantryError plan/unreadable. */
export function readPlanSet(directory: string): PlanSet {
  const {file, text} = readText(join(directory, PLAN_SET_FILE));
  const problem = `it is no directory of saved plans: it has no ${PLAN_SET_FILE}`;
  if (text === undefined) throw unreadablePlan(directory, problem, 'Save one with "gantry preview --all --save DIR/".');
  const found = PlanSetOutput.safeParse(parsed(text));
  if (!found.success) throw unreadablePlan(file, 'it was edited or cut after it was saved');
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

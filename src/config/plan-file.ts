import {randomBytes} from 'node:crypto';
import {existsSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {GantryError} from '../core/failure/failure.ts';
import {isObject, type Json, type JsonObject} from '../core/json.ts';
import {isWhole, type PlanFile} from '../core/plan/plan-file.ts';
import type {PlanSet} from '../core/plan/plan-set.ts';
import {defined} from '../lib/defined.ts';
import {makeDirectoriesSync} from '../lib/make-directories.ts';
import {PlanFileOutput} from './documents/plan-file-output.ts';
import {MOST_MEBIBYTES_OF_STACK, readText, shownPath} from './read-text.ts';

/**
 * Reads a saved plan and sees that it is whole.
 * @throws GantryError plan/unreadable.
 */
export function readPlanFile(path: string): PlanFile {
  const {file, text, diagnostics} = readText(path, MOST_MEBIBYTES_OF_STACK);
  if (text === undefined) throw unreadablePlan(file, withoutName(diagnostics[0]?.message, file));
  const document = parsed(text);
  if (!isObject(document)) throw unreadablePlan(file, 'it is no saved plan but something else, or only a part of one');
  refuseOther(file, document);
  const {success, data} = PlanFileOutput.safeParse(document);
  // zod's copy of an optional field may differ in nothing but its type.
  const plan = data as PlanFile | undefined;
  if (!success || plan === undefined || !isWhole(plan))
    throw unreadablePlan(file, 'it was edited or cut after it was saved');
  return plan;
}

/** Whole or not at all, and for nobody else: it tells what a cluster holds. Answers the path as it is shown. */
export const writePlanFile = (path: string, plan: PlanFile, mostBytes?: number): string =>
  writeWhole(path, plan, mostBytes);

/** The same of any document that belongs to saved plans. */
export function writeWhole(path: string, document: PlanFile | PlanSet, mostBytes?: number): string {
  refuseOtherFile(path);
  const text = readableText(path, document, mostBytes);
  const staged = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    makeDirectoriesSync(dirname(path));
    writeFileSync(staged, text, {mode: 0o600, flag: 'wx', flush: true});
    renameSync(staged, path);
  } catch (error) {
    if (existsSync(staged)) rmSync(staged);
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new GantryError({
      code: 'input/usage',
      message: `--save ${shownPath(path)}: it cannot be written (${reason})`,
    });
  }
  return shownPath(path);
}

/**
 * The text of a plan that can be read again when it is applied.
 * @param mostBytes how long it may be; default: what is read of a saved plan
 * @throws GantryError input/usage, with its size.
 */
export function readableText(
  path: string,
  document: PlanFile | PlanSet,
  mostBytes = MOST_MEBIBYTES_OF_STACK * 2 ** 20,
): string {
  const text = textOf(document);
  const bytes = text === undefined ? undefined : Buffer.byteLength(text);
  if (text !== undefined && bytes !== undefined && bytes <= mostBytes) return text;
  const size = bytes === undefined ? 'more than 512 MiB' : mebibytes(bytes);
  throw new GantryError({
    code: 'input/usage',
    message: `--save ${shownPath(path)}: the plan has ${size}, and at most ${mebibytes(mostBytes)} can be read again`,
    hint: 'Save the plan of a part of the stack (--target, --exclude), or divide the stack. "gantry apply" needs no saved plan.',
  });
}

/** Undefined where it would be longer than a text can be in Node.js. */
function textOf(document: PlanFile | PlanSet): string | undefined {
  try {
    return `${JSON.stringify(document, undefined, 2)}\n`;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Rounded up: what is too large never looks as if it fitted. */
const mebibytes = (bytes: number): string => `${Math.ceil((bytes / 2 ** 20) * 10) / 10} MiB`;

/**
 * Refuses to put a plan in the place of a file that is none: a source of the project, or anything else that somebody wrote.
 * @throws GantryError input/usage.
 */
export function refuseOtherFile(path: string): void {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined || stats.isDirectory() || (stats.isFile() && stats.size === 0)) return;
  const document = stats.isFile() ? parsed(readText(path, MOST_MEBIBYTES_OF_STACK).text ?? '') : undefined;
  if (isObject(document) && document['formatVersion'] !== undefined && ('bases' in document || 'stacks' in document))
    return;
  throw new GantryError({
    code: 'input/usage',
    message: `--save ${shownPath(path)}: this file is no saved plan, and would be overwritten`,
    hint: 'Name another file, or remove this one first.',
  });
}

/** The error of a plan file that is damaged, of another version, or no plan. */
export const unreadablePlan = (file: string, problem: string, hint?: string): GantryError =>
  new GantryError({code: 'plan/unreadable', file, problem, ...defined({hint})});

function refuseOther(file: string, {formatVersion, needs, changes, request}: JsonObject): void {
  if (changes !== undefined && request === undefined)
    throw unreadablePlan(file, 'it is what "gantry preview -o json" prints, which is to be read, not to be applied');
  if (typeof formatVersion === 'number' && formatVersion > 1)
    throw unreadablePlan(file, `it was written by a newer Gantry (format ${formatVersion})`, updateTo(needs));
}

const updateTo = (needs: Json | undefined): string =>
  typeof needs === 'string' && /^\d[-.\w]{0,30}$/.test(needs)
    ? `Update Gantry to ${needs} or later.`
    : 'Update Gantry.';

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const withoutName = (message = 'it cannot be read', file: string): string =>
  message.replace(`cannot read ${file}: `, '');

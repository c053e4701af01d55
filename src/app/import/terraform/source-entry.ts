import {existsSync, statSync} from 'node:fs';
import {relative, resolve} from 'node:path';
import {shownPath} from '../../../config/read-text.ts';
import {projectDirectory, wrongInput} from '../../../config/stack-search.ts';
import type {JsonObject} from '../../../core/json.ts';
import type {Plan} from '../../../core/plan/plan.ts';
import {SOURCE_ID} from '../../../core/terraform/source.ts';

/** The directory of the `.tf` files, that of the new stack, and the one that paths of flags are relative to. */
export type SourcePlace = {readonly code: string; readonly directory: string; readonly here: string};

/**
 * Returns the entry of `sources` that keeps a directory of `.tf` files.
 * @throws GantryError input/invalid if the directory contains the project: its files would be a part of each release
 */
export function sourceEntry({code, directory, here}: SourcePlace, varFiles: readonly string[]): JsonObject {
  if (!existsSync(code) || !statSync(code).isDirectory())
    throw wrong(`${shownPath(code)} is not a directory`, 'Pass the directory of the `.tf` files with --source.');
  const inside = [directory, projectDirectory(directory)].find((one) => one !== undefined && isWithin(one, code));
  if (inside !== undefined)
    throw wrong(
      `${shownPath(code)} contains ${shownPath(inside)}, and all files of a source are a part of the release`,
      'Move the `.tf` files into a directory of their own in the project, and choose another directory for the stack with --out.',
    );
  const from = relative(directory, code);
  if (varFiles.length === 0) return {terraform: from};
  return {terraform: {from, varFiles: varFiles.map((file) => relative(directory, resolve(here, file)))}};
}

const isWithin = (path: string, directory: string): boolean => !relative(directory, path).startsWith('..');

/** Refuses files that have none of the resources of the state: an apply would delete all of them. @throws GantryError input/invalid */
export function refuseOthers(source: string, {changes}: Plan): void {
  const own = changes.filter(({id, action}) => id !== SOURCE_ID && action !== 'create' && action !== 'read');
  if (own.some(({action}) => action !== 'delete')) return;
  throw wrong(
    `the files in ${source} have none of the resources of the state`,
    'Pass the directory of the root module that the state belongs to with --source.',
  );
}

const wrong = (message: string, hint: string) => wrongInput('import/terraform-state', message, hint);

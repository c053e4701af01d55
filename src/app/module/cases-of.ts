import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {shownPath} from '../../config/read-text.ts';
import {APPLICATION_FILE} from '../../config/sources/app/application-file.ts';
import {wrongInput} from '../../config/stack-search.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';

/** A test of a module: a directory with an application file and the expected objects. */
export type ModuleCase = {
  readonly name: string;
  readonly directory: string;
  /** The objects: YAML documents. It does not exist for a new test. */
  readonly expectedFile: string;
  /** The fields of the platform and the context, as a workspace file. It is optional. */
  readonly workspaceFile: string;
};

/** The directory of CRDs for all tests of a module, in its `tests/`. */
export const CRDS_DIRECTORY = 'crds';

/**
 * Lists the tests of a module: each directory in `tests/` except `crds`, by name.
 * @throws GantryError `input/invalid` for directories without an application file
 */
export function casesOf(folder: string): readonly ModuleCase[] {
  const tests = join(folder, 'tests');
  if (!existsSync(tests)) return [];
  const directories = readdirSync(tests, {withFileTypes: true})
    .filter((entry) => entry.isDirectory() && entry.name !== CRDS_DIRECTORY && !entry.name.startsWith('.'))
    .map(({name}) => name)
    .toSorted(compareNaturally);
  const empty = directories.find((name) => !existsSync(join(tests, name, APPLICATION_FILE)));
  if (empty !== undefined)
    throw wrongInput(
      'module/no-input',
      `the test ${shownPath(join(tests, empty))} has no ${APPLICATION_FILE}`,
      'Write an application that uses the module into it, or remove the directory.',
    );
  return directories.map((name) => ({
    name,
    directory: join(tests, name),
    expectedFile: join(tests, name, 'expected.yaml'),
    workspaceFile: join(tests, name, 'workspace.yaml'),
  }));
}

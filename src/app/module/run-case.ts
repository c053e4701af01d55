import {existsSync} from 'node:fs';
import {basename} from 'node:path';
import {writeNewFiles} from '../../config/init/write-new-files.ts';
import type {LoadedResources} from '../../config/load-resources.ts';
import {readText, shownPath} from '../../config/read-text.ts';
import {writeWhole} from '../../config/write-whole.ts';
import {readYaml} from '../../config/yaml/read-yaml.ts';
import {isError} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {isObject, type Json} from '../../core/json.ts';
import {idOfObject} from '../../core/resource/id.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {Deps} from '../deps.ts';
import {toYaml} from '../to-yaml.ts';
import {buildCase, type TestedModule} from './build-case.ts';
import type {ModuleCase} from './cases-of.ts';
import {tryObjects} from './try-objects.ts';

/** A problem that a test found. */
export type CaseProblem =
  /** The module or the files of the test cannot be used, or the cluster refuses the objects. */
  | {readonly check: 'build' | 'apply'; readonly failure: Failure}
  /** The objects are not the expected ones. Both are YAML texts with sorted keys. */
  | {readonly check: 'objects'; readonly file: string; readonly expected: string; readonly actual: string}
  /** A second apply of the same objects would change these. */
  | {readonly check: 'repeat'; readonly changed: readonly string[]};

/** The result of a test. `isWritten`: the expected objects were written. It passed if it has no problems. */
export type CaseResult = {
  readonly name: string;
  readonly seconds: number;
  readonly isWritten: boolean;
  readonly problems: readonly CaseProblem[];
};

/** A test of a module to run. */
export type RunCase = {readonly module: TestedModule; readonly test: ModuleCase; readonly update: boolean};

/** Runs a test: builds its objects, compares them with the expected ones, and applies them to a sandbox twice. */
export async function runCase({module, test, update}: RunCase, deps: Deps): Promise<CaseResult> {
  const begin = deps.clock.monotonic();
  const problems: CaseProblem[] = [];
  let isWritten = false;
  const built = await unlessFailed(() => buildCase(module, test, deps));
  if ('failure' in built) problems.push({check: 'build', failure: built.failure});
  else {
    const {resources} = built.value;
    const difference = compare(test, resources);
    if (difference !== undefined && update) {
      await writeExpected(test, toYaml(resources.map(({attributes}) => attributes)));
      isWritten = true;
    } else if (difference !== undefined) problems.push(difference);
    const tried = await tryObjects({stack: test.name, folder: module.folder, resources}, deps);
    if (tried !== undefined && 'failure' in tried) problems.push({check: 'apply', failure: tried.failure});
    else if (tried !== undefined) problems.push({check: 'repeat', changed: tried.changedAgain});
  }
  return {name: test.name, seconds: (deps.clock.monotonic() - begin) / 1000, isWritten, problems};
}

type Outcome<T> = {readonly value: T} | {readonly failure: Failure};

async function unlessFailed<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return {value: await work()};
  } catch (error) {
    if (error instanceof GantryError && error.failure.code !== 'cancelled') return {failure: error.failure};
    throw error;
  }
}

/** Replaces the expected objects. A new file has the usual permissions. */
async function writeExpected({directory, expectedFile}: ModuleCase, text: string): Promise<void> {
  if (existsSync(expectedFile)) await writeWhole(expectedFile, text);
  else writeNewFiles(directory, [{path: basename(expectedFile), text}]);
}

/** Compares the objects with the file, whatever the order of its documents and keys. Returns undefined if they are equal. */
function compare({expectedFile}: ModuleCase, resources: LoadedResources['resources']): CaseProblem | undefined {
  const actual = normalized(resources.map(({attributes}) => attributes));
  if (!existsSync(expectedFile)) return {check: 'objects', file: shownPath(expectedFile), expected: '', actual};
  const {file, text, diagnostics: unread} = readText(expectedFile);
  const {documents, diagnostics} = readYaml(text ?? '', file);
  const problems = [...unread, ...diagnostics].filter(isError);
  if (problems.length > 0) return {check: 'build', failure: {code: 'input/invalid', diagnostics: problems}};
  const expected = normalized(documents.map(({value}) => value).filter((value) => value !== null));
  return expected === actual ? undefined : {check: 'objects', file, expected, actual};
}

function normalized(objects: readonly Json[]): string {
  const keyed = objects.map((object) => ({id: isObject(object) ? idOfObject(object) : '', object}));
  const sorted = keyed.toSorted((a, b) => compareNaturally(a.id, b.id));
  return toYaml(sorted.map(({object}) => JSON.parse(canonicalJson(object)) as Json));
}

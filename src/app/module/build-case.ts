import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {NOT_SUPPORTED} from '../../config/issues/not-supported-text.ts';
import type {LoadedResources} from '../../config/load-resources.ts';
import {readText, shownPath} from '../../config/read-text.ts';
import {APPLICATION_FILE} from '../../config/sources/app/application-file.ts';
import {projectDirectory, wrongInput} from '../../config/stack-search.ts';
import {parseWorkspaceText} from '../../config/workspace-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {WorkspaceValues} from '../../core/variation/expand-context.ts';
import {type Located, locate, partOf, withField} from '../../core/variation/located.ts';
import type {Deps} from '../deps.ts';
import {loadStack} from '../plan/load-stack.ts';
import {valuesOf} from '../workspace/workspace-values.ts';
import type {ModuleCase} from './cases-of.ts';

/** The names of the project and the stack in the objects of a test. The stack has the name of the test. */
export const TEST_PROJECT = 'test';

/** The module of a test. */
export type TestedModule = {readonly name: string; readonly folder: string};

/**
 * Builds the objects of a test. Its application uses the module by its name, without a `path` in the workspace file.
 * @throws GantryError `input/invalid` with every problem of its files and of the module
 */
export async function buildCase(module: TestedModule, test: ModuleCase, deps: Deps): Promise<LoadedResources> {
  const dir = projectDirectory(module.folder) ?? dirname(module.folder);
  const {loaded} = await loadStack(
    {
      project: {name: TEST_PROJECT, dir, labels: {}, workspacesDir: join(test.directory, 'workspaces')},
      stack: {
        name: test.name,
        dir: test.directory,
        file: test.workspaceFile,
        labels: {},
        namespace: TEST_NAMESPACE,
        sources: [{app: APPLICATION_FILE}],
      },
    },
    {workspace: workspaceOf(module, test)},
    deps,
  );
  return loaded;
}

/** The namespace of the objects of a test. It exists in every cluster. */
export const TEST_NAMESPACE = 'default';

/** Returns the workspace of a test, with the tested module. */
function workspaceOf(module: TestedModule, {workspaceFile}: ModuleCase): WorkspaceValues {
  const file = shownPath(workspaceFile);
  const {workspace, origin} = parseWorkspaceText(workspaceText(workspaceFile), file);
  if (workspace.extends)
    throw wrongInput('config/not-supported', `${file}: \`extends\` in a test is ${NOT_SUPPORTED}`, 'Copy the fields.');
  const values = valuesOf({name: workspace.name, workspace, origin, place: 'file', file: workspaceFile});
  return values.modules === undefined ? values : {...values, modules: withPath(values.modules, module)};
}

function workspaceText(path: string): string {
  if (!existsSync(path)) return 'name: test\n';
  const {text, diagnostics} = readText(path);
  if (text === undefined) throw new GantryError({code: 'input/invalid', diagnostics});
  return text;
}

function withPath(modules: Located, {name, folder}: TestedModule): Located {
  const {place} = modules;
  const entry = partOf(modules, name) ?? locate({}, place.origin, [...place.path, name]);
  return withField(modules, name, withField(entry, 'path', {value: folder, place: entry.place}));
}

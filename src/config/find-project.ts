import {statSync} from 'node:fs';
import {basename, join, resolve} from 'node:path';
import type {z} from 'zod';
import {type Diagnostic, isError} from '../core/diagnostic/diagnostic.ts';
import {inOrder} from '../core/diagnostic/in-order.ts';
import type {Origin} from '../core/diagnostic/origin.ts';
import {GantryError} from '../core/failure/failure.ts';
import {defined} from '../lib/defined.ts';
import {recipesOf, refuseUnsharedClaims} from './claims/recipes-of.ts';
import {namespaceOf} from './extension.ts';
import {healthRulesOf} from './health-rules.ts';
import {hideCredentials} from './hide-credentials.ts';
import {ignoreRulesOf} from './ignore-rules.ts';
import {movesOf} from './moved.ts';
import {Name} from './names.ts';
import {PROJECT_FILE, STACK_FILE} from './own-files.ts';
import {type ParsedDocument, parseDocument} from './parse-document.ts';
import {ProjectFile} from './project-file.ts';
import {readText, shownPath} from './read-text.ts';
import {refuseForeignProject} from './refuse-foreign.ts';
import {StackFile} from './stack-file.ts';
import type {StackLocation} from './stack-location.ts';
import {projectDirectory, stackDirectory} from './stack-search.ts';
import {dependenciesWritten} from './stacks/depends-on.ts';
import {trustedDirectory, trustedPath} from './untrusted/checkout.ts';
import {readTrusted} from './untrusted/read-trusted.ts';

export type {StackLocation} from './stack-location.ts';

/** The values of `-C` and `-s`. `stack` is a stack's name, PROJECT/STACK, or its path below the project. */
export type FindStack = {readonly directory: string; readonly stack?: string | undefined};

/**
 * Finds the stack that the user chose and reads project.yaml and stack.yaml.
 * @throws GantryError `input/invalid` with every problem of both files
 */
export async function findStack({directory, stack}: FindStack): Promise<StackLocation> {
  const stackDir = stackDirectory({directory: resolve(directory), stack});
  const projectDir = projectDirectory(stackDir) ?? stackDir;
  const stackFile = load(StackFile, join(stackDir, STACK_FILE), readText);
  const projectPath = join(projectDir, PROJECT_FILE);
  const hasProjectFile = statSync(trustedPath(projectPath), {throwIfNoEntry: false}) !== undefined;
  const projectFile = hasProjectFile ? load(ProjectFile, projectPath, readTrusted) : undefined;
  const location = locate({
    stackDir,
    projectDir,
    stack: stackFile.value,
    origin: stackFile.origin,
    project: projectFile?.value,
  });
  const diagnostics = [
    ...(projectFile?.diagnostics ?? []).map(hideCredentials),
    ...stackFile.diagnostics,
    ...(projectFile?.value?.name === undefined ? checkName(projectDir, PROJECT_FILE) : []),
    ...(stackFile.value?.name === undefined ? checkName(stackDir, STACK_FILE) : []),
    ...checkNamespace(stackFile),
    ...checkWorkspacesDir(projectFile, location),
    ...refuseUnsharedClaims(location.stack.recipes ?? [], location.project.name),
  ];
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics: inOrder(diagnostics)});
  return diagnostics.length === 0 ? location : {...location, diagnostics};
}

function load<T>(schema: z.ZodType<T>, path: string, read: typeof readTrusted): ParsedDocument<T> {
  refuseForeignProject(path);
  const {file, text, diagnostics} = read(path);
  const parsed = parseDocument(schema, text ?? '', file);
  return text === undefined ? {...parsed, diagnostics} : parsed;
}

type Found = {
  readonly stackDir: string;
  readonly projectDir: string;
  readonly stack: StackFile | undefined;
  /** The positions in stack.yaml. */
  readonly origin: Origin;
  readonly project: ProjectFile | undefined;
};

const locate = (found: Found): StackLocation => ({project: locateProject(found), stack: locateStack(found)});

function locateProject({projectDir, project}: Found): StackLocation['project'] {
  return {
    name: project?.name ?? basename(projectDir),
    dir: projectDir,
    file: project && join(projectDir, PROJECT_FILE),
    description: project?.description,
    labels: project?.labels ?? {},
    workspacesDir: resolve(projectDir, project?.workspaces ?? 'workspaces'),
  };
}

const namespaceFor = ({stack, project}: Found): StackLocation['stack']['namespace'] =>
  stack?.namespace ?? namespaceOf(stack?.extensions) ?? namespaceOf(project?.extensions);

function locateStack(found: Found): StackLocation['stack'] {
  const {stackDir, stack} = found;
  const namespace = namespaceFor(found);
  return {
    name: stack?.name ?? basename(stackDir),
    dir: stackDir,
    file: join(stackDir, STACK_FILE),
    description: stack?.description,
    labels: stack?.labels ?? {},
    ...defined({workspace: stack?.workspace, namespace, restartOnChange: stack?.restartOnChange}),
    ...defined({createdNamespace: stack?.createdNamespace}),
    sources: stack?.sources,
    ...locateRules(found),
    ...locateVariation(stack),
    ...locateDependencies(found),
  };
}

type Rules = Pick<StackLocation['stack'], 'ignore' | 'health' | 'guards' | 'moved' | 'recipes'>;

function locateRules({stack, origin}: Found): Rules {
  const ignore = ignoreRulesOf(stack?.ignore, origin);
  const health = healthRulesOf(stack?.health, origin);
  const recipes = recipesOf(stack?.claims, origin);
  return defined({
    ignore: ignore.length === 0 ? undefined : ignore,
    health: health.length === 0 ? undefined : health,
    guards: stack?.guards ? stack.guards : undefined,
    moved: stack?.moved ? movesOf(stack.moved, origin) : undefined,
    recipes: recipes.length === 0 ? undefined : recipes,
  });
}

const locateVariation = (stack: StackFile | undefined): Pick<StackLocation['stack'], 'patches' | 'images'> =>
  defined({patches: stack?.patches ? stack.patches : undefined, images: stack?.images ? stack.images : undefined});

function locateDependencies({stack, origin}: Found): Pick<StackLocation['stack'], 'dependsOn'> {
  const dependsOn = dependenciesWritten(stack?.dependsOn, origin);
  return dependsOn.length === 0 ? {} : {dependsOn};
}

/** Checks that the name of a directory, which is the default of `name`, is a valid name. */
function checkName(dir: string, file: string): readonly Diagnostic[] {
  if (Name.safeParse(basename(dir)).success) return [];
  return [
    {
      severity: 'error',
      code: 'config/invalid',
      message: `${shownPath(join(dir, file))} has no \`name\`, and the name of the directory is not valid as one`,
      hint: 'Add a `name` with letters, digits, `-`, `_` and `.`.',
    },
  ];
}

function checkNamespace({value, origin}: ParsedDocument<StackFile>): readonly Diagnostic[] {
  const extension = namespaceOf(value?.extensions);
  if (value?.namespace === undefined || extension === undefined || extension === value.namespace) return [];
  return [
    {
      severity: 'error',
      code: 'config/invalid',
      message: `\`namespace\` is ${typeof value.namespace === 'string' ? value.namespace : 'set by workspace'}, but \`extensions\` sets the namespace ${extension}`,
      at: origin.position(['namespace']),
      path: 'namespace',
      hint: 'Remove one of them.',
    },
  ];
}

function checkWorkspacesDir(
  project: ParsedDocument<ProjectFile> | undefined,
  {project: {workspacesDir}}: StackLocation,
): readonly Diagnostic[] {
  if (project?.value?.workspaces === undefined) return [];
  if (statSync(trustedDirectory(workspacesDir), {throwIfNoEntry: false})?.isDirectory() === true) return [];
  return [
    {
      severity: 'error',
      code: 'config/invalid',
      message: `\`workspaces\` names the directory ${shownPath(workspacesDir)}, which does not exist`,
      at: project.origin.position(['workspaces']),
      path: 'workspaces',
      hint: 'Create the directory, or correct the path in project.yaml.',
    },
  ];
}

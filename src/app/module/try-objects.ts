import {existsSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {loadResources} from '../../config/load-resources.ts';
import type {Failure} from '../../core/failure/failure.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {NO_PERMISSIONS} from '../../core/plan/permissions.ts';
import {mapStrings} from '../../core/reference/map-strings.ts';
import {secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {Deps} from '../deps.ts';
import {applyRelease} from '../plan/apply-release.ts';
import {previewRelease} from '../plan/preview-release.ts';
import {TEST_NAMESPACE, TEST_PROJECT} from './build-case.ts';
import {CRDS_DIRECTORY} from './cases-of.ts';

/** The objects of a test, and its module. */
export type TriedObjects = {readonly stack: string; readonly folder: string; readonly resources: readonly Resource[]};

/** The problem of objects in a cluster: the server refuses them, or a second apply would change objects. */
export type TrialProblem = {readonly failure: Failure} | {readonly changedAgain: readonly string[]};

/** The placeholder for references to secrets. It is also valid base64 for `data` of a Secret. */
const PLACEHOLDER = 'cGxhY2Vob2xkZXI=';

/**
 * Applies the objects of a test to a new sandbox, which checks them against the schemas of Kubernetes, and plans a second apply. Replaces values of
 * secret stores by a placeholder. Removes the sandbox.
 */
export async function tryObjects(
  {stack, folder, resources}: TriedObjects,
  deps: Deps,
): Promise<TrialProblem | undefined> {
  await using trial = await deps.trial();
  const specFile = join(trial.cwd, 'spec.yaml');
  // JSON is YAML.
  await writeFile(join(trial.cwd, 'project.yaml'), JSON.stringify({name: TEST_PROJECT}));
  await writeFile(join(trial.cwd, 'stack.yaml'), JSON.stringify({name: stack, namespace: TEST_NAMESPACE}));
  const request = {
    directory: trial.cwd,
    workspace: 'sandbox',
    specFile,
    permissions: NO_PERMISSIONS,
    operation: 'apply',
    strict: true,
  } as const;
  try {
    const all = [...(await crdsOf(folder, deps)), ...resources].map(withoutSecrets);
    await writeFile(specFile, JSON.stringify({resources: all}));
    const applied = await applyRelease(
      {...request, wait: false, lockTimeoutSeconds: 60, confirm: async () => true},
      trial,
    );
    if (applied.kind === 'applied' && applied.failure !== undefined)
      return {failure: withoutPlaces(applied.failure, specFile)};
    const {changes} = await previewRelease(request, trial);
    const changedAgain = changes.filter(({action}) => action !== 'unchanged').map(({id}) => id);
    return changedAgain.length === 0 ? undefined : {changedAgain};
  } catch (error) {
    if (error instanceof GantryError) return {failure: withoutPlaces(error.failure, specFile)};
    throw error;
  }
}

/** Removes the places in a file that exists during the trial only. The object and its field say where the problem is. */
function withoutPlaces(failure: Failure, file: string): Failure {
  if (!('diagnostics' in failure) || failure.diagnostics === undefined) return failure;
  const diagnostics = failure.diagnostics.map(({at, ...diagnostic}) =>
    at === undefined || resolve(at.file) === file ? diagnostic : {...diagnostic, at},
  );
  return {...failure, diagnostics};
}

const withoutSecrets = (resource: Resource): Resource => ({
  ...resource,
  attributes: mapStrings(resource.attributes, (text) => (secretReferencesIn({text}).length > 0 ? PLACEHOLDER : text)),
});

/** Reads the CRDs for the custom resources in the tests of a module. */
async function crdsOf(folder: string, deps: Deps): Promise<readonly Resource[]> {
  const dir = join(folder, 'tests', CRDS_DIRECTORY);
  if (!existsSync(dir)) return [];
  const place = {name: TEST_PROJECT, dir, labels: {}, workspacesDir: join(dir, 'workspaces')};
  const stack = {name: 'crds', dir, file: join(dir, 'stack.yaml'), labels: {}};
  return (await loadResources({project: place, stack}, {tools: deps})).resources;
}

import {rm} from 'node:fs/promises';
import {findStack, type StackLocation} from '../../config/find-project.ts';
import {shownPath} from '../../config/read-text.ts';
import {writeWhole} from '../../config/write-whole.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {ExternalResource} from '../../core/shared/external-resource.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {findExternal} from '../../engine/shared/external-resources.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {loadStack} from '../plan/load-stack.ts';
import type {ImportOutcome, RunImport} from '../resource/import-resources.ts';
import {workspaceValues} from '../workspace/workspace-values.ts';
import {manifestOf} from './manifest-of.ts';
import {type SharedPlace, sharedPlace} from './shared-place.ts';
import {oneShared} from './show-shared.ts';
import {writeManifest} from './write-manifest.ts';
import {type WrittenFile, writeResource} from './write-resource.ts';

/** Request of `gantry shared adopt`. `stack` names the shared stack that takes the resource. */
export type AdoptShared = Omit<RunImport, 'selectors' | 'specFile' | 'inMemory'> & {readonly id: string};

/**
 * Brings an external resource under the management of a shared stack: its manifest, or its entry in the spec file, is written to the files of the
 * stack, unless they have it, and the resource is imported as it is. The registration is removed after the release has the resource. After a crash the same command
 * continues.
 * @throws GantryError shared/external-changed if the resource is not the registered one; shared/not-found; import/refused
 */
export async function adoptShared(request: AdoptShared, deps: Deps): Promise<ImportOutcome> {
  const {id, ...run} = request;
  const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
  const own = stackText({project: location.project.name, stack: location.stack.name});
  if (!isSharedProject({project: location.project.name}))
    throw new GantryError({
      code: 'input/usage',
      message: `${own} is not a shared stack`,
      hint: 'Name a stack of the project shared: -s shared/STACK.',
    });
  const place = await sharedPlace(request, 'adopt ID', deps);
  const registered = (await findExternal({workspace: place.workspace, id}, place.backend))?.external;
  if (registered === undefined) await refuseOthers(own, place, request, deps);
  const written =
    registered === undefined || (await isDeclared(id, location, request, deps))
      ? undefined
      : await writeDeclaration(registered, {location, request}, deps);
  try {
    if (written !== undefined && !(await isDeclared(id, location, request, deps))) throw unread(written.file, own);
    const {importResources} = await import('../resource/import-resources.ts');
    const outcome = await importResources({...run, selectors: [id]}, deps);
    if (UNDONE.has(outcome.kind)) await undo(written);
    return outcome;
  } catch (error) {
    if (error instanceof GantryError && NOTHING_WRITTEN.has(error.failure.code)) await undo(written);
    throw error;
  }
}

/** The outcomes after which the manifest is not kept. */
const UNDONE: ReadonlySet<ImportOutcome['kind']> = new Set(['declined', 'planned']);

/** Refuses a resource without a registration, unless an earlier adoption has brought it to this stack. */
async function refuseOthers(own: string, place: SharedPlace, request: AdoptShared, deps: Deps): Promise<void> {
  const {stack} = await oneShared(place, request, deps);
  if (stack !== own) throw new GantryError({code: 'input/usage', message: `${stack} manages ${request.id} already`});
}

/** The errors that come before the first write to the cluster and the backend. */
const NOTHING_WRITTEN: ReadonlySet<string> = new Set([
  'import/refused',
  'input/usage',
  'input/invalid',
  'shared/external-changed',
  'terraform/failed',
]);

const unread = (file: string, stack: string): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `no source of ${stack} reads ${shownPath(file)}`,
    hint: 'Add `- manifests: manifests/*.yaml` to `sources` in stack.yaml, or write the manifest yourself, and run the command again.',
  });

/** Writes what declares a registered resource in the files of the stack: a manifest, or an entry of the spec file. */
async function writeDeclaration(
  external: ExternalResource,
  {location, request}: {readonly location: StackLocation; readonly request: AdoptShared},
  deps: Deps,
): Promise<WrittenFile> {
  if (external.type === 'Terraform') return writeResource(external, location);
  const file = await writeManifest(await manifestOf({external, request}, deps), location);
  return {file, before: undefined};
}

async function undo(written: WrittenFile | undefined): Promise<void> {
  if (written?.before !== undefined) return writeWhole(written.file, written.before);
  if (written !== undefined) await rm(written.file, {force: true});
}

async function isDeclared(id: string, location: StackLocation, request: AdoptShared, deps: Deps): Promise<boolean> {
  const workspace = await workspaceValues(request, location, deps);
  const {loaded} = await loadStack(location, {allowEmpty: true, ...defined({workspace})}, deps);
  return loaded.resources.some((one) => one.id === id);
}

import {existsSync} from 'node:fs';
import {homedir} from 'node:os';
import {isAbsolute, resolve} from 'node:path';
import {declaredProvider} from '../../config/declared-provider.ts';
import {leavesProject} from '../../config/project-link.ts';
import type {SecretStore as StoreModel} from '../../config/secret-store.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {Secret} from '../../core/secret/secret.ts';
import {expandPath} from '../../core/workspace/expand-path.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import type {SecretStoreConfig} from '../../registry/secret-stores.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import type {Via} from '../workspace/via.ts';
import type {SecretAnswer} from './secret-answer.ts';
import {unread} from './unread.ts';

/** A declared store, and everything that its configuration may depend on. */
export type StoreContext = {
  readonly store: NonNullable<StoreModel>;
  /** The base of a relative path; absent if there is no file. */
  readonly base?: string | undefined;
  /** The name of the store. */
  readonly name: string;
  /** For people: `the secret store vault of prod`. */
  readonly what: string;
  readonly chosen?: FoundWorkspace | undefined;
  readonly via: Via;
  readonly deps: Deps;
  /** Reads a reference of the same workspace: the store may need a secret of another one. */
  readonly read: (uri: string) => Promise<SecretAnswer>;
};

/**
 * Resolves a declared store so that it can be opened: paths absolute, credentials read.
 * @throws GantryError `input/usage`
 */
export async function storeConfig(world: StoreContext): Promise<SecretStoreConfig> {
  const store = declaredProvider(world.store.provider);
  if (store === undefined) throw refuse(world, 'it has no provider');
  return store.descriptor.resolve(store.declared, {
    directory: world.base,
    place: (path) => placeOf(path, world),
    placeOfSecrets: (path) => withinProject(path, world),
    secret: (text) => secretOf(text, world),
    cluster: (workspace) => clusterOf(workspace, world),
    requireTrusted: (command) => requireTrusted(command, world),
  });
}

async function clusterOf(workspace: string | undefined, world: StoreContext): Promise<KubeconfigSource> {
  const {chosen, via, deps} = world;
  if (chosen === undefined) throw refuse(world, 'it is in the cluster of a workspace, and there is no workspace here');
  return deps.workspaceOf.kubeconfig({chosen, workspace, via}, deps);
}

/** Refuses a program that the workspace does not trust, with its arguments. */
function requireTrusted(command: readonly string[], world: StoreContext): void {
  const [program = ''] = command;
  const {chosen} = world;
  const programs = chosen?.workspace.trust?.programs ?? [];
  if (programs === 'all' || programs.some((one) => one === program || deepEqual(one, command))) return;
  const hint =
    chosen === undefined
      ? 'Use a store that runs no program.'
      : `Add to ${chosen.name}: trust: {programs: [${JSON.stringify(program)}]}`;
  throw refuse(world, `it runs the program ${program}, which the workspace does not trust`, hint);
}

/** Returns a value that is literal in the file, or that a reference names. */
async function secretOf(text: string, world: StoreContext): Promise<Secret> {
  if (!text.startsWith('ref://')) return new Secret(text);
  const answer = await world.read(text);
  if ('value' in answer) return answer.value;
  const {because, hint, fault} = answer;
  if (fault === undefined) throw refuse(world, `it needs ${text}: ${because}`, hint);
  throw unread([{message: `${world.what}: it needs ${text}: ${because}`, hint, fault}]);
}

function placeOf(path: string, world: StoreContext): string {
  const {env} = world.deps;
  const expanded = expandPath(path, {env, home: env['HOME'] || env['USERPROFILE'] || homedir()});
  if ('problem' in expanded) throw refuse(world, `its path: ${expanded.problem}`);
  if (world.base === undefined && !isAbsolute(expanded.path))
    throw refuse(world, `its path ${path} is relative, but its workspace is not a file`, 'Write an absolute path.');
  return resolve(world.base ?? '/', expanded.path);
}

/** Returns the place of files with secrets. A link in a project must not make another file of the reader the store. */
function withinProject(path: string, world: StoreContext): string {
  const place = placeOf(path, world);
  if (existsSync(place) && leavesProject(place))
    throw refuse(world, `${path} is a link, or below a link, that leads out of the project`);
  return place;
}

const refuse = ({what}: StoreContext, because: string, hint?: string): GantryError =>
  new GantryError({code: 'input/usage', message: `${what}: ${because}`, ...defined({hint})});

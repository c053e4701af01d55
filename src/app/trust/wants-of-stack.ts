import {dirname, join} from 'node:path';
import {contextWants} from '../../config/context-wants.ts';
import {STACK_FILE} from '../../config/own-files.ts';
import {projectAbove} from '../../config/project-link.ts';
import type {StoreInFile} from '../../config/secret-store.ts';
import {storeWants} from '../../config/store-wants.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import type {ContextRequest} from '../workspace/context-request.ts';
import type {ExaminedContext} from '../workspace/examined-context.ts';
import {projectFiles} from './project-files.ts';
import {isOfProject} from './trust-origin-of.ts';
import {kubeconfigWants, type WorkspaceWants} from './wants-of.ts';

/** Returns the requests of a secret store in a spec file. */
export function wantsOfSpecStore(
  {name}: Pick<FoundWorkspace, 'name'>,
  {store, file}: StoreInFile,
  deps: Pick<Deps, 'env' | 'home'>,
): WorkspaceWants {
  const subject = {workspace: `${name}, with the store of a spec file`, origin: 'project', file} as const;
  if (!isOfProject(file, deps)) return {...subject, origin: 'mine', wants: []};
  const files = projectFiles({project: projectAbove(file), bases: [dirname(file)]}, deps);
  return {...subject, wants: storeWants(store.provider, 'the secret store of the spec file', files)};
}

/** Returns the files of the project of a stack, from its directory. */
const filesOf = (stackDir: string | undefined, deps: Pick<Deps, 'env'>) =>
  projectFiles(
    stackDir === undefined
      ? {project: undefined, bases: []}
      : {project: projectAbove(join(stackDir, STACK_FILE)), bases: [stackDir]},
    deps,
  );

/**
 * Returns the requests of a stack that names its cluster itself: in the context of a spec file, or in the extension `kubeConfig` of a
 * resource. These are files of a project, regardless of who wrote the workspace.
 */
export async function wantsOfStackContext(
  {chosen, specContext, inSpec, stackDir}: ContextRequest,
  {kubeconfig, values}: Pick<ExaminedContext, 'kubeconfig' | 'values'>,
  deps: Deps,
): Promise<WorkspaceWants> {
  const {workspace} = chosen;
  const subject = {
    workspace: `${chosen.name}, where a stack says the cluster`,
    origin: 'project',
    file: stackDir ?? deps.cwd,
  } as const;
  const said = values.find(({name}) => name === 'kubeconfig')?.source.kind;
  if (said !== 'spec' && said !== 'extension') return {...subject, wants: []};
  if ('awaits' in kubeconfig) return {...subject, wants: contextWants(specContext ?? {}, filesOf(stackDir, deps))};
  if (!('from' in kubeconfig)) return {...subject, wants: []};
  const {from} = kubeconfig;
  const isHeld =
    from.kind === 'content' || (from.kind === 'files' && from.paths.some((path) => isOfProject(path, deps)));
  if (!isHeld) return {...subject, wants: []};
  const secrets = [workspace.identity, workspace.secretStore, workspace.secretStores, inSpec];
  const isSentSecrets = secrets.some((one) => one !== undefined && one !== null);
  return {...subject, wants: await kubeconfigWants({source: {...kubeconfig, from}, chosen, isSentSecrets}, deps)};
}

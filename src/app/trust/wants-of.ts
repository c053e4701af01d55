import {dirname} from 'node:path';
import type {FileOf} from '../../config/named-file.ts';
import {projectAbove} from '../../config/project-link.ts';
import {digestsOf} from '../../config/script-digests.ts';
import {workspaceWants} from '../../config/workspace-wants.ts';
import {MAY} from '../../core/trust/abilities.ts';
import type {OpenDirectory} from '../../core/trust/not-allowed.ts';
import type {TrustOrigin} from '../../core/trust/trust-origin.ts';
import type {Want, WantsOf} from '../../core/trust/want.ts';
import type {LocalSource} from '../../core/workspace/kubeconfig-source.ts';
import {digestOf} from '../../lib/digest-of.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {examineContext} from '../workspace/examine-context.ts';
import {ownPrefix} from './own-prefix.ts';
import {projectFiles} from './project-files.ts';
import {isBelow, isInOwnDirectory, isOfProject, openDirectoryOf, realPath, trustOriginOf} from './trust-origin-of.ts';

/** All requests of a workspace beyond those that its origin permits. */
export type WorkspaceWants = WantsOf & {
  readonly origin: TrustOrigin;
  /** For people: the file, or the key in the backend. */
  readonly file: string;
  /** Present if it is in a directory of the user that others can write. */
  readonly open?: OpenDirectory | undefined;
};

/**
 * Returns the requests of a workspace that others may have written; none for the user's own. Reads the files only: no secret is resolved,
 * no program is run and no server is contacted.
 */
export async function wantsOfWorkspace(chosen: FoundWorkspace, deps: Deps): Promise<WorkspaceWants> {
  const {name, file, workspace} = chosen;
  const origin = await trustOriginOf(chosen, deps);
  if (origin === 'mine')
    return (await wantsOfOthersKubeconfig(chosen, deps)) ?? {workspace: name, origin, file, wants: []};
  const project = projectOf(chosen);
  const prefix = project === undefined ? undefined : await ownPrefix(project);
  const own = workspaceWants({
    workspace,
    file: projectFiles({project, bases: basesOf(chosen, deps)}, deps),
    prefix,
  });
  const all = [...own, ...(await heldKubeconfig(chosen, own, deps))];
  const wants = all.filter(({ability}) => MAY[origin][ability] !== 'allowed');
  const open = await openDirectoryOf(chosen, deps);
  return {workspace: name, origin, file, wants, open};
}

const projectOf = ({place, file}: FoundWorkspace): string | undefined =>
  place === 'file' ? projectAbove(file) : undefined;

/** Returns the bases of the words of a command: the directory of the file, its project, and the current directory. */
const basesOf = (chosen: FoundWorkspace, {cwd}: Pick<Deps, 'cwd'>): readonly string[] => {
  const project = projectOf(chosen);
  return chosen.place === 'file' ? [dirname(chosen.file), ...(project === undefined ? [] : [project]), cwd] : [];
};

/**
 * Returns the wants of a kubeconfig that is in a checkout, if a workspace of the user names this kubeconfig. Such a kubeconfig is untrusted, like
 * every file of the checkout.
 */
async function wantsOfOthersKubeconfig(chosen: FoundWorkspace, deps: Deps): Promise<WorkspaceWants | undefined> {
  const {kubeconfig} = await examineContext({chosen, resources: []}, deps);
  if (!('from' in kubeconfig) || kubeconfig.file === undefined || kubeconfig.from.kind !== 'files') return undefined;
  const {from} = kubeconfig;
  const file = from.paths.find((path) => isOfProject(path, deps));
  if (file === undefined) return undefined;
  const wants = await kubeconfigWants({source: {...kubeconfig, from}, chosen, isSentSecrets: false}, deps);
  return {workspace: chosen.name, origin: 'project', file, wants};
}

type OfKubeconfig = {
  /** Recognizes the files that a word of its programs names. */
  readonly file: FileOf;
  /** Reports whether a file, by its real path, is in the same project: the author of one could write the other. */
  readonly isOwn: (path: string) => boolean;
};

function filesOfKubeconfig({from}: LocalSource, chosen: FoundWorkspace, deps: Deps): OfKubeconfig {
  const paths = from.kind === 'files' ? from.paths : [];
  const projects = [projectOf(chosen), ...paths.map(projectAbove)].filter((found) => found !== undefined);
  const roots = projects.map(realPath);
  // A program with a slash is relative to the kubeconfig; its arguments are relative to the current directory.
  const bases = [...new Set([...paths.map((path) => dirname(path)), ...basesOf(chosen, deps), deps.cwd])];
  return {
    file: projectFiles({project: projects[0], bases}, deps),
    isOwn: (path) => {
      const real = realPath(path);
      return !isInOwnDirectory(real, deps) && roots.some((root) => isBelow(root, real));
    },
  };
}

/** Returns the requests of a kubeconfig in the workspace, or in a file of its project: its author is that of the workspace. */
async function heldKubeconfig(chosen: FoundWorkspace, own: readonly Want[], deps: Deps): Promise<readonly Want[]> {
  const {kubeconfig} = await examineContext({chosen, resources: []}, deps);
  if (!('from' in kubeconfig) || kubeconfig.file === undefined) return [];
  const {from} = kubeconfig;
  if (from.kind !== 'content' && from.kind !== 'files') return [];
  if (from.kind === 'files' && !from.paths.some((path) => isOfProject(path, deps))) return [];
  return kubeconfigWants({source: {...kubeconfig, from}, chosen, isSentSecrets: own.length > 0}, deps);
}

/** A local kubeconfig whose programs and server are judged before use. */
export type HeldKubeconfig = {
  readonly source: LocalSource;
  readonly chosen: FoundWorkspace;
  /** False if no secret is read: then its server receives nothing that its author does not have. */
  readonly isSentSecrets: boolean;
};

/**
 * Returns the requests of the kubeconfig of a project.
 * @throws GantryError 'context/kubeconfig' if it is invalid: a part of it could be used before the error is found
 */
export async function kubeconfigWants(
  {source, chosen, isSentSecrets}: HeldKubeconfig,
  deps: Deps,
): Promise<readonly Want[]> {
  const {file, isOwn} = filesOfKubeconfig(source, chosen, deps);
  const found = await deps.kubeconfigWants(source, !chosen.workspace.identity);
  // The connection reports its errors, before it reads anything else.
  if (found === undefined) return [];
  const {wants, server} = found;
  const beyond = wants.flatMap(({path, words = [], ...want}): Want[] => {
    if (path !== undefined && isOwn(path)) return [];
    const digests = digestsOf(words, file);
    return [digests.length === 0 ? want : {...want, exact: digestOf([want.exact ?? '', ...digests].join('\n'))}];
  });
  return isSentSecrets || beyond.length > 0 ? [...beyond, server] : [];
}

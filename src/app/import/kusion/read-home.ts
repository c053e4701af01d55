import {KusionConfig, KusionRelease, KusionWorkspace, readKusion} from '../../../config/kusion/kusion-files.ts';
import type {NotTaken} from '../../../core/import/kusion/not-taken.ts';
import {isObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {KUSION_BACKENDS} from '../../../registry/backends.ts';
import type {FoundHistory, FoundRelease, KusionFinds} from './kusion-finds.ts';
import type {KusionSource} from './kusion-source.ts';

/** Reads workspaces, releases and the other files that Kusion keeps in a backend or in its home. */
export async function readHome(source: KusionSource): Promise<Omit<KusionFinds, 'projects'>> {
  const left: NotTaken[] = [];
  const workspaces = await readWorkspaces(source, left);
  const history = await readHistory(source, left);
  for (const path of source.files.filter((one) => /^resources\/.*graph\.json$/.test(one)))
    left.push({
      what: `resource graph ${path.split('/').slice(1, -1).join('/')}`,
      where: source.show(path),
      because: 'Gantry derives the dependencies from the objects themselves',
    });
  return {workspaces, histories: history, left: [...left, ...(await otherBackends(source))]};
}

async function readWorkspaces(source: KusionSource, left: NotTaken[]): Promise<KusionFinds['workspaces']> {
  const found = new Map<string, {workspace: KusionWorkspace; where: string}>();
  for (const path of source.files) {
    const name = /^workspaces\/([^/]+)\.ya?ml$/.exec(path)?.[1];
    if (name === undefined || name.startsWith('.')) continue;
    const where = source.show(path);
    const read = readKusion(KusionWorkspace, await source.read(path), where);
    if ('problem' in read) left.push({what: `workspace ${name}`, where, because: read.problem});
    else found.set(name, {workspace: read.value, where});
  }
  return found;
}

async function readHistory(source: KusionSource, left: NotTaken[]): Promise<readonly FoundHistory[]> {
  const paths = source.files.flatMap((path) => {
    const [, directory, revision] = /^releases\/(.+)\/(\d{1,9})\.yaml$/.exec(path) ?? [];
    return directory === undefined ? [] : [{path, directory, revision: Number(revision)}];
  });
  const groups = Map.groupBy(paths, ({directory}) => directory);
  return Promise.all(
    [...groups].map(async ([directory, all]): Promise<FoundHistory> => {
      const releases: FoundRelease[] = [];
      const ordered = all.toSorted((a, b) => a.revision - b.revision);
      for (const {path, revision} of ordered) {
        const where = source.show(path);
        const read = readKusion(KusionRelease, await source.read(path), where);
        if ('problem' in read) left.push({what: `release ${revision} of ${directory}`, where, because: read.problem});
        else releases.push({release: read.value, where});
      }
      const last = ordered.at(-1)?.revision ?? 0;
      const {project = directory.split('/').at(-2) ?? directory, workspace = directory.split('/').at(-1) ?? directory} =
        releases.at(-1)?.release ?? {};
      const isWhole = releases.at(-1)?.release.revision === last;
      return {
        project,
        workspace,
        releases,
        ...defined({
          unreadable: isWhole ? undefined : `its last release, ${last}, cannot be read: the current state is unknown`,
        }),
      };
    }),
  );
}

/** Reports the other backends that Kusion's configuration names. */
async function otherBackends(source: KusionSource): Promise<readonly NotTaken[]> {
  const [path] = source.files.filter((one) => one === 'config.yaml');
  if (path === undefined) return [];
  const read = readKusion(KusionConfig, await source.read(path), source.show(path));
  const backends = 'problem' in read ? {} : (read.value.backends ?? {});
  return Object.entries(backends).flatMap(([name, backend]) => {
    if (typeof backend === 'string' || name === 'default') return [];
    const {bucket, prefix, path: directory} = isObject(backend.configs ?? undefined) ? (backend.configs ?? {}) : {};
    const from = [bucket, prefix].flatMap((part) => (typeof part === 'string' && part !== '' ? [part] : [])).join('/');
    const bucketOf = KUSION_BACKENDS.find(({kusionType}) => kusionType === backend.type);
    const how =
      bucketOf !== undefined
        ? `"gantry import kusion ${bucketOf.address.scheme}://${from}" imports it`
        : backend.type === 'local'
          ? `"gantry import kusion ${typeof directory === 'string' ? directory : 'DIR'}" imports it`
          : 'copy its workspaces/ and releases/ into a directory, and import that';
    return [{what: `backend ${name} (${backend.type ?? 'without a type'})`, where: source.show(path), because: how}];
  });
}

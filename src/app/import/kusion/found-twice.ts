import type {NotTaken} from '../../../core/import/kusion/not-taken.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import type {FoundHistory, FoundProject, FoundStack, FoundWorkspace, KusionFinds} from './kusion-finds.ts';

type Settled<T> = {readonly kept: readonly T[]; readonly left: readonly NotTaken[]};

/**
 * Merges entries with the same name from several places. Entries with the same content become one; entries with different content are all
 * left out. A home keeps the old releases of a project that has moved to a bucket, and a Kusion server separates equal names by
 * directories.
 */
export function settleTwice({workspaces, histories, projects, left}: Found): KusionFinds {
  const places = onceEach(workspaces, {
    name: ({name}) => name,
    says: ({workspace}) => workspace,
    what: ({name}) => `workspace ${name}`,
  });
  const runs = onceEach(histories, {
    name: ({project, workspace}) => `${project}/${workspace}`,
    says: ({releases, unreadable}) => [releases.map(({release}) => release), unreadable ?? ''],
    what: ({project, workspace}) => `releases of ${project} in ${workspace}`,
  });
  const merged = [...Map.groupBy(projects, ({named}) => named.name).values()].map(mergeProjects);
  return {
    workspaces: new Map(places.kept.map(({name, ...one}) => [name, one])),
    histories: runs.kept,
    projects: merged.flatMap(({kept}) => kept),
    left: [...left, ...places.left, ...runs.left, ...merged.flatMap((one) => one.left)],
  };
}

/** The contents of Kusion's files, before workspaces with the same name are compared. */
export type Found = Omit<KusionFinds, 'workspaces'> & {readonly workspaces: readonly NamedWorkspace[]};

type NamedWorkspace = FoundWorkspace & {readonly name: string};

type Comparing<T> = {
  readonly name: (one: T) => string;
  /** Returns the content that is compared. */
  readonly says: (one: T) => unknown;
  /** Returns a description for people. */
  readonly what: (one: T) => string;
};

function onceEach<T extends FoundWorkspace | FoundHistory | FoundStack>(
  all: readonly T[],
  {name, says, what}: Comparing<T>,
): Settled<T> {
  const groups = [...Map.groupBy(all, name).values()];
  const isOne = (group: readonly T[]): boolean => new Set(group.map((one) => canonicalJson(says(one)))).size === 1;
  return {
    kept: groups.filter(isOne).flatMap(([first]) => (first === undefined ? [] : [first])),
    left: groups
      .filter((group) => !isOne(group))
      .flatMap((group) =>
        group.map((one) => ({
          what: what(one),
          where: whereOf(one),
          because: `${group.flatMap((other) => (other === one ? [] : [whereOf(other)])).join(', ')} has other content under this name: pass only one of them`,
        })),
      ),
  };
}

const whereOf = (one: FoundWorkspace | FoundHistory | FoundStack): string =>
  'where' in one ? one.where : (one.releases.at(-1)?.where ?? `${one.project}/${one.workspace}`);

/** Merges the stacks of a project that is in two checkouts. */
function mergeProjects(projects: readonly FoundProject[]): Settled<FoundProject> {
  const [first] = projects;
  if (first === undefined) return {kept: [], left: []};
  const {kept, left} = onceEach(
    projects.flatMap(({stacks}) => stacks),
    {
      name: ({named}) => named.name,
      says: ({named, generated}) => [named, generated?.resources ?? ''],
      what: ({named}) => `stack ${first.named.name}/${named.name}`,
    },
  );
  return {kept: [{...first, stacks: kept}], left};
}

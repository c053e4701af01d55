import type {NotTaken} from '../../../core/import/kusion/not-taken.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import type {FoundProject, FoundSeries, FoundStack, FoundWorkspace, KusionFinds} from './kusion-finds.ts';

type Told<T> = {readonly kept: readonly T[]; readonly left: readonly NotTaken[]};

/**
 * The same name in several places: what says the same is one, and of what does not nobody knows which one holds. A home keeps the old
 * releases of a project that has moved to a bucket, and a server of Kusion keeps equal names apart by directories.
 */
export function settleTwice({workspaces, series, projects, left}: Found): KusionFinds {
  const places = onceEach(workspaces, {
    name: ({name}) => name,
    says: ({workspace}) => workspace,
    what: ({name}) => `workspace ${name}`,
  });
  const runs = onceEach(series, {
    name: ({project, workspace}) => `${project}/${workspace}`,
    says: ({releases, unreadable}) => [releases.map(({release}) => release), unreadable ?? ''],
    what: ({project, workspace}) => `releases of ${project} in ${workspace}`,
  });
  const merged = [...Map.groupBy(projects, ({named}) => named.name).values()].map(mergeProjects);
  return {
    workspaces: new Map(places.kept.map(({name, ...one}) => [name, one])),
    series: runs.kept,
    projects: merged.flatMap(({kept}) => kept),
    left: [...left, ...places.left, ...runs.left, ...merged.flatMap((one) => one.left)],
  };
}

/** What was found in Kusion's files, before workspaces with one name are compared. */
export type Found = Omit<KusionFinds, 'workspaces'> & {readonly workspaces: readonly NamedWorkspace[]};

type NamedWorkspace = FoundWorkspace & {readonly name: string};

type Comparing<T> = {
  readonly name: (one: T) => string;
  /** What is compared. */
  readonly says: (one: T) => unknown;
  /** For people. */
  readonly what: (one: T) => string;
};

function onceEach<T extends FoundWorkspace | FoundSeries | FoundStack>(
  all: readonly T[],
  {name, says, what}: Comparing<T>,
): Told<T> {
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

const whereOf = (one: FoundWorkspace | FoundSeries | FoundStack): string =>
  'where' in one ? one.where : (one.releases.at(-1)?.where ?? `${one.project}/${one.workspace}`);

/** A project in two checkouts has the stacks of both. */
function mergeProjects(projects: readonly FoundProject[]): Told<FoundProject> {
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

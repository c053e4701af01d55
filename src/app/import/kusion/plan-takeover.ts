import type {KusionNamed} from '../../../config/kusion/kusion-files.ts';
import {Name} from '../../../config/names.ts';
import type {NotTaken} from '../../../core/import/kusion/not-taken.ts';
import type {SecretHandling} from '../../../core/import/secret-handling.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import {takeSpec} from '../../../kubernetes/import/kusion/take-spec.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import type {FoundProject, FoundStack, KusionFinds} from './kusion-finds.ts';
import {type HistoriesPlan, type PlannedHistory, planHistories} from './plan-histories.ts';
import type {StackApplications} from './stack-applications.ts';

/** A stack to write. */
export type PlannedStack = {
  readonly project: string;
  /** The name of the stack, and of its directory. */
  readonly stack: string;
  readonly named?: KusionNamed | undefined;
  /** The workspaces in which it was applied. */
  readonly workspaces: readonly string[];
  readonly resources: readonly Resource[];
  readonly holdsSecrets: boolean;
  /** The name of the stack in Kusion, which the names of objects contain. */
  readonly kusionStack: string;
  /** The Secrets of the release with their values, which no file may contain. */
  readonly secrets: readonly Resource[];
  /** The applications that make some of the resources. Absent: all resources are manifests. */
  readonly form?: StackApplications | undefined;
};

/** Everything that an import from Kusion would write, and what it leaves out. */
export type TakeoverPlan = {
  readonly projects: ReadonlyMap<string, KusionNamed | undefined>;
  readonly stacks: readonly PlannedStack[];
  readonly histories: readonly PlannedHistory[];
  readonly left: readonly NotTaken[];
  readonly secretIds: readonly string[];
};

/** Plans what an import from Kusion takes over, and what it leaves out, from the files alone. */
export function planTakeover(finds: KusionFinds, secrets: SecretHandling): TakeoverPlan {
  const planned = finds.histories.map((found) => planHistories(found, stackIn(finds, found.project), secrets));
  const usable = planned.flatMap((one) => ('spec' in one && isNamed(one) ? [one] : []));
  const stacks = [...Map.groupBy(usable, ({project, kusionStack}) => `${project}/${kusionStack}`).values()].flatMap(
    (variants) => stacksOf(variants, finds),
  );
  const fresh = finds.projects.flatMap((project) => unapplied(project, usable, secrets));
  const all = [...stacks.map(({stack}) => stack), ...fresh.flatMap(({stack}) => stack ?? [])];
  return {
    projects: new Map(
      all.map(({project}) => [project, finds.projects.find(({named}) => named.name === project)?.named]),
    ),
    stacks: all,
    histories: stacks.flatMap(({histories}) => histories),
    left: [
      ...finds.left,
      ...planned.flatMap(({left}) => left),
      ...planned.flatMap((one) => ('spec' in one && !isNamed(one) ? [unnamed(one)] : [])),
      ...fresh.flatMap(({left}) => left),
      ...finds.projects.flatMap(({stacks: found}) => found.flatMap((stack) => kclOf(stack))),
    ],
    secretIds: [
      ...new Set([...usable.flatMap(({secretIds}) => secretIds), ...fresh.flatMap(({secretIds}) => secretIds)]),
    ],
  };
}

const stackIn =
  ({projects}: KusionFinds, project: string) =>
  (name: string): FoundStack | undefined =>
    projects.find(({named}) => named.name === project)?.stacks.find(({named}) => named.name === name);

type Usable = Extract<HistoriesPlan, {readonly spec: unknown}>;

const isNamed = ({project, kusionStack}: Usable): boolean =>
  [project, kusionStack].every((name) => Name.safeParse(name).success);

const unnamed = ({project, kusionStack}: Usable): NotTaken => ({
  what: `stack ${project}/${kusionStack}`,
  where: `${project}/${kusionStack}`,
  because: 'a name has up to 100 letters, digits, `-`, `_` and `.`',
});

/** Plans the stacks. A stack is one list of resources: if the lists differ between the workspaces, each list becomes a stack. */
function stacksOf(
  variants: readonly Usable[],
  finds: KusionFinds,
): readonly {readonly stack: PlannedStack; readonly histories: readonly PlannedHistory[]}[] {
  const isOne = new Set(variants.map(({spec}) => canonicalJson(spec))).size === 1;
  const make = (name: (one: Usable) => string, those: readonly Usable[]) => {
    const [first] = those;
    if (first === undefined) return [];
    const {project, kusionStack, spec, holdsSecrets, secrets} = first;
    const named = stackIn(finds, project)(kusionStack)?.named;
    const stack = name(first);
    return [
      {
        stack: {
          project,
          stack,
          named,
          workspaces: those.map(({workspace}) => workspace),
          resources: spec,
          holdsSecrets,
          kusionStack,
          secrets,
        },
        histories: those.map(({workspace, releases, releasesWith}) => ({
          project,
          stack,
          workspace,
          releases,
          releasesWith,
        })),
      },
    ];
  };
  if (isOne) return make(({kusionStack}) => kusionStack, variants);
  return variants.flatMap((one) => make(({kusionStack, workspace}) => `${kusionStack}-${workspace}`, [one]));
}

type Unapplied = {
  readonly stack?: PlannedStack | undefined;
  readonly left: readonly NotTaken[];
  readonly secretIds: readonly string[];
};

/** Plans the stacks of a checkout that have no release. */
function unapplied(
  {named: {name: project}, stacks}: FoundProject,
  usable: readonly Usable[],
  handling: SecretHandling,
): readonly Unapplied[] {
  const known = new Set(usable.filter((one) => one.project === project).map(({kusionStack}) => kusionStack));
  return stacks
    .filter(({named}) => !known.has(named.name))
    .map(({named, where, generated}) => {
      if (generated === undefined) return {left: [noSpec(project, named.name, where)], secretIds: []};
      const {left, secretIds, ...taken} = takeSpec({
        resources: generated.resources,
        state: [],
        where: generated.where,
        secrets: handling,
      });
      const {name} = named;
      return {stack: {project, stack: name, kusionStack: name, named, workspaces: [], ...taken}, left, secretIds};
    });
}

const noSpec = (project: string, stack: string, where: string): NotTaken => ({
  what: `stack ${project}/${stack}`,
  where,
  because: 'no release of it is known, and it has no spec file: write one with "kusion generate -o spec.yaml"',
});

const kclOf = ({named, where, sources}: FoundStack): readonly NotTaken[] =>
  sources.length === 0
    ? []
    : [
        {
          what: `KCL sources of stack ${named.name}: ${sources.map((file) => file.split('/').at(-1)).join(', ')}`,
          where,
          because: 'Gantry does not run KCL: the spec file that was generated from them replaces them',
        },
      ];

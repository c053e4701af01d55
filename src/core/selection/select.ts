import {closure, inverse} from './closure.ts';
import {nearestSelector} from './nearest-selector.ts';
import {type Selectable, selectorOf} from './selector.ts';

/** The flags `--target` and `--exclude`, and the resources that they choose from. */
export type Selection = {
  readonly targets: readonly string[];
  readonly excludes: readonly string[];
  /** All resources of a full plan: the desired ones, and those of the last release. */
  readonly resources: readonly Selectable[];
  /** Maps an id to the changes that come before it. For a removal, these are the changes of all resources that still use it. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
  /** True if the targets are arguments. Messages then do not name a flag. */
  readonly byName?: boolean;
};

/** The ids that a plan looks at, or the flag that selects nothing. */
export type Selected =
  | {readonly selected: ReadonlySet<string>}
  /** The problem of a flag that selects nothing. It is an error, so that a typo does not look like a plan without changes. */
  | {readonly problem: {readonly message: string; readonly hint: string}};

/**
 * Selects the changes of a plan by `--target` and `--exclude`. Targets include their dependencies, and excludes include their dependants,
 * so that the dependencies of each selected change are also selected.
 */
export function select({targets, excludes, resources, needs, byName}: Selection): Selected {
  const ids = new Set(resources.map(({id}) => id));
  const matched: Record<'--target' | '--exclude', string[]> = {'--target': [], '--exclude': []};
  for (const [flag, text] of flagsOf(targets, excludes)) {
    const matches = selectorOf(text, ids);
    const found = resources.filter(matches).map(({id}) => id);
    if (found.length === 0) return {problem: nothing(byName === true ? undefined : flag, text, resources)};
    matched[flag].push(...found);
  }
  const wanted = targets.length === 0 ? ids : closure(matched['--target'], needs);
  const left = closure(matched['--exclude'], inverse(needs));
  const selected = new Set([...wanted].filter((id) => ids.has(id) && !left.has(id)));
  return selected.size > 0 || targets.length === 0 ? {selected} : {problem: EXCLUDED};
}

type Flag = '--target' | '--exclude';

const flagsOf = (targets: readonly string[], excludes: readonly string[]): readonly (readonly [Flag, string])[] => [
  ...targets.map((text) => ['--target', text] as const),
  ...excludes.map((text) => ['--exclude', text] as const),
];

const EXCLUDED = {
  message: '--exclude leaves out everything that --target selects',
  hint: 'Change the flags: resources that depend on an excluded resource are excluded too.',
};

function nothing(
  flag: Flag | undefined,
  text: string,
  resources: readonly Selectable[],
): {message: string; hint: string} {
  const nearest = nearestSelector(text, resources);
  return {
    message: `${flag === undefined ? '' : `${flag} `}${text}: the stack has no such resource`,
    hint:
      nearest === undefined
        ? 'Use an id, a kind (Deployment, apps/Deployment), labels (app=web) or a glob over ids (*:ConfigMap:*).'
        : `Did you mean ${nearest}?`,
  };
}

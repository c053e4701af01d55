import {didYouMean} from '../../lib/did-you-mean.ts';
import {nearestId} from '../resource/nearest-id.ts';
import {closure, inverse} from './closure.ts';
import {kindNames, type Selectable, selectorOf} from './selector.ts';

/** The flags `--target` and `--exclude`, and the resources that they choose from. */
export type Selection = {
  readonly targets: readonly string[];
  readonly excludes: readonly string[];
  /** All that a full plan would look at: what is wanted, and what the last release left. */
  readonly resources: readonly Selectable[];
  /** What each change comes after: of a removal, the changes of all that still use it. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
  /** Targets may be arguments, too: no message says that a flag was given. */
  readonly byName?: boolean;
};

/** The ids that a plan looks at, or the flag that selects nothing. */
export type Selected =
  | {readonly selected: ReadonlySet<string>}
  /** A flag that selects nothing was mistyped: it must not pass for a plan without changes. */
  | {readonly problem: {readonly message: string; readonly hint: string}};

/**
 * Which changes `--target` and `--exclude` leave in a plan. Targets take along what they need, excludes take along what needs
 * them: whatever is selected, all that it needs is selected, too.
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
  message: '--exclude leaves out all that --target selects, or what that needs',
  hint: 'What needs an excluded resource is left out with it.',
};

function nothing(
  flag: Flag | undefined,
  text: string,
  resources: readonly Selectable[],
): {message: string; hint: string} {
  const ids = resources.map(({id}) => id);
  const kinds = new Set(resources.flatMap(({attributes}) => kindNames(attributes)));
  const nearest = nearestId(text, ids) ?? didYouMean(text, kinds);
  return {
    message: `${flag === undefined ? '' : `${flag} `}${text}: the stack has no such resource`,
    hint:
      nearest === undefined
        ? 'A selector is an id, a kind (Deployment, apps/Deployment), labels (app=web) or a glob over ids (*:ConfigMap:*).'
        : `Did you mean ${nearest}?`,
  };
}

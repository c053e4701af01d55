import {GantryError} from '../../core/failure/failure.ts';
import {referencesIn} from '../../core/reference/references-in.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {closure} from '../../core/selection/closure.ts';
import {selectorOf} from '../../core/selection/selector.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {LoadedStack} from '../plan/load-stack.ts';
import {keepSelected, type SelectedResources} from '../plan/select-resources.ts';

/** A stack and the selectors of an import. */
export type SelectImports = Pick<LoadedStack, 'loaded'> & {
  readonly history: ReleaseHistory;
  readonly selectors: readonly string[];
};

/**
 * Selects the resources that `resource import` names, and those that they take values from. Unlike a target, it leaves out resources that
 * only come before, because they may still belong to another stack.
 * @throws GantryError `input/usage` for a selector that matches nothing in the files.
 */
export function selectImports({selectors, loaded, history}: SelectImports): SelectedResources {
  const {resources, expandable} = loaded;
  const ids = new Set(resources.map(({id}) => id));
  const wanted = imported(selectors, resources);
  const taken = new Map(
    resources.flatMap(({id, attributes}) =>
      expandable.has(id) ? [[id, referencesIn(attributes, ids).references.map((one) => one.id)] as const] : [],
    ),
  );
  return keepSelected({loaded, history}, () => closure(wanted, taken));
}

/** Returns the ids that the selectors name. */
export function imported(selectors: readonly string[], resources: readonly Resource[]): ReadonlySet<string> {
  const ids = new Set(resources.map(({id}) => id));
  return new Set(
    selectors.flatMap((text) => {
      const found = resources.filter(selectorOf(text, ids));
      if (found.length === 0) throw notInFiles(text, ids);
      return found.map(({id}) => id);
    }),
  );
}

function notInFiles(text: string, ids: ReadonlySet<string>): GantryError {
  const nearest = didYouMean(text, ids);
  const meant = nearest === undefined ? '' : `Did you mean ${nearest}? `;
  return new GantryError({
    code: 'input/usage',
    message: `the files of the stack have no resource ${text}: only resources in the files can be imported`,
    hint: `${meant}Run "gantry import cluster -n NAMESPACE" to write the manifests of the live objects.`,
  });
}

import type {LoadedResources} from '../../config/load-resources.ts';
import type {ChosenHooks} from './chosen-hooks.ts';

/** Adds the objects of the hooks that run to the resources, for what reads the references in them. */
export function withHooks(loaded: LoadedResources, {due}: ChosenHooks): LoadedResources {
  if (due.length === 0) return loaded;
  const resources = due.map(({id, hook}) => ({
    id,
    type: 'Kubernetes' as const,
    attributes: hook.attributes,
    dependsOn: [],
    extensions: {},
  }));
  const expandable = due.filter(({hook}) => hook.isExpandable).map(({id}) => id);
  return {
    ...loaded,
    resources: [...loaded.resources, ...resources],
    expandable: new Set([...loaded.expandable, ...expandable]),
  };
}

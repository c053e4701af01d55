import type {ApiResource} from './discovery.ts';

/** The address of one object, or of all objects of a kind. */
export type Target = {
  readonly resource: ApiResource;
  /** The namespace; absent for cluster-scoped kinds, or for a list in all namespaces. */
  readonly namespace?: string | undefined;
};
/** The address of one object. */
export type ObjectTarget = Target & {readonly name: string};

/** Returns the path of a collection, or of one object in it. */
export function pathOf({resource, namespace, name}: Target & {readonly name?: string}): string {
  const {apiVersion, namespaced} = resource;
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const scope = namespaced && namespace !== undefined ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${root}${scope}/${resource.resource}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;
}

/** Returns the address for messages: `apps/v1 Deployment shop/web`. */
export function labelOf(method: string, {resource, namespace, name}: Target & {readonly name?: string}): string {
  const where = [namespace, name].filter((part) => part !== undefined).join('/');
  return `${method} ${resource.apiVersion} ${resource.kind}${where === '' ? '' : ` ${where}`}`;
}

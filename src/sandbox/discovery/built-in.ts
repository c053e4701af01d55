import {isObject, type JsonObject} from '../../core/json.ts';
import {openApiSchemas} from '../../kubernetes/fields/openapi.ts';
import {DEDUCED} from '../../kubernetes/fields/schema.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import {rulesOf} from '../kinds/rules-of.ts';
import {list, part, text} from '../model/part.ts';
import type {Resource, Subresource} from '../model/resource.ts';
import type {Pack} from './pack.ts';

/** Returns the resources of the pack. Their schemas are parsed on first use, one group version at a time. */
export const builtInResources = (pack: Pack): readonly Resource[] =>
  Object.entries(pack.discovery().lists).flatMap(([path, document]) => resourcesOf(path, document, pack));

function resourcesOf(path: string, document: JsonObject, pack: Pack): readonly Resource[] {
  const [, group = '', version = ''] = /^apis?\/(?:([^/]+)\/)?([^/]+)$/.exec(path) ?? [];
  const components = once(() => componentsOf(pack.openapi(path)));
  const schemas = once(() => openApiSchemas({components: {schemas: components()}}));
  const names = once(() => namesByKind(components()));
  const items = list(document['resources']).filter(isObject);
  return items
    .filter(({name}) => !text(name).includes('/'))
    .map((item) => {
      const kind = text(item['kind']);
      const plural = text(item['name']);
      return {
        group,
        version,
        plural,
        kind,
        singular: text(item['singularName']),
        namespaced: item['namespaced'] === true,
        shortNames: list(item['shortNames']).map(text),
        categories: list(item['categories']).map(text),
        verbs: list(item['verbs']).map(text),
        subresources: Object.fromEntries(
          items
            .filter(({name}) => text(name).startsWith(`${plural}/`))
            .map((sub) => [text(sub['name']).slice(plural.length + 1), subresource(sub)]),
        ),
        schema: once(() => schemas()({group, version, kind}) ?? DEDUCED),
        components,
        get component() {
          return names().get(`${group}/${version}/${kind}`) ?? '';
        },
        rules: rulesOf({group, kind}),
      };
    });
}

/** Parses only the components of a document: the paths are the larger part of it, and are not used here. */
function componentsOf(document: string | undefined): JsonObject {
  if (document === undefined) return {};
  const {components} = JSON.parse(`{${document.slice(document.indexOf('"components":'))}`) as JsonObject;
  return part(part(components)['schemas']);
}

function namesByKind(components: JsonObject): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, node] of Object.entries(components)) {
    for (const gvk of list(part(node)['x-kubernetes-group-version-kind']).map(part))
      names.set(`${text(gvk['group'])}/${text(gvk['version'])}/${text(gvk['kind'])}`, name);
  }
  return names;
}

const subresource = ({kind, verbs, group, version}: JsonObject): Subresource => ({
  kind: text(kind),
  verbs: list(verbs).map(text),
  ...defined({
    group: typeof group === 'string' ? group : undefined,
    version: typeof version === 'string' ? version : undefined,
  }),
});

import {idOf} from '../../core/resource/id.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {ownConfigKeys, usedConfigKeys} from './config-keys.ts';
import {containerKeys, namespaceKey, placeKeys} from './container-keys.ts';

/** The objects that the files of a stack declare, and the namespace that is created for it. */
export type DeclaredStack = {
  readonly name: string;
  /** Absent if it is not known. The objects are then compared with those of other stacks whose workspace is not known. */
  readonly workspace?: string | undefined;
  readonly namespace?: string | undefined;
  readonly resources: readonly Resource[];
};

/** A stack (its key) that another stack waits for without depending on it. `ids`: the objects because of which it waits; empty if it waits for any change. */
export type Behind = {readonly stack: string; readonly ids: readonly string[]};

/** A stack that waits for another one because of an object. */
export type Link = {readonly later: string; readonly earlier: string; readonly id: string};

/** Returns the links from a stack to those that declare the namespaces and kinds of its objects, and the configuration that restarts its pods. */
export function linksToMakers(stacks: readonly DeclaredStack[]): readonly Link[] {
  const makers = new Map<string, {readonly name: string; readonly id: string}>();
  for (const one of stacks)
    for (const {id, attributes} of one.resources)
      for (const key of [
        ...containerKeys({...identityOf(attributes), object: attributes}),
        ...ownConfigKeys(attributes),
      ])
        makers.set(`${one.workspace} ${key}`, {name: one.name, id});
  return stacks.flatMap((one) =>
    [...placesOf(one)].flatMap((key) => {
      const maker = makers.get(`${one.workspace} ${key}`);
      return maker === undefined || maker.name === one.name
        ? []
        : [{later: one.name, earlier: maker.name, id: maker.id}];
    }),
  );
}

/** Returns the keys of the namespaces, kinds and configuration that a stack needs. */
const placesOf = ({namespace, resources}: DeclaredStack): ReadonlySet<string> =>
  new Set([
    ...(namespace === undefined ? [] : [namespaceKey(namespace)]),
    ...resources.flatMap(({attributes}) => [...placeKeys(identityOf(attributes)), ...usedConfigKeys(attributes)]),
  ]);

/**
 * Returns the links between stacks that would write the same object: an object that two of them declare, or a namespace that is created
 * for both. All of them wait for the first in the given order.
 */
export function linksToFirst(stacks: readonly DeclaredStack[], order: readonly string[]): readonly Link[] {
  const byName = new Map(stacks.map((one) => [one.name, one]));
  const first = new Map<string, string>();
  return order.flatMap((name) => {
    const one = byName.get(name);
    if (one === undefined) return [];
    const {namespace, resources, workspace} = one;
    const ensured = namespace === undefined ? [] : [idOf({apiVersion: 'v1', kind: 'Namespace', name: namespace})];
    return [...new Set([...ensured, ...resources.map(({id}) => id)])].flatMap((id) => {
      const key = `${workspace} ${id}`;
      const earlier = first.get(key);
      if (earlier !== undefined) return [{later: name, earlier, id}];
      first.set(key, name);
      return [];
    });
  });
}

/** Groups links by the stack that waits. */
export function behindOf(links: readonly Link[]): ReadonlyMap<string, readonly Behind[]> {
  const byStack = Map.groupBy(links, ({later}) => later);
  return new Map(
    [...byStack].map(([later, own]) => [
      later,
      [...Map.groupBy(own, ({earlier}) => earlier)].map(([stack, found]) => ({
        stack,
        ids: [...new Set(found.map(({id}) => id))],
      })),
    ]),
  );
}

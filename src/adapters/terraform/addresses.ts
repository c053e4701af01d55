import {sha256} from '../../lib/sha256.ts';

/** A resource that needs an address. */
export type Named = {readonly id: string; readonly type: string};

/**
 * Returns the address of each resource. An address that the state has stays. A new one ends with the last part of the id, if that is an
 * identifier that no other resource has, and with a part of its digest otherwise.
 */
export function addressesOf(
  resources: readonly Named[],
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const taken = new Set(known.values());
  const wished = new Map<string, number>();
  for (const one of resources) wished.set(plain(one), (wished.get(plain(one)) ?? 0) + 1);
  return new Map(
    resources.map((one): [string, string] => {
      const before = known.get(one.id);
      if (before?.startsWith(`${one.type}.`)) return [one.id, before];
      const short = plain(one);
      const isFree = isIdentifier(lastPart(one.id)) && wished.get(short) === 1 && !taken.has(short);
      return [one.id, isFree ? short : `${one.type}.${identifierOf(lastPart(one.id))}_${sha256(one.id).slice(0, 8)}`];
    }),
  );
}

const plain = ({id, type}: Named): string => `${type}.${lastPart(id)}`;
const lastPart = (id: string): string => id.split(':').at(-1) ?? id;
/** Returns an identifier: a dot would separate the parts of an address. */
const identifierOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
const isIdentifier = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name);

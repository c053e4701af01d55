import {closure, inverse} from '../../core/selection/closure.ts';

const NODE = String.raw`"\[root\] ((?:[^"\\]|\\.)*)"`;
const EDGE = new RegExp(`^\\s*${NODE} -> ${NODE}`);

/**
 * Returns what depends on a part of a module: the addresses of resources, modules, outputs and others without keys of instances. `graph` is what
 * `terraform graph -type=plan` prints.
 */
export function dependantsOf(graph: string, parts: readonly string[]): ReadonlySet<string> {
  const needs = new Map<string, string[]>();
  for (const line of graph.split('\n')) {
    const [, from, to] = EDGE.exec(line) ?? [];
    if (from === undefined || to === undefined) continue;
    const known = needs.get(addressIn(from));
    if (known === undefined) needs.set(addressIn(from), [addressIn(to)]);
    else known.push(addressIn(to));
  }
  const users = inverse(needs);
  const own = parts.map(withoutKeys);
  const starts = [...users.keys()].filter((address) => own.some((part) => isIn(address, part)));
  return closure(
    starts.flatMap((address) => users.get(address) ?? []),
    users,
  );
}

/** Returns the address of a node: `terraform_data.a` of `terraform_data.a (expand)`. The end of a module or a provider is another node. */
const addressIn = (node: string): string => node.replace(/ \((?:expand|orphan)\)$/, '').replaceAll(String.raw`\"`, '"');

/** Returns an address without the keys of instances: `module.net.aws_subnet.a` of `module.net["x"].aws_subnet.a[0]`. */
export const withoutKeys = (address: string): string => address.replaceAll(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, '');

/** Reports whether an address is a part of a module or of a resource with several instances, or the resource itself. */
export const isIn = (address: string, part: string): boolean =>
  address === part || address.startsWith(`${part}.`) || address.startsWith(`${part}[`);

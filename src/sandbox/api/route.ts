/** The parts of a path under `/api/v1` or `/apis/GROUP/VERSION`. */
export type Route = {
  readonly group: string;
  readonly version: string;
  /** Empty if the path has none. */
  readonly namespace: string;
  readonly plural: string;
  /** Empty for the whole collection. */
  readonly name: string;
  readonly subresource: string;
  /** The steps after the subresource. */
  readonly rest: string;
  /** Set for `/api/v1/watch/…`, the legacy form of a watch. */
  readonly isWatch: boolean;
};

/** Subresources of a namespace itself. Any other third step is a resource inside the namespace. */
const OF_NAMESPACES = new Set(['status', 'finalize']);

/** Parses a path. Returns undefined if it names no resource. */
export function routeOf(path: string): Route | undefined {
  // The server decodes a path before it splits it, so an encoded slash separates too.
  const parts = decode(path).split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  const [root, ...below] = parts;
  if (root !== 'api' && root !== 'apis') return undefined;
  const group = root === 'api' ? '' : (below.shift() ?? '');
  const [version = '', ...all] = below;
  const isWatch = all[0] === 'watch';
  const steps = isWatch ? all.slice(1) : all;
  if (steps.length === 0) return undefined;
  const inside = insideOf(steps);
  const [plural = '', name = '', subresource = '', ...rest] = inside ?? steps;
  const namespace = inside === undefined ? '' : (steps[1] ?? '');
  return {group, version, namespace, plural, name, subresource, rest: rest.join('/'), isWatch};
}

/** Returns the steps after `namespaces/NAME`, if the path is for a resource inside the namespace and not for the Namespace itself. */
function insideOf(steps: readonly string[]): readonly string[] | undefined {
  if (steps[0] !== 'namespaces' || steps.length < 3) return undefined;
  return steps.length === 3 && OF_NAMESPACES.has(steps[2] ?? '') ? undefined : steps.slice(2);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

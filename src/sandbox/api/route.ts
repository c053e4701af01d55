/** What a path under `/api/v1` or `/apis/GROUP/VERSION` names. */
export type Route = {
  readonly group: string;
  readonly version: string;
  /** '' where the path names none. */
  readonly namespace: string;
  readonly plural: string;
  /** '' for the whole collection. */
  readonly name: string;
  readonly subresource: string;
  /** What follows the subresource. */
  readonly rest: string;
  /** The old way to watch: `/api/v1/watch/…`. */
  readonly isWatch: boolean;
};

/** Subresources of a namespace itself: else the third part is a kind inside of it. */
const OF_NAMESPACES = new Set(['status', 'finalize']);

/** Undefined for paths that name no resource. */
export function routeOf(path: string): Route | undefined {
  // The server looks at a path only after it has read its encoding: an encoded slash is one.
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

/** What follows `namespaces/NAME`, where that is the place of something and not the thing itself. */
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

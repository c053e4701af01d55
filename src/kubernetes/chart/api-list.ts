/** The kinds of each served group version: `apps/v1` → `Deployment`, … */
export type ApiList = ReadonlyMap<string, readonly string[]>;

/** Reads a list of API versions and kinds as Helm writes them: `v1`, `v1/Pod`, `apps/v1`, `apps/v1/Deployment`. */
export function apiList(names: readonly string[]): ApiList {
  const list = new Map<string, string[]>();
  for (const name of names) {
    const parts = name.split('/');
    // The core group has no name, and its only version is v1.
    const length = parts[0] === 'v1' ? 1 : 2;
    const apiVersion = parts.slice(0, length).join('/');
    const kinds = list.get(apiVersion) ?? [];
    list.set(apiVersion, kinds);
    if (parts.length > length) kinds.push(parts.slice(length).join('/'));
  }
  return list;
}

/** Returns the common workspace of all stacks, if there is one. The same stacks in two workspaces have two comments. */
export function commonWorkspace(all: readonly {readonly workspace?: string}[]): string | undefined {
  const [only, ...others] = new Set(all.flatMap(({workspace}) => workspace ?? []));
  return others.length === 0 ? only : undefined;
}

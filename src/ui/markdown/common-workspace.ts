/** The workspace of all of them, if there is one: the same stacks in two workspaces are two comments. */
export function commonWorkspace(all: readonly {readonly workspace?: string}[]): string | undefined {
  const [only, ...others] = new Set(all.flatMap(({workspace}) => workspace ?? []));
  return others.length === 0 ? only : undefined;
}

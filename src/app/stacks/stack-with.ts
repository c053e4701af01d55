import {didYouMean} from '../../lib/did-you-mean.ts';

/** A shared stack with the ids of its resources. */
export type StackIds = {readonly name: string; readonly ids: readonly string[]};

/** Returns the shared stack that has a resource, or the reason why none can be chosen. */
export function stackWith<T extends StackIds>(
  id: string,
  stacks: readonly T[],
): T | {readonly because: string; readonly hint: string} {
  const having = stacks.filter(({ids}) => ids.includes(id));
  const [only, another] = having;
  if (another !== undefined)
    return {
      because: `several shared stacks have it: ${having.map(({name}) => name).join(', ')}`,
      hint: `Name the stack: \${ref:stack:${another.name}#ID#path}.`,
    };
  if (only !== undefined) return only;
  const near = didYouMean(
    id,
    stacks.flatMap(({ids}) => ids),
  );
  return {
    because: 'no shared stack of the workspace has it',
    hint: near === undefined ? 'Run "gantry shared list" to see the shared resources.' : `Did you mean ${near}?`,
  };
}

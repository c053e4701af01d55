import {GantryError} from '../../core/failure/failure.ts';
import type {SameRunStacks} from './same-run-stacks.ts';

/** Counts for which stacks of a run an `--image` was of no use: of use to none, it is a mistake. */
export type UselessImages = Required<Pick<SameRunStacks, 'onUnusedImage'>> & {
  /**
   * Refuses an image that no stack uses.
   * @throws GantryError `input/usage` for an image that none of so many stacks uses.
   */
  readonly refuse: (stacks: number) => void;
};

/** Counts images without effect over several stacks; `refuse` throws if no stack used one of them. */
export function countUselessImages(): UselessImages {
  const unused = new Map<string, number>();
  return {
    onUnusedImage: (flag) => void unused.set(flag, (unused.get(flag) ?? 0) + 1),
    refuse: (stacks) => {
      const [useless] = [...unused].find(([, count]) => count >= stacks) ?? [];
      if (useless === undefined) return;
      throw new GantryError({
        code: 'input/usage',
        message: `--image ${useless}: no container of these stacks uses this image`,
      });
    },
  };
}

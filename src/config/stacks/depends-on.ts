import {z} from 'zod';
import type {Position} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';

/** The schema of `dependsOn` in stack.yaml. */
export const DependsOn = z
  .array(
    z.string().regex(/^[^/\s]+(?:\/[^/\s]+)?$/, {
      error: 'a dependency must have the form STACK (of this project) or PROJECT/STACK',
    }),
  )
  .nullish()
  .meta({
    description: 'Stacks that are applied before this one and destroyed after it: STACK or PROJECT/STACK.',
    examples: [['base', 'shop/database']],
  });
/** The checked `dependsOn` of a stack: names of other stacks. */
export type DependsOn = z.infer<typeof DependsOn>;

/** A name from the file, and its position. */
export type WrittenDependency = {readonly name: string; readonly at: Position};

/** Returns the names with their positions. Returns an empty list if the key is absent. */
export const dependenciesWritten = (names: DependsOn | undefined, origin: Origin): readonly WrittenDependency[] =>
  (names ?? []).map((name, i) => ({name, at: origin.position(['dependsOn', i])}));

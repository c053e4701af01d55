import {z} from 'zod';
import type {Position} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';

/** The stacks that come before this one, in stack.yaml. */
export const DependsOn = z
  .array(
    z
      .string()
      .regex(/^[^/\s]+(?:\/[^/\s]+)?$/, {error: 'another stack is named STACK (of this project) or PROJECT/STACK'}),
  )
  .nullish()
  .meta({
    description: 'Stacks that are applied before this one, and destroyed after it: STACK or PROJECT/STACK.',
    examples: [['base', 'shop/database']],
  });
/** The `dependsOn` of a stack: names of other stacks. */
export type DependsOn = z.infer<typeof DependsOn>;

/** A name as it is written, and where. */
export type WrittenDependency = {readonly name: string; readonly at: Position};

/** Pairs each name with its place in the file; none if the key is absent. */
export const dependenciesWritten = (names: DependsOn | undefined, origin: Origin): readonly WrittenDependency[] =>
  (names ?? []).map((name, i) => ({name, at: origin.position(['dependsOn', i])}));

import {z} from 'zod';
import type {Origin} from '../core/diagnostic/origin.ts';
import type {Move} from '../core/plan/moved.ts';
import {notSupported} from './issues/not-supported.ts';

/** The schema of `moved` in stack.yaml: resources whose ids have changed. */
export const Moved = z
  .array(
    z.strictObject({
      from: z.string().min(1).meta({description: 'The id in the last release.'}),
      to: z.string().min(1).meta({description: 'The id of the same object in the files now.'}),
      fromStack: notSupported('moves from another stack (`fromStack`)'),
    }),
  )
  .nullish()
  .meta({
    description: 'Resources whose ids have changed and that are still the same objects.',
    examples: [[{from: 'v1:ConfigMap:shop:old', to: 'v1:ConfigMap:shop:new'}]],
  });
/** The checked `moved` of a stack. */
export type Moved = z.infer<typeof Moved>;

/** Returns the entries of a file, each with its positions. */
export const movesOf = (moved: Moved | undefined, origin: Origin): readonly Move[] =>
  (moved ?? []).map(({from, to}, i) => ({
    from,
    to,
    at: {from: origin.position(['moved', i, 'from']), to: origin.position(['moved', i, 'to'])},
  }));

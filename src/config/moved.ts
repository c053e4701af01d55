import {z} from 'zod';
import type {Origin} from '../core/diagnostic/origin.ts';
import type {Move} from '../core/plan/moved.ts';
import {notSupported} from './issues/not-supported.ts';

/** Resources of stack.yaml that have another id than they had. */
export const Moved = z
  .array(
    z.strictObject({
      from: z.string().min(1).meta({description: 'The id that the last release knows.'}),
      to: z.string().min(1).meta({description: 'The id that the files give the same object now.'}),
      fromStack: notSupported('moves from another stack (`fromStack`)'),
    }),
  )
  .nullish()
  .meta({
    description: 'Resources that are the same objects as before, under another id.',
    examples: [[{from: 'v1:ConfigMap:shop:old', to: 'v1:ConfigMap:shop:new'}]],
  });
/** The `moved` of a stack: new ids for resources. */
export type Moved = z.infer<typeof Moved>;

/** The entries of a file with where each of them stands. */
export const movesOf = (moved: Moved | undefined, origin: Origin): readonly Move[] =>
  (moved ?? []).map(({from, to}, i) => ({
    from,
    to,
    at: {from: origin.position(['moved', i, 'from']), to: origin.position(['moved', i, 'to'])},
  }));

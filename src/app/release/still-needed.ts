import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {orderStack} from '../plan/order-stack.ts';

/** What is still in the stack after a removal, which may refer to what was removed. */
export type Staying = {
  /** What stays in the stack, as its last release wanted it. */
  readonly spec: readonly Resource[];
  /** Ids of resources whose texts may hold references. */
  readonly expandable: ReadonlySet<string>;
};

/**
 * What stays and speaks of what is let go: nothing happens to it now, but its release can no longer be made again as it is, and its files
 * are refused once they lack the other.
 */
export function stillNeeded({spec, expandable}: Staying): readonly Diagnostic[] {
  try {
    orderStack({resources: spec, origins: new Map(), expandable});
    return [];
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') throw error;
    return error.failure.diagnostics.map(({code: _, hint: _hint, message, ...rest}) => ({
      ...rest,
      severity: 'warning',
      code: 'forget/still-needed',
      message: `without the orphaned resources it ${message}`,
      hint: 'Replace the reference by its value and apply, or orphan both resources. Until then this release cannot be applied again (--revision current).',
    }));
  }
}

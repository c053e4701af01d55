import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {orderStack} from '../plan/order-stack.ts';

/** The rest of the stack after a removal, which may refer to removed resources. */
export type Staying = {
  /** The resources that stay in the stack, as in its last release. */
  readonly spec: readonly Resource[];
  /** Ids of resources whose texts may hold references. */
  readonly expandable: ReadonlySet<string>;
};

/**
 * Warns about resources that stay and refer to orphaned ones. Nothing happens to them now, but their release cannot be applied again, and
 * their files are refused without the other resource.
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
      message: `without the orphaned resources: ${message}`,
      hint: 'Replace the reference by its value and apply, or orphan both resources. Until then this release cannot be applied again (--revision current).',
    }));
  }
}

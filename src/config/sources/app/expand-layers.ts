import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {expandContext} from '../../../core/variation/expand-context.ts';
import type {Located} from '../../../core/variation/located.ts';
import type {ContextUse} from '../../../core/variation/trace.ts';
import {defined} from '../../../lib/defined.ts';
import {inKeyOrder} from '../../application/in-key-order.ts';
import {moduleFields, type PlatformFields, platformFields} from '../../application/platform-fields.ts';
import type {ApplicationLayers} from '../../application/read-layers.ts';
import type {SourceEntry} from '../source.ts';

/** Applications with the values of the workspace. */
export type ExpandedLayers = {
  readonly applications: Located;
  /** Returns the fields that the workspace sets for a module in this project. */
  readonly platform: (module: string) => PlatformFields | undefined;
  /** The values of the context that were inserted. */
  readonly contextUses: readonly ContextUse[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Expands `${context:KEY}` and `${workspace}` in applications, before their fields are checked: a value may be a number. */
export function expandLayers(
  {whole}: ApplicationLayers,
  {workspace, names}: Pick<SourceEntry, 'workspace' | 'names'>,
): ExpandedLayers {
  const diagnostics: Diagnostic[] = [];
  const contextUses: ContextUse[] = [];
  const applications = expandContext(whole, {
    workspace,
    escapes: true,
    named: true,
    report: ({code, message, hint, place}) =>
      void diagnostics.push({
        severity: 'error',
        code,
        message,
        at: place.origin.position(place.path),
        ...defined({hint}),
      }),
    onUse: (use) => void contextUses.push(use),
  });
  return {
    applications,
    platform: (module) => {
      const fields = moduleFields(platformFields(workspace?.modules, module, names.project));
      if (fields === undefined) return undefined;
      return {common: inKeyOrder(fields.common), whole: inKeyOrder(fields.whole)};
    },
    contextUses,
    diagnostics,
  };
}

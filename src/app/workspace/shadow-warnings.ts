import {maskedPosition} from '../../config/yaml/masked-position.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {KubeconfigDecision} from '../../core/workspace/resolve-kubeconfig.ts';
import {describeSource} from '../../core/workspace/value-source.ts';
import {defined} from '../../lib/defined.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';

/**
 * Warns once if several kubeconfigs were set on purpose. Most users have a ~/.kube/config: that a workspace outranks it is expected, and
 * only `explain` shows it.
 */
export function shadowWarnings(chosen: FoundWorkspace, {value}: KubeconfigDecision): readonly Diagnostic[] {
  const shadowed = (value?.shadowed ?? []).filter(({source}) => source.kind !== 'default');
  if (value === undefined || shadowed.length === 0) return [];
  const unused = shadowed.map(({source}) => describeSource(source)).join(' and ');
  const {source} = value;
  return [
    {
      severity: 'warning',
      code: 'context/shadowed',
      message: `workspace ${chosen.name} takes its kubeconfig from ${describeSource(source)}; ${unused} ${shadowed.length === 1 ? 'is' : 'are'} not used`,
      ...defined({
        at: source.kind === 'context' ? maskedPosition(chosen.origin.position(['context', source.key])) : undefined,
      }),
    },
  ];
}

import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {formatFieldPath} from '../../../../core/fields/field-path.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {podTemplateOf} from '../../../../kubernetes/graph/edges/pod-template.ts';
import {annotationOf} from '../../../../kubernetes/plan/ownership.ts';
import {RESTART_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import {DIGESTS_PATH, digestsOf, formatDigests} from '../../../../kubernetes/restart/config-digests.ts';
import {type ConfigReference, configReferences} from '../../../../kubernetes/restart/config-references.ts';
import {namesText} from '../../../../kubernetes/restart/restart-reason.ts';
import {canRestart} from '../../../../kubernetes/restart/restarting.ts';
import type {PlannedObject} from './planned-object.ts';
import {configId} from './read-config.ts';

type User = {readonly planned: PlannedObject; readonly reference: ConfigReference};

/** Returns a note for each ConfigMap or Secret of a plan that changes while pods that use it keep running. */
export function unrestartedPods(objects: readonly PlannedObject[]): readonly Diagnostic[] {
  const changed = objects.filter(changesContent);
  if (changed.length === 0) return [];
  const users = usersOf(objects.filter(keepsPods));
  return changed.flatMap(({target}) => {
    const found = users.get(target.ownId) ?? [];
    return found.length === 0 ? [] : [noteOn(target, found)];
  });
}

const CONTENT = /^(?:data|binaryData|stringData)(?![\w-])/;

const changesContent = ({config, change: {action, fields}}: PlannedObject): boolean =>
  config !== undefined &&
  (action === 'update' || action === 'replace' || action === 'adopt') &&
  fields.some((field) => CONTENT.test(field.path) && isReal(field));

/** A field that others added, and that stays, is not a change. */
const isReal = ({cause, yielded, after}: FieldChange): boolean =>
  yielded !== true && cause !== 'ownership' && !(cause === 'added' && after !== undefined);

/** Reports whether a workload keeps its pods although Gantry could restart them. False if the annotation is "false". */
function keepsPods({target, live, change}: PlannedObject): boolean {
  if (live === undefined || !canRestart(target.desired)) return false;
  if (annotationOf(target.desired, RESTART_ANNOTATION) === 'false') return false;
  return change.effects?.includes('pods-restart') !== true && !changesDigests({target, live, change});
}

/** Reports whether new digests are sent. The pods of a paused workload do not restart, because the user paused it. */
const changesDigests = ({target, live, change}: Pick<PlannedObject, 'target' | 'live' | 'change'>): boolean =>
  textOf(target.desired) !== textOf(live) || change.fields.some(({path}) => path === formatFieldPath(DIGESTS_PATH));

const textOf = (object: PlannedObject['live']): string | undefined => formatDigests(digestsOf(object) ?? new Map());

function usersOf(workloads: readonly PlannedObject[]): ReadonlyMap<string, readonly User[]> {
  const users = workloads.flatMap((planned) => {
    const {desired, identity} = planned.target;
    const {namespace} = identity;
    const references = namespace === undefined ? [] : configReferences(podTemplateOf(desired)?.spec ?? {});
    return references.map((reference) => ({
      id: configId({...reference, namespace: namespace ?? ''}),
      planned,
      reference,
    }));
  });
  return Map.groupBy(users, ({id}) => id);
}

function noteOn({resource, identity}: PlannedObject['target'], users: readonly User[]): Diagnostic {
  const names = namesText(users.map(({planned: {target}}) => `${target.identity.kind}/${target.identity.name}`));
  const isFixed = users.some(({reference}) => reference.isFixed);
  const restarts = users.every(({planned}) => annotationOf(planned.target.desired, RESTART_ANNOTATION) === 'true');
  const until = isFixed
    ? 'they keep the old values until they restart'
    : 'the mounted files change after about a minute';
  return {
    severity: 'note',
    code: 'restart/missing',
    message: `${identity.kind} ${identity.name} changes, and this plan does not restart the pods of ${names}: ${until}`,
    resource: resource.id,
    hint: restarts
      ? 'The workload is applied first, because the configuration takes a value of it: apply again to restart the pods.'
      : `To restart them, set the annotation ${RESTART_ANNOTATION}: "true" on the workload, or restartOnChange in stack.yaml ("false" hides this note).`,
  };
}

import type {JsonObject} from '../../core/json.ts';
import {isBeingDeleted, metadataOf, nameOf, uidOf, withMetadata} from '../model/metadata.ts';
import {list, part, text} from '../model/part.ts';
import {notSupported, required} from '../model/problem.ts';
import {badRequest, conflict, failed} from '../model/refusals.ts';
import {timestamp} from '../model/time.ts';
import {getObject} from './find.ts';
import type {Target, VerbContext} from './verb-context.ts';

/**
 * Assigns a pod to a node, as a scheduler does (`BindingREST`).
 * @throws Refusal 500 for a binding without a node, 409 for a pod that has a node or is being deleted
 */
export function bind(
  binding: JsonObject,
  target: Target,
  {dryRun}: {readonly dryRun: boolean},
  context: VerbContext,
): void {
  if (nameOf(binding) !== target.name) throw badRequest('name in URL does not match name in Binding object');
  checkTarget(part(binding['target']));
  const pod = getObject(target, context);
  const problem = problemOf(binding, pod);
  if (problem !== undefined) throw conflict({group: '', plural: 'pods/binding'}, nameOf(pod), problem);
  if (!dryRun) context.store.put('pods', bound(pod, binding, context));
}

function checkTarget({kind, name}: JsonObject): void {
  const problems = [
    ...(text(kind) === '' || kind === 'Node' ? [] : [notSupported('target.kind', kind, ['Node', '<empty>'])]),
    ...(text(name) === '' ? [required('target.name')] : []),
  ].map(({field, message}) => `${field}: ${message}`);
  if (problems.length > 0) throw failed(problems.length === 1 ? (problems[0] ?? '') : `[${problems.join(', ')}]`);
}

function problemOf(binding: JsonObject, pod: JsonObject): string | undefined {
  const [name, spec, uid] = [nameOf(pod), part(pod['spec']), uidOf(binding)];
  if (uid !== '' && uid !== uidOf(pod))
    return `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${uidOf(pod)}`;
  if (isBeingDeleted(pod)) return `pod ${name} is being deleted, cannot be assigned to a host`;
  if (text(spec['nodeName']) !== '')
    return `pod ${name} is already assigned to node ${JSON.stringify(spec['nodeName'])}`;
  return list(spec['schedulingGates']).length === 0 ? undefined : `pod ${name} has non-empty .spec.schedulingGates`;
}

function bound(pod: JsonObject, binding: JsonObject, context: VerbContext): JsonObject {
  const {annotations, labels} = metadataOf(pod);
  const given = metadataOf(binding);
  const status = part(pod['status']);
  const others = list(status['conditions']).filter((one) => part(one)['type'] !== 'PodScheduled');
  const condition = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: timestamp(context.now()),
  };
  const named = withMetadata(pod, {
    ...added('annotations', {...part(annotations), ...part(given['annotations'])}),
    ...added('labels', {...part(labels), ...part(given['labels'])}),
  });
  return {
    ...named,
    spec: {...part(pod['spec']), nodeName: part(binding['target'])['name'] ?? ''},
    status: {...status, conditions: [...others, condition]},
  };
}

const added = (name: string, texts: JsonObject): JsonObject => (Object.keys(texts).length === 0 ? {} : {[name]: texts});

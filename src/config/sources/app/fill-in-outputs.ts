import {isObject, type JsonObject, type JsonPath} from '../../../core/json.ts';
import {expandOutputs, type Outputs} from '../../../core/module/expand-outputs.ts';
import {withSecretOutputs} from '../../../kubernetes/module/secret-outputs.ts';
import type {Generation} from './generation.ts';
import type {Made} from './made.ts';
import {keyOf, outputsOf, type UseMade} from './make-use.ts';
import type {Patching} from './patch-made.ts';
import {problemAt} from './problem-at.ts';

/** The objects of an application with the outputs in place, and the patches of its accessories. */
export type FilledIn = {readonly objects: readonly Made[]; readonly patches: Patching['patches']};

/**
 * Replaces the outputs in the objects of the workload, which were made before there were outputs. Outputs that are keys of Secrets add patches with the
 * variables that Kubernetes reads them from.
 */
export function fillInOutputs(made: readonly UseMade[], generation: Generation): FilledIn {
  const outputs = outputsOf(made);
  const own = made.flatMap(({patches}) => patches);
  const given = {outputs, variables: own.flatMap(({patch}) => patch.env ?? [])};
  const modules = new Map(made.map(({use}) => [keyOf(use), use.module]));
  const filled = made
    .flatMap((one) => one.objects)
    .map((one) => {
      if (!one.isWorkload) return {object: one, patches: []};
      const {object, patches} = withSecretOutputs(one.object, given);
      return {object: {...one, object: withOutputs({...one, object}, outputs, generation)}, patches};
    });
  const added = filled.flatMap(({patches}) => patches);
  return {
    objects: filled.map(({object}) => object),
    patches: [...own, ...added.map((one) => ({...one, module: modules.get(one.accessory) ?? ''}))],
  };
}

/** Reports whether Kubernetes inserts keys of Secrets at a path of the fields. */
const isVariable = (path: JsonPath): boolean =>
  ['env', 'command', 'args'].includes(String(path.at(-2))) && !path.includes('exec');

function withOutputs({object, config}: Made, outputs: Outputs, {report}: Generation): JsonObject {
  const {value, problems} = expandOutputs(object, outputs, {asText: true});
  if (problems.length === 0) return value;
  // The paths in the object differ from those in the file, so the problems are reported at the same references in the fields.
  const fields = isObject(config.value) ? config.value : {};
  const written = expandOutputs(fields, outputs, {asText: true, isVariable}).problems;
  const others = problems.filter(({message}) => !written.some((one) => one.message === message));
  for (const {path, ...problem} of written) report(problemAt(config, path, problem));
  for (const {path: _, ...problem} of others) report(problemAt(config, [], problem));
  return value;
}

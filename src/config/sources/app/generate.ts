import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {accessoriesNamed, expandOutputs, type Outputs} from '../../../core/module/expand-outputs.ts';
import type {WorkloadFacts} from '../../../core/module/module.ts';
import {orderUses} from '../../../core/module/order-uses.ts';
import {type Located, partOf, withField} from '../../../core/variation/located.ts';
import type {Generation, Use} from './generation.ts';
import type {Made, MadeSource} from './made.ts';
import {type Patching, patchMade} from './patch-made.ts';
import {problemAt} from './problem-at.ts';
import {runUse} from './run-use.ts';
import {useSettings} from './use-settings.ts';
import {keysOf, usesOf} from './uses-of.ts';
import {withAnnotations} from './with-annotations.ts';

/** Generates the objects of all applications: in the order of names, the workload first, then the accessories by their keys. */
export async function generateApplications(applications: Located, generation: Generation): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const application of keysOf(applications)) {
    const node = partOf(applications, application);
    if (node !== undefined) made.push(...(await generateOne(application, node, generation)));
  }
  return made;
}

/** Makes the workload, then the accessories in the order of their outputs, and applies the patches of accessories. */
async function generateOne(application: string, node: Located, generation: Generation): Promise<readonly Made[]> {
  const labels = textsOf(partOf(node, 'labels')?.value);
  const annotations = textsOf(partOf(node, 'annotations')?.value);
  const outputs: Record<string, JsonObject> = {};
  const failed = new Set<string>();
  const patches: Patching['patches'][number][] = [];
  const sources = new Map<string, MadeSource>();
  const made: Made[] = [];
  let workload: WorkloadFacts | undefined;
  for (const use of ordered(usesOf(application, node), generation)) {
    const {accessory = ''} = use;
    // The cause was reported where it is.
    if (accessory !== '' && needsAny(use, failed)) {
      failed.add(accessory);
      continue;
    }
    const platform = generation.platform(use.module);
    const expanded = accessory === '' ? use : withOutputs(use, outputs, generation);
    const own = generation.platformFirst === true ? withoutFields(expanded, platform) : expanded;
    const run = {labels, workload, platform, generation};
    const result = await runUse(own, run);
    const {config, generated} = result;
    if (generated === undefined) {
      failed.add(accessory);
      continue;
    }
    const found = await useSettings({use: own, run, application: node, made: result}, generated);
    const source = {module: use.module, node: use.node, ...found};
    workload ??= generated.workload;
    if (accessory !== '') outputs[accessory] = generated.outputs ?? {};
    patches.push(...(generated.patches ?? []).map((patch) => ({accessory, module: use.module, patch})));
    sources.set(accessory, {...source, index: generated.resources.length});
    for (const [index, resource] of generated.resources.entries())
      made.push({
        object: withAnnotations(resource, annotations),
        application,
        config,
        isWorkload: accessory === '',
        source: {...source, index},
      });
  }
  if (failed.size > 0) return [];
  const whole = made.map((one) => (one.isWorkload ? {...one, object: filledIn(one, outputs, generation)} : one));
  return patchMade(whole, {node, workload, patches, sources, generation});
}

/** Reports whether an accessory uses an output of one of these accessories. */
const needsAny = ({node}: Use, accessories: ReadonlySet<string>): boolean =>
  isObject(node.value) && [...accessoriesNamed(node.value)].some((one) => accessories.has(one));

/** Orders the uses of an application by their outputs. A cycle is a problem, and its accessories are left out. */
function ordered(uses: readonly Use[], {report}: Generation): readonly Use[] {
  const accessories = uses.filter(({accessory}) => accessory !== undefined);
  const found = orderUses(
    Object.fromEntries(accessories.map(({accessory, node}) => [accessory, isObject(node.value) ? node.value : {}])),
  );
  const workloads = uses.filter(({accessory}) => accessory === undefined);
  if ('order' in found)
    return [...workloads, ...found.order.flatMap((key) => accessories.filter(({accessory}) => accessory === key))];
  const first = accessories.find(({accessory}) => accessory === found.cycle[0]);
  if (first !== undefined)
    report(
      problemAt(first.node, [], {
        message: `the accessories need outputs of each other: ${found.cycle.join(' → ')}`,
        hint: 'Remove one of these `${output:…}`.',
      }),
    );
  return workloads;
}

/** Replaces the outputs in the fields of an accessory. */
function withOutputs(use: Use, outputs: Outputs, {report}: Generation): Use {
  const {value} = use.node;
  if (!isObject(value)) return use;
  const expanded = expandOutputs(value, outputs);
  for (const {path, ...problem} of expanded.problems) report(problemAt(use.node, path, problem));
  return expanded.value === value ? use : {...use, node: revalued(use.node, expanded.value)};
}

/** Returns another value whose parts keep their positions. */
const revalued = (node: Located, value: Json): Located => ({
  value,
  place: node.place,
  parts: new Map(
    [...(node.parts ?? [])].flatMap(([step, part]) => {
      const own = jsonAt(value, [step]);
      return own === undefined ? [] : [[step, revalued(part, own)]];
    }),
  ),
});

/** Returns a use without the fields that the platform sets too. */
function withoutFields(use: Use, platform: Located | undefined): Use {
  return platform === undefined ? use : {...use, node: without(use.node, platform)};
}

const without = (node: Located, other: Located): Located =>
  keysOf(other).reduce((left, key) => {
    const [own, same] = [partOf(left, key), partOf(other, key)];
    if (own === undefined || same === undefined) return left;
    return withField(left, key, isObject(own.value) && isObject(same.value) ? without(own, same) : undefined);
  }, node);

/** Replaces the outputs in an object of the workload, which was made before there were outputs. */
function filledIn({object, config}: Made, outputs: Outputs, {report}: Generation): JsonObject {
  const {value, problems} = expandOutputs(object, outputs, {asText: true});
  // The paths in the object are not those in the file: the same reference in the fields has the place.
  const written =
    problems.length > 0 && isObject(config.value) ? [...expandOutputs(config.value, outputs).problems] : [];
  for (const {path: _, ...problem} of problems) {
    const at = written.findIndex(({message}) => message === problem.message);
    const [found] = at === -1 ? [] : written.splice(at, 1);
    report(problemAt(config, found?.path ?? [], problem));
  }
  return value;
}

const textsOf = (value: Json | undefined): Readonly<Record<string, string>> =>
  isObject(value ?? null) ? (value as Readonly<Record<string, string>>) : {};

import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {accessoriesNamed, expandOutputs, type Outputs} from '../../../core/module/expand-outputs.ts';
import type {WorkloadFacts} from '../../../core/module/module.ts';
import {orderUses} from '../../../core/module/order-uses.ts';
import {type Located, partOf} from '../../../core/variation/located.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {objectName} from './application-names.ts';
import type {Generation, Use} from './generation.ts';
import type {Made} from './made.ts';
import {markGenerated} from './mark-generated.ts';
import {type Patching, patchMade} from './patch-made.ts';
import {problemAt} from './problem-at.ts';
import {runUse} from './run-use.ts';
import {keysOf, usesOf} from './uses-of.ts';

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
  const made: Made[] = [];
  let workload: WorkloadFacts | undefined;
  for (const use of ordered(usesOf(application, node), generation)) {
    const {accessory = ''} = use;
    // The cause was reported where it is.
    if (accessory !== '' && needsAny(use, failed)) {
      failed.add(accessory);
      continue;
    }
    const own = accessory === '' ? use : withOutputs(use, outputs, generation);
    const platform = generation.platform(use.module);
    const {config, generated} = await runUse(own, {labels, workload, platform, generation});
    if (generated === undefined) {
      failed.add(accessory);
      continue;
    }
    workload ??= generated.workload;
    if (accessory !== '') outputs[accessory] = generated.outputs ?? {};
    patches.push(...(generated.patches ?? []).map((patch) => ({accessory, module: use.module, patch})));
    const objects = marked(generated.resources, use, generation);
    const name = objectName({...generation.names, application, naming: generation.naming}, use.accessory);
    made.push(
      ...objects.map(({object, values}) => ({
        object: withAnnotations(object, annotations),
        values,
        application,
        name,
        config,
        isWorkload: accessory === '',
      })),
    );
  }
  if (failed.size > 0) return [];
  const whole = made.map((one) => (one.isWorkload ? {...one, object: filledIn(one, outputs, generation)} : one));
  return patchMade(whole, {node, workload, patches, generation});
}

/** Puts references in place of the generated values of a use. Values with one name are one value, so their forms must be the same. */
function marked(objects: readonly JsonObject[], {application, accessory, node}: Use, {report}: Generation) {
  const use = accessory === undefined ? application : `${application}/${accessory}`;
  const all = objects.map((object) => markGenerated(object, use));
  const forms = Map.groupBy(
    all.flatMap(({values}) => values),
    ({name}) => name,
  );
  const mixed = [...forms].flatMap(([name, [first, ...others]]) =>
    others.every((other) => deepEqual(other, first))
      ? []
      : [`the generated value \`${name}\` has two lengths or two alphabets`],
  );
  for (const message of [...all.flatMap(({faults}) => faults), ...mixed]) report(problemAt(node, [], {message}));
  return all;
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
  return expanded.value === value ? use : {...use, node: {value: expanded.value, place: use.node.place}};
}

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

function withAnnotations(object: JsonObject, annotations: Readonly<Record<string, string>>): JsonObject {
  if (Object.keys(annotations).length === 0) return object;
  const metadata = object['metadata'] as JsonObject;
  return {...object, metadata: {...metadata, annotations: {...annotations, ...textsOf(metadata['annotations'])}}};
}

import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import type {Naming, WorkloadFacts} from '../../../core/module/module.ts';
import type {ModuleDefinition} from '../../../core/module/module-definition.ts';
import {type Located, partOf, withField} from '../../../core/variation/located.ts';
import {extendMap} from '../../../core/workspace/extend-context.ts';
import {defined} from '../../../lib/defined.ts';
import {MODULES} from '../../../registry/modules.ts';
import {moduleName} from '../../application/application-model.ts';
import {objectName, selectingLabels} from './application-names.ts';

/** The settings for generating the objects of applications. */
export type Generation = {
  readonly names: {readonly project: string; readonly stack: string};
  readonly workspace: string;
  readonly namespace: string | undefined;
  readonly naming: Naming;
  /** Returns the fields that the workspace sets for a module. */
  readonly platform: (module: string) => Located | undefined;
};

/** An object that a module made, and the configuration of that module. */
export type Made = {
  readonly object: JsonObject;
  readonly application: string;
  /** The name for the objects of the module. */
  readonly name: string;
  readonly config: Located;
};

/** A use of a module in an application. */
type Use = {readonly application: string; readonly module: string; readonly accessory?: string; readonly node: Located};

/** Generates the objects of all applications: in the order of names, the workload first, then the accessories by their keys. */
export async function generateApplications(applications: Located, generation: Generation): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const application of keysOf(applications)) {
    const node = partOf(applications, application);
    if (node !== undefined) made.push(...(await generateOne(application, node, generation)));
  }
  return made;
}

async function generateOne(name: string, node: Located, generation: Generation): Promise<readonly Made[]> {
  const labels = textsOf(partOf(node, 'labels')?.value);
  const annotations = textsOf(partOf(node, 'annotations')?.value);
  const made: Made[] = [];
  let workload: WorkloadFacts | undefined;
  for (const use of usesOf(name, node)) {
    const definition = Object.hasOwn(MODULES, use.module) ? MODULES[use.module] : undefined;
    if (definition === undefined) continue;
    const platform = generation.platform(use.module);
    const config = platform === undefined ? use.node : extendMap(use.node, platform);
    const generated = await run(definition, use, {labels, config: config.value as JsonObject, workload, generation});
    workload ??= generated.workload;
    const {application, naming} = {application: name, naming: generation.naming};
    const objects = generated.resources.map((object) => withAnnotations(object, annotations));
    const own = objectName({...generation.names, application, naming}, use.accessory);
    made.push(...objects.map((object) => ({object, application: name, name: own, config})));
  }
  return made;
}

function usesOf(application: string, node: Located): readonly Use[] {
  const workload = partOf(node, 'workload');
  const accessories = partOf(node, 'accessories');
  return [
    ...keysOf(workload).flatMap((module) => {
      const own = workload && partOf(workload, module);
      return own === undefined ? [] : [{application, module, node: own}];
    }),
    ...keysOf(accessories).flatMap((accessory) => {
      const own = accessories && partOf(accessories, accessory);
      if (own === undefined) return [];
      return [
        {application, accessory, module: moduleName(accessory, own.value), node: withField(own, 'module', undefined)},
      ];
    }),
  ];
}

type Run = {
  readonly labels: Readonly<Record<string, string>>;
  readonly config: JsonObject;
  readonly workload: WorkloadFacts | undefined;
  readonly generation: Generation;
};

function run(
  definition: ModuleDefinition,
  {application, accessory}: Use,
  {labels, config, workload, generation}: Run,
): ReturnType<ModuleDefinition['generate']> {
  const {names, workspace, namespace, naming} = generation;
  const all = {...names, application, naming};
  return definition.generate({
    ...names,
    workspace,
    application,
    name: objectName(all, accessory),
    naming,
    namespace,
    labels: {...labels, ...selectingLabels(all)},
    config,
    context: {},
    ...defined({accessory, workload}),
  });
}

/** Returns the keys of a mapping in order; none for other values. */
export const keysOf = (node: Located | undefined): readonly string[] =>
  node !== undefined && isObject(node.value) ? Object.keys(node.value).toSorted() : [];

const textsOf = (value: Json | undefined): Readonly<Record<string, string>> =>
  isObject(value ?? null) ? (value as Readonly<Record<string, string>>) : {};

function withAnnotations(object: JsonObject, annotations: Readonly<Record<string, string>>): JsonObject {
  if (Object.keys(annotations).length === 0) return object;
  const metadata = object['metadata'] as JsonObject;
  return {...object, metadata: {...metadata, annotations: {...annotations, ...textsOf(metadata['annotations'])}}};
}

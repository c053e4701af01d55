import {z} from 'zod';
import {isObject, type Json} from '../../core/json.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {Label} from '../../modules/container-model.ts';
import {Texts} from '../../modules/pod-model.ts';
import {ACCESSORIES, WORKLOADS} from '../../registry/modules.ts';

const {service, job, cron} = WORKLOADS;

const Workload = z
  .strictObject({
    service: service.input.optional().meta({description: service.description}),
    job: job.input.optional().meta({description: job.description}),
    cron: cron.input.optional().meta({description: cron.description}),
  })
  .superRefine((workload, context) => {
    const given = Object.values(workload).filter((one) => one !== undefined);
    if (given.length !== 1)
      context.addIssue({code: 'custom', message: 'a workload must have exactly one of `service`, `job` and `cron`'});
    // The workspace may set `replicas` for all services: an autoscaler of the application then wins.
    if (workload.service?.replicas === undefined || workload.service.autoscaling === undefined) return;
    const message = '`replicas` and `autoscaling` exclude each other: the autoscaler sets the number of pods';
    context.addIssue({code: 'custom', path: ['service', 'replicas'], message});
  })
  .meta({description: 'The workload: `service`, `job` or `cron`.'});

const RESERVED = new Set(['app.kubernetes.io/name', 'app.kubernetes.io/part-of', 'app.kubernetes.io/instance']);

const Labels = Texts.superRefine((labels, context) => {
  for (const name of Object.keys(labels).filter((one) => RESERVED.has(one)))
    context.addIssue({code: 'custom', path: [name], message: `Gantry sets the label ${name}: it selects the pods`});
});

const common = {
  workload: Workload,
  labels: Labels.optional().meta({description: 'Labels of all objects of the application.'}),
  annotations: Texts.optional().meta({description: 'Annotations of all objects of the application.'}),
  order: z.array(z.string().min(1)).optional().meta({
    description: 'Accessories in the order in which their patches of the workload are applied: the last one wins.',
  }),
};

/** Adds the field that names the module. The inputs of built-in modules are mappings. */
const withModule = (input: z.ZodType) =>
  (input as z.ZodObject).safeExtend({
    module: z.string().min(1).optional().meta({description: 'The name of the module. Default: the key.'}),
  });

const Accessory = z
  .looseObject({
    module: z.string().min(1).optional().meta({description: 'The name of the module. Default: the key.'}),
  })
  .meta({description: 'A use of a module: its fields, and the name of the module. Default of the name: the key.'});

/** The schema of an application file, for editors. */
export const ApplicationFile = z
  .record(
    Label,
    z
      .strictObject({
        ...common,
        accessories: z
          .object(
            Object.fromEntries(
              Object.entries(ACCESSORIES).map(([name, {input, description}]) => [
                name,
                withModule(input).optional().meta({description}),
              ]),
            ),
          )
          .catchall(Accessory)
          .optional()
          .meta({description: 'The accessories of the application, by names of your choice.'}),
      })
      .meta({description: 'An application.'}),
  )
  .meta({
    title: 'Gantry applications',
    description: 'Applications by their names: their workloads and their accessories.',
  });

/** Returns the schema for an application: each accessory has the schema of its module. */
export const modelFor = (name: string, application: Json, {ofWorkspace, isRecipe}: ModelFacts): z.ZodType =>
  Label.safeParse(name).success
    ? isRecipe === true
      ? z.strictObject({accessories: accessoriesModel(application, ofWorkspace)})
      : applicationModel(application, ofWorkspace)
    : wrongName(name);

/** The modules of the workspace, and whether an application is a recipe, which has no workload. */
type ModelFacts = {readonly ofWorkspace: ReadonlySet<string>; readonly isRecipe?: boolean | undefined};

/** The schema of an application without accessories. Making a schema takes longer than using it. */
const Plain = z.strictObject({...common, accessories: z.strictObject({}).optional()});

const wrongName = (name: string): z.ZodType =>
  z.unknown().refine(() => false, {
    error: `the name \`${name}\` must be at most 63 lowercase letters, digits and \`-\`, with a letter or digit at both ends`,
  });

function applicationModel(application: Json, ofWorkspace: ReadonlySet<string>): z.ZodType {
  const written = isObject(application) ? (application['accessories'] ?? null) : null;
  if (!isObject(written)) return Plain;
  return z.strictObject({...common, accessories: accessoriesModel(application, ofWorkspace).optional()});
}

function accessoriesModel(application: Json, ofWorkspace: ReadonlySet<string>): z.ZodType {
  const written = isObject(application) ? (application['accessories'] ?? null) : null;
  const accessories = Object.entries(isObject(written) ? written : {}).map(([key, accessory]) => [
    key,
    // The keys of Kusion may have capital letters. A module that is replaced needs another correction than its key.
    Label.safeParse(key).success || Object.hasOwn(REPLACED, moduleName(key, accessory))
      ? accessoryModel(key, accessory, ofWorkspace)
      : wrongName(key),
  ]);
  return z.strictObject(Object.fromEntries(accessories) as Record<string, z.ZodType>);
}

function accessoryModel(key: string, accessory: Json, ofWorkspace: ReadonlySet<string>): z.ZodType {
  const name = moduleName(key, accessory);
  const known = ACCESSORIES as Readonly<Record<string, {readonly input: z.ZodType} | undefined>>;
  const definition = Object.hasOwn(known, name) ? known[name] : undefined;
  if (definition !== undefined) return withModule(definition.input);
  // The module checks its own fields, when it runs.
  if (ofWorkspace.has(name)) return z.looseObject({});
  const all = [...Object.keys(ACCESSORIES), ...ofWorkspace];
  return z.unknown().superRefine((_, context) => {
    context.addIssue({
      code: 'custom',
      message: `module \`${name}\` not found: it is neither built in nor in \`modules\` of the workspace`,
      params: {hint: hintFor(name, all)},
    });
  });
}

/** The settings that replace modules of Kusion. */
const REPLACED: Readonly<Record<string, string>> = {
  opsrule:
    'Remove it, and write `disruption: {maxUnavailable: 30%}` in the workload. For a Deployment, Kusion ignores it.',
  k8s_manifest: 'Remove it, and add {manifests: FILE} to `sources` of stack.yaml.',
};

function hintFor(name: string, all: readonly string[]): string {
  const nearest = didYouMean(name, all);
  return Object.hasOwn(REPLACED, name)
    ? (REPLACED[name] ?? '')
    : nearest === undefined
      ? `Use one of: ${all.join(', ')}.`
      : `Did you mean \`${nearest}\`?`;
}

/** Returns the name of the module of an accessory. */
export function moduleName(key: string, accessory: Json): string {
  const name = isObject(accessory) ? accessory['module'] : undefined;
  return typeof name === 'string' ? name : key;
}

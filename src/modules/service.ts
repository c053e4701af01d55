import {z} from 'zod';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {deploymentObjects} from '../kubernetes/application/deployment-objects.ts';
import {applicationOf, factsOf} from './application-of.ts';
import {checkPods, PLATFORM_FIELDS, POD_FIELDS} from './pod-model.ts';
import {Ports, withDefaults} from './port-model.ts';

const Replicas = z
  .int()
  .min(0)
  .optional()
  .meta({description: 'The number of pods.', examples: [2]});

const Count = z.union([z.int().min(0), z.string().regex(/^\d+%$/, {error: 'must be a number or a percentage'})]);

const Autoscaling = z
  .strictObject({
    min: z.int().min(1).optional().meta({description: 'The minimum number of pods. Default: 1.'}),
    max: z.int().min(1).meta({description: 'The maximum number of pods.'}),
    cpu: z.int().min(1).optional().meta({description: 'The target use of CPU, in percent of the request.'}),
    memory: z.int().min(1).optional().meta({description: 'The target use of memory, in percent of the request.'}),
  })
  .refine(({cpu, memory}) => cpu !== undefined || memory !== undefined, {
    error: 'an autoscaler must have `cpu` or `memory`',
  })
  .optional()
  .meta({description: 'A HorizontalPodAutoscaler.', examples: [{min: 2, max: 10, cpu: 80}]});

const Disruption = z
  .strictObject({
    minAvailable: Count.optional().meta({description: 'The number of pods that must stay.'}),
    maxUnavailable: Count.optional().meta({description: 'The number of pods that may be evicted.'}),
  })
  .refine(({minAvailable, maxUnavailable}) => (minAvailable === undefined) !== (maxUnavailable === undefined), {
    error: 'a disruption budget must have either `minAvailable` or `maxUnavailable`',
  })
  .optional()
  .meta({description: 'A PodDisruptionBudget.', examples: [{maxUnavailable: 1}]});

const TYPE = z
  .enum(['Deployment'], {
    error: ({input}) =>
      input === 'CollaSet' ? '`CollaSet` workloads are not supported by this version of Gantry' : 'must be Deployment',
  })
  .optional()
  .meta({description: 'The kind of the workload: `Deployment`.'});

const Input = z
  .strictObject({
    ...POD_FIELDS,
    ports: Ports.optional().meta({
      description: 'The ports of its Service.',
      examples: [[{port: 80, targetPort: 8080}]],
    }),
    replicas: Replicas,
    autoscaling: Autoscaling,
    disruption: Disruption,
    topologySpreadConstraints: PLATFORM_FIELDS.topologySpreadConstraints,
    type: TYPE,
  })
  .superRefine(checkPods);

const Platform = z.strictObject({...PLATFORM_FIELDS, replicas: Replicas, type: TYPE, disruption: Disruption});

/** The module of a workload that runs until it is deleted: a Deployment with its Service and its configuration. */
export const service: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'service',
  version: '1',
  description: 'A workload that runs until it is deleted: a Deployment, its Services and its configuration.',
  input: Input,
  platform: Platform,
  generate: (request) => {
    const {type: _, ports, replicas, ...config} = request.config;
    const workload = {
      ...config,
      ports: withDefaults(ports),
      // The platform may set a number of pods for applications that have no autoscaler.
      replicas: config.autoscaling === undefined ? replicas : undefined,
    };
    return {
      resources: deploymentObjects(workload, applicationOf(request)),
      workload: factsOf({...workload, apiVersion: 'apps/v1', kind: 'Deployment'}, request),
    };
  },
};

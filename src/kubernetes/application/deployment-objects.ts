import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {RESTART_ANNOTATION} from '../resource/labels.ts';
import type {Application} from './application.ts';
import {objectOf} from './object-of.ts';
import {podsOf} from './pods.ts';
import {serviceObjects} from './service-objects.ts';
import type {Autoscaling, ServiceWorkload} from './workload.ts';

/** Returns the objects of a workload that runs until it is deleted. The Deployment is the first one. */
export function deploymentObjects(workload: ServiceWorkload, application: Application): readonly JsonObject[] {
  const {ports = [], replicas, autoscaling, disruption, labels, annotations} = workload;
  const {name, naming, selector} = application;
  const pods = podsOf(workload, application);
  // Kusion's objects have no such annotation. Without it, `restartOnChange` of the stack decides.
  const restarts = naming === 'short' && pods.isConfigured;
  const deployment = objectOf(
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name,
      labels,
      annotations: restarts ? {[RESTART_ANNOTATION]: 'true', ...annotations} : annotations,
    },
    application,
    {
      spec: defined({
        replicas,
        selector: {matchLabels: {...selector}},
        strategy: hasSingleWriter(workload) ? {type: 'Recreate'} : undefined,
        template: withPorts(pods.template, workload, naming),
      }),
    },
  );
  const target = {apiVersion: 'apps/v1', kind: 'Deployment', name};
  return [
    deployment,
    ...serviceObjects(ports, application),
    ...pods.objects,
    ...(autoscaling === undefined
      ? []
      : [
          objectOf({apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', name}, application, {
            spec: {scaleTargetRef: target, ...scalingOf(autoscaling)},
          }),
        ]),
    ...(disruption === undefined
      ? []
      : [
          objectOf({apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', name}, application, {
            spec: {...defined(disruption), selector: {matchLabels: {...selector}}},
          }),
        ]),
  ];
}

/** Reports whether a new pod could not start before the old one has ended, because both need a volume of one node. */
const hasSingleWriter = ({volumes = {}}: ServiceWorkload): boolean =>
  Object.values(volumes).some(
    ({size, accessModes = ['ReadWriteOnce']}) => size !== undefined && !accessModes.includes('ReadWriteMany'),
  );

/** Declares the ports in the container, if there is only one that they can belong to. */
function withPorts(template: JsonObject, {ports = []}: ServiceWorkload, naming: Application['naming']): JsonObject {
  const spec = template['spec'] as JsonObject;
  const [only, ...others] = spec['containers'] as readonly JsonObject[];
  if (only === undefined || others.length > 0 || ports.length === 0 || naming === 'kusion') return template;
  const declared = new Map(
    ports.map(({port, targetPort = port, protocol = 'TCP'}) => [
      `${targetPort} ${protocol}`,
      {containerPort: targetPort, protocol},
    ]),
  );
  return {...template, spec: {...spec, containers: [{...only, ports: [...declared.values()]}]}};
}

const scalingOf = ({min, max, cpu, memory}: Autoscaling): JsonObject =>
  defined({
    minReplicas: min,
    maxReplicas: max,
    metrics: [...metric('cpu', cpu), ...metric('memory', memory)],
  });

const metric = (name: string, averageUtilization: number | undefined): readonly JsonObject[] =>
  averageUtilization === undefined
    ? []
    : [{type: 'Resource', resource: {name, target: {type: 'Utilization', averageUtilization}}}];

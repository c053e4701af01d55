import type {JsonPath} from '../../core/json.ts';

type Moved = Readonly<Record<string, string>>;

const PER_VERSION = 'is a field of each item of spec.versions';
const NEW_TARGET = 'is part of `target`, which has a type and a value';

/** Fields of removed API versions that have another place in the current one, by `group/Kind` and by their path without indexes. */
const MOVED: Readonly<Record<string, Moved>> = {
  'networking.k8s.io/Ingress': {
    'spec.backend': 'is spec.defaultBackend',
    'spec.rules.http.paths.backend.serviceName': 'is service.name',
    'spec.rules.http.paths.backend.servicePort': 'is service.port.number, or service.port.name for a name',
  },
  'autoscaling/HorizontalPodAutoscaler': {
    'spec.targetCPUUtilizationPercentage':
      'is an item of spec.metrics: type Resource, name cpu, target.averageUtilization',
    'spec.metrics.resource.targetAverageUtilization': 'is target.averageUtilization, with target.type: Utilization',
    'spec.metrics.resource.targetAverageValue': 'is target.averageValue, with target.type: AverageValue',
    'spec.metrics.pods.metricName': 'is metric.name',
    'spec.metrics.pods.targetAverageValue': NEW_TARGET,
    'spec.metrics.object.metricName': 'is metric.name',
    'spec.metrics.object.targetValue': NEW_TARGET,
    'spec.metrics.external.metricName': 'is metric.name',
    'spec.metrics.external.metricSelector': 'is metric.selector',
    'spec.metrics.external.targetValue': NEW_TARGET,
    'spec.metrics.external.targetAverageValue': NEW_TARGET,
  },
  'apiextensions.k8s.io/CustomResourceDefinition': {
    'spec.version': 'is the name of an item of spec.versions',
    'spec.validation': 'is `schema` of each item of spec.versions',
    'spec.subresources': PER_VERSION,
    'spec.additionalPrinterColumns': PER_VERSION,
    'spec.versions.additionalPrinterColumns.JSONPath': 'is jsonPath',
    'spec.conversion.webhookClientConfig': 'is spec.conversion.webhook.clientConfig',
    'spec.conversion.conversionReviewVersions': 'is spec.conversion.webhook.conversionReviewVersions',
  },
  'apps/Deployment': {'spec.rollbackTo': 'is gone: "gantry rollback" goes back to a release'},
  'apps/DaemonSet': {'spec.templateGeneration': 'is gone'},
  'node.k8s.io/RuntimeClass': {spec: 'is gone: spec.runtimeHandler is handler'},
  'discovery.k8s.io/EndpointSlice': {'endpoints.topology': 'is gone: use nodeName and zone'},
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': {
    'spec.limited.assuredConcurrencyShares': 'is spec.limited.nominalConcurrencyShares',
  },
};

/** Returns where a field of an older API version is now: `is service.name`. */
export const movedField = (group: string, kind: string, path: JsonPath): string | undefined =>
  MOVED[`${group}/${kind}`]?.[path.filter((step) => typeof step === 'string').join('.')];

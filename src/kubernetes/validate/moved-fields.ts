import type {JsonPath} from '../../core/json.ts';

type Moved = Readonly<Record<string, string>>;

const PER_VERSION = 'is now a field of each item of spec.versions';
const NEW_TARGET = 'is now part of `target`, which has a type and a value';

/** Fields of removed API versions that moved in the current version, by `group/Kind` and by their path without indexes. */
const MOVED: Readonly<Record<string, Moved>> = {
  'networking.k8s.io/Ingress': {
    'spec.backend': 'is now spec.defaultBackend',
    'spec.rules.http.paths.backend.serviceName': 'is now service.name',
    'spec.rules.http.paths.backend.servicePort': 'is now service.port.number, or service.port.name for a name',
  },
  'autoscaling/HorizontalPodAutoscaler': {
    'spec.targetCPUUtilizationPercentage':
      'is now an item of spec.metrics: type Resource, name cpu, target.averageUtilization',
    'spec.metrics.resource.targetAverageUtilization': 'is now target.averageUtilization, with target.type: Utilization',
    'spec.metrics.resource.targetAverageValue': 'is now target.averageValue, with target.type: AverageValue',
    'spec.metrics.pods.metricName': 'is now metric.name',
    'spec.metrics.pods.targetAverageValue': NEW_TARGET,
    'spec.metrics.object.metricName': 'is now metric.name',
    'spec.metrics.object.targetValue': NEW_TARGET,
    'spec.metrics.external.metricName': 'is now metric.name',
    'spec.metrics.external.metricSelector': 'is now metric.selector',
    'spec.metrics.external.targetValue': NEW_TARGET,
    'spec.metrics.external.targetAverageValue': NEW_TARGET,
  },
  'apiextensions.k8s.io/CustomResourceDefinition': {
    'spec.version': 'is now the name of an item of spec.versions',
    'spec.validation': 'is now `schema` of each item of spec.versions',
    'spec.subresources': PER_VERSION,
    'spec.additionalPrinterColumns': PER_VERSION,
    'spec.versions.additionalPrinterColumns.JSONPath': 'is now jsonPath',
    'spec.conversion.webhookClientConfig': 'is now spec.conversion.webhook.clientConfig',
    'spec.conversion.conversionReviewVersions': 'is now spec.conversion.webhook.conversionReviewVersions',
  },
  'apps/Deployment': {'spec.rollbackTo': 'was removed: "gantry rollback" goes back to a release'},
  'apps/DaemonSet': {'spec.templateGeneration': 'was removed'},
  'node.k8s.io/RuntimeClass': {spec: 'was removed: use handler in place of spec.runtimeHandler'},
  'discovery.k8s.io/EndpointSlice': {'endpoints.topology': 'was removed: use nodeName and zone'},
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': {
    'spec.limited.assuredConcurrencyShares': 'is now spec.limited.nominalConcurrencyShares',
  },
};

/** Returns the end of the message about a moved field of an older API version: `is now service.name`. */
export const movedField = (group: string, kind: string, path: JsonPath): string | undefined =>
  MOVED[`${group}/${kind}`]?.[path.filter((step) => typeof step === 'string').join('.')];

import {get, other, type Request} from '../request.ts';

const AGGREGATED =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';

const GROUP_VERSIONS = [
  'admissionregistration.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'apiregistration.k8s.io/v1',
  'apps/v1',
  'authentication.k8s.io/v1',
  'authorization.k8s.io/v1',
  'autoscaling/v1',
  'autoscaling/v2',
  'batch/v1',
  'certificates.k8s.io/v1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
  'events.k8s.io/v1',
  'flowcontrol.apiserver.k8s.io/v1',
  'networking.k8s.io/v1',
  'node.k8s.io/v1',
  'policy/v1',
  'rbac.authorization.k8s.io/v1',
  'resource.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'storage.k8s.io/v1',
];

/** What there is: how kubectl, helm and Gantry find it out, in both ways, and what is not there. */
export const discovery = (): readonly Request[] => [
  get('aggregated discovery of the core', '/api?timeout=32s', {accept: AGGREGATED}),
  get('aggregated discovery of the groups', '/apis?timeout=32s', {accept: AGGREGATED}),
  get('versions of the core', '/api'),
  get('the groups', '/apis'),
  get('resources of the core', '/api/v1'),
  get('one group', '/apis/apps'),
  ...GROUP_VERSIONS.map((version) => get(`resources of ${version}`, `/apis/${version}`)),
  get('a group that is not there', '/apis/nothing.example.com'),
  get('a version of a group that is not there', '/apis/apps/v9'),
  get('a version of the core that is not there', '/api/v2'),
  get('a resource that is not there', '/apis/apps/v1/nothings'),
  get('a resource that is not there, in a namespace', '/apis/apps/v1/namespaces/default/nothings/a'),
  get('a path that is not there', '/nothing'),
  get('the version', '/version'),
  get('the version, with a timeout', '/version?timeout=32s'),
  get('whether it is healthy', '/healthz'),
  get('whether it is ready', '/readyz'),
  get('whether it lives', '/livez'),
  get('the index of OpenAPI v3', '/openapi/v3?timeout=32s'),
  get('OpenAPI v3 of the core', '/openapi/v3/api/v1'),
  get('OpenAPI v3 of apps', '/openapi/v3/apis/apps/v1'),
  get('OpenAPI v3 of batch', '/openapi/v3/apis/batch/v1?timeout=32s'),
  get('OpenAPI v3 of the versions of a group', '/openapi/v3/apis/apps'),
  get('OpenAPI v3 of a group that is not there', '/openapi/v3/apis/nothing.example.com/v1'),
  get('OpenAPI v2', '/openapi/v2'),
  other('POST', 'a method that discovery has not got', '/apis/apps/v1', {}),
  get('the root', '/', {}),
];

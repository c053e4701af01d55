import type {KindRules} from '../model/rules.ts';
import {ADMISSION} from './objects/admission.ts';
import {CLUSTER} from './objects/cluster.ts';
import {CONFIG_MAP, SECRET} from './objects/config.ts';
import {ENDPOINT_SLICE, ENDPOINTS} from './objects/endpoints.ts';
import {EVENT} from './objects/event.ts';
import {LIMIT_RANGE, RESOURCE_QUOTA} from './objects/limits.ts';
import {NAMESPACE} from './objects/namespace.ts';
import {NETWORKING} from './objects/networking.ts';
import {RBAC} from './objects/rbac.ts';
import {SERVICE} from './objects/service.ts';
import {STORAGE} from './objects/storage.ts';
import {PVC, VOLUME} from './objects/volumes.ts';

/** Rules of the built-in kinds that run no pods. */
export const OBJECT_RULES: Readonly<Record<string, KindRules>> = {
  ConfigMap: CONFIG_MAP,
  Endpoints: ENDPOINTS,
  'EndpointSlice.discovery.k8s.io': ENDPOINT_SLICE,
  Event: EVENT,
  'Event.events.k8s.io': EVENT,
  LimitRange: LIMIT_RANGE,
  Namespace: NAMESPACE,
  PersistentVolume: VOLUME,
  PersistentVolumeClaim: PVC,
  ResourceQuota: RESOURCE_QUOTA,
  Secret: SECRET,
  Service: SERVICE,
  ...ADMISSION,
  ...CLUSTER,
  ...NETWORKING,
  ...RBAC,
  ...STORAGE,
};

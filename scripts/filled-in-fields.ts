/**
 * Fields that OpenAPI requires although the server accepts an object without them: the server sets a default, or their zero value is valid. OpenAPI
 * requires them only because their Go types are not pointers.
 */
const FILLED_IN: Readonly<Record<string, readonly string[]>> = {
  'api.apps.v1.ControllerRevision': ['revision'],
  'api.core.v1.Event': ['metadata', 'involvedObject'],
  'api.core.v1.HTTPHeader': ['value'],
  'api.core.v1.ISCSIPersistentVolumeSource': ['lun'],
  'api.core.v1.ISCSIVolumeSource': ['lun'],
  'api.core.v1.SleepAction': ['seconds'],
  'api.core.v1.Sysctl': ['value'],
  'api.discovery.v1.EndpointSlice': ['endpoints'],
  'api.rbac.v1.RoleRef': ['apiGroup'],
  'api.resource.v1.DeviceClass': ['spec'],
  'api.resource.v1beta1.DeviceClass': ['spec'],
  'api.resource.v1beta2.DeviceClass': ['spec'],
  'api.resource.v1.ResourceClaim': ['spec'],
  'api.resource.v1beta1.ResourceClaim': ['spec'],
  'api.resource.v1beta2.ResourceClaim': ['spec'],
  'api.resource.v1.ResourceClaimTemplate': ['spec'],
  'api.resource.v1beta1.ResourceClaimTemplate': ['spec'],
  'api.resource.v1beta2.ResourceClaimTemplate': ['spec'],
  'api.resource.v1.ResourceClaimTemplateSpec': ['spec'],
  'api.resource.v1beta1.ResourceClaimTemplateSpec': ['spec'],
  'api.resource.v1beta2.ResourceClaimTemplateSpec': ['spec'],
  'api.scheduling.v1.PriorityClass': ['value'],
  'api.storage.v1.CSIDriver': ['spec'],
  'apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion': ['served', 'storage'],
  'apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion': ['strategy'],
};

/** Reports whether the server accepts objects without a field that OpenAPI requires. Conditions and status come from the server itself. */
export const isFilledIn = (type: string, field: string): boolean =>
  /(?:Condition|Status)$/.test(type) || (FILLED_IN[type.replace(/^io\.k8s\./, '')]?.includes(field) ?? false);

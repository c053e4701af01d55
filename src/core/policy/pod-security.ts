/** The levels of the Pod Security Standards that forbid something. */
export const POD_SECURITY_LEVELS = ['baseline', 'restricted'] as const;

/** A level of the Pod Security Standards. */
export type PodSecurityLevel = (typeof POD_SECURITY_LEVELS)[number];

/** The controls of the Pod Security Standards, by the names that the admission of clusters uses. */
export const POD_SECURITY_CONTROLS = [
  'allowPrivilegeEscalation',
  'appArmorProfile',
  'capabilities',
  'hostNamespaces',
  'hostPathVolumes',
  'hostPorts',
  'hostProbesAndHostLifecycle',
  'privileged',
  'procMount',
  'restrictedVolumes',
  'runAsNonRoot',
  'runAsUser',
  'seLinuxOptions',
  'seccompProfile',
  'sysctls',
  'windowsHostProcess',
] as const;

/** A control of the Pod Security Standards. */
export type PodSecurityControl = (typeof POD_SECURITY_CONTROLS)[number];

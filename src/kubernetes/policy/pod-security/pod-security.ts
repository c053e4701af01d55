import type {JsonObject} from '../../../core/json.ts';
import type {PodSecurityControl, PodSecurityLevel} from '../../../core/policy/pod-security.ts';
import type {PolicyFinding} from '../../../core/policy/policy-finding.ts';
import {podViewOf} from '../pod-view.ts';
import {
  allowPrivilegeEscalation,
  baselineCapabilities,
  privileged,
  procMount,
  restrictedCapabilities,
} from './container-controls.ts';
import type {Control} from './control.ts';
import {
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbesAndHostLifecycle,
  restrictedVolumes,
  windowsHostProcess,
} from './host-controls.ts';
import {appArmorProfile, baselineSeccomp, restrictedSeccomp, seLinuxOptions, sysctls} from './profile-controls.ts';
import {runAsNonRoot, runAsUser} from './user-controls.ts';

type Controls = Readonly<Partial<Record<PodSecurityControl, Control>>>;

const BASELINE: Controls = {
  windowsHostProcess,
  hostNamespaces,
  privileged,
  capabilities: baselineCapabilities,
  hostPathVolumes,
  hostPorts,
  hostProbesAndHostLifecycle,
  appArmorProfile,
  seLinuxOptions,
  procMount,
  seccompProfile: baselineSeccomp,
  sysctls,
};

/** The controls of each level, as the Pod Security Standards of Kubernetes 1.34 define them. */
const LEVELS: Readonly<Record<PodSecurityLevel, Controls>> = {
  baseline: BASELINE,
  restricted: {
    ...BASELINE,
    restrictedVolumes,
    allowPrivilegeEscalation,
    runAsNonRoot,
    runAsUser,
    seccompProfile: restrictedSeccomp,
    capabilities: restrictedCapabilities,
  },
};

/** Returns the breaches of a level of the Pod Security Standards by an object with pods, by control. */
export function checkPodSecurity(
  object: JsonObject,
  level: PodSecurityLevel,
  excluded: readonly PodSecurityControl[] = [],
): readonly PolicyFinding[] {
  const pod = podViewOf(object);
  if (pod === undefined) return [];
  return Object.entries(LEVELS[level])
    .filter(([control]) => !excluded.includes(control as PodSecurityControl))
    .flatMap(([control, check]) => check(pod).map((finding) => ({...finding, control})));
}

import type {Json} from '../../../core/json.ts';
import {objectsAt} from '../../graph/edges/pod-template.ts';
import {setAt} from '../pod-view.ts';
import {type Control, containerContextsOf, contextsOf, forbidValues, isWindows, shown} from './control.ts';

/** The types of AppArmor and seccomp profiles that confine a process. */
const isConfined = (type: Json | undefined): boolean => type === 'RuntimeDefault' || type === 'Localhost';

const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const appArmorFields = forbidValues(contextsOf, ['appArmorProfile', 'type'], isConfined);

/** Forbids to disable the AppArmor profile, by a field or by the annotation of old versions. */
export const appArmorProfile: Control = (pod) => [
  ...appArmorFields(pod),
  ...Object.entries(pod.annotations).flatMap(([key, value]) =>
    !key.startsWith(APPARMOR) ||
    (typeof value === 'string' && (/^(?:runtime\/default)?$/.test(value) || value.startsWith('localhost/')))
      ? []
      : [{message: `the annotation ${key} must not be ${shown(value)}`, path: [...pod.annotationsPath, key]}],
  ),
];

/** Forbids to disable seccomp. */
export const baselineSeccomp: Control = forbidValues(contextsOf, ['seccompProfile', 'type'], isConfined);

/** Requires a seccomp profile, of the pod or of each container. */
export const restrictedSeccomp: Control = (pod) => {
  if (isWindows(pod)) return [];
  const forbidden = baselineSeccomp(pod);
  if (isConfined(setAt(pod.spec, 'securityContext', 'seccompProfile', 'type'))) return forbidden;
  const without = containerContextsOf(pod).filter(({value}) => setAt(value, 'seccompProfile', 'type') === undefined);
  return [
    ...forbidden,
    ...without.map(({of, path}) => ({
      message: `the pod or ${of} must set securityContext.seccompProfile.type to RuntimeDefault or Localhost`,
      path: [...path, 'seccompProfile'],
    })),
  ];
};

const SELINUX_TYPES: readonly Json[] = ['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t'];

const SELINUX: readonly Control[] = [
  forbidValues(contextsOf, ['seLinuxOptions', 'type'], (type) => SELINUX_TYPES.includes(type)),
  forbidValues(contextsOf, ['seLinuxOptions', 'user'], (user) => user === ''),
  forbidValues(contextsOf, ['seLinuxOptions', 'role'], (role) => role === ''),
];

/** Forbids SELinux types other than those of containers, and any SELinux user or role. */
export const seLinuxOptions: Control = (pod) => SELINUX.flatMap((control) => control(pod));

/** The sysctls that affect only the pod. */
const SAFE_SYSCTLS: ReadonlySet<Json | undefined> = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.tcp_wmem',
]);

/** Forbids sysctls that affect other pods or the node. */
export const sysctls: Control = ({spec, path}) =>
  objectsAt(spec, 'securityContext', 'sysctls').flatMap(({name}, i) =>
    SAFE_SYSCTLS.has(name)
      ? []
      : [
          {
            message: `the pod must not set the sysctl ${shown(name ?? null)}`,
            path: [...path, 'securityContext', 'sysctls', i, 'name'],
          },
        ],
  );

import type {JsonObject} from '../../../core/json.ts';
import {listAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {
  at,
  child,
  choiceOf,
  duplicate,
  forbidden,
  invalid,
  invalids,
  notSupported,
  required,
  tooLong,
} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {userId} from '../formats.ts';
import {itemsAt} from '../objects/fields.ts';
import {inside} from './inside-path.ts';
import {internalJson} from './internal-json.ts';
import {has} from './numbers.ts';

const idsProblems = (context: JsonObject, path: string, ...keys: readonly string[]): readonly Problem[] =>
  keys.flatMap((key) => {
    const id = context[key];
    return typeof id === 'number' ? invalids(child(path, key), id, userId(id)) : [];
  });

/** Checks the security context of a Pod. The server's internal type includes some fields that v1 has beside it. */
export function podSecurityProblems(spec: JsonObject, path: string): readonly Problem[] {
  const context = partAt(spec, 'securityContext');
  const field = child(path, 'securityContext');
  return [
    ...idsProblems(context, field, 'fsGroup', 'runAsUser', 'runAsGroup'),
    ...listAt(context, 'supplementalGroups').flatMap((id, index) =>
      typeof id === 'number' ? invalids(at(child(field, 'supplementalGroups'), index), id, userId(id)) : [],
    ),
    ...(spec['shareProcessNamespace'] === true && spec['hostPID'] === true
      ? [
          invalid(
            child(field, 'shareProcessNamespace'),
            true,
            'ShareProcessNamespace and HostPID cannot both be enabled',
          ),
        ]
      : []),
    ...sysctlsProblems(spec, context, child(field, 'sysctls')),
    ...oneOf(context, field, 'fsGroupChangePolicy', ['Always', 'OnRootMismatch']),
    ...seccompProblems(objectAt(context, 'seccompProfile'), child(field, 'seccompProfile')),
    ...appArmorProblems(objectAt(context, 'appArmorProfile'), child(field, 'appArmorProfile')),
    ...oneOf(context, field, 'supplementalGroupsPolicy', ['Merge', 'Strict']),
    ...oneOf(context, field, 'seLinuxChangePolicy', ['MountOption', 'Recursive']),
  ];
}

const oneOf = (object: JsonObject, path: string, key: string, supported: readonly string[]): readonly Problem[] =>
  !has(object, key) || supported.includes(textAt(object, key))
    ? []
    : [notSupported(child(path, key), textAt(object, key), supported)];

const SYSCTL = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';

function sysctlsProblems(spec: JsonObject, context: JsonObject, path: string): readonly Problem[] {
  const seen = new Set<string>();
  return itemsAt(context, 'sysctls').flatMap(([sysctl, index]) => {
    const [name, field] = [textAt(sysctl, 'name'), child(at(path, index), 'name')];
    const problems = [...sysctlName(name, field, seen), ...sysctlOfHost(name, field, spec)];
    seen.add(name);
    return problems;
  });
}

function sysctlName(name: string, path: string, seen: ReadonlySet<string>): readonly Problem[] {
  if (name === '') return [required(path)];
  if (name.length > 253 || !new RegExp(SYSCTL).test(name)) {
    return [invalid(path, name, `must have at most 253 characters and match regex ${SYSCTL}`)];
  }
  return seen.has(name) ? [duplicate(path, name)] : [];
}

const OF_IPC = /^(kernel\.(shm|msg)|kernel\.sem$|fs\.mqueue\.)/;

/** Checks sysctls that conflict with a shared host namespace. */
function sysctlOfHost(name: string, path: string, spec: JsonObject): readonly Problem[] {
  const dotted = name.replaceAll('/', '.');
  if (spec['hostNetwork'] === true && dotted.startsWith('net.')) {
    return [invalid(path, name, "may not be specified when 'hostNetwork' is true")];
  }
  return spec['hostIPC'] === true && OF_IPC.test(dotted)
    ? [invalid(path, name, "may not be specified when 'hostIPC' is true")]
    : [];
}

const PROFILES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function seccompProblems(profile: JsonObject | undefined, path: string): readonly Problem[] {
  if (profile === undefined) return [];
  const [type, local] = [textAt(profile, 'type'), child(path, 'localhostProfile')];
  const named = has(profile, 'localhostProfile');
  return [
    ...profileType(type, child(path, 'type'), 'type is required when seccompProfile is set'),
    ...(type === 'Localhost' && !named ? [required(local, 'must be set when seccomp type is Localhost')] : []),
    ...(type === 'Localhost' && named ? inside(textAt(profile, 'localhostProfile'), local) : []),
    ...(type !== 'Localhost' && named
      ? [invalid(local, internalJson('SeccompProfile', profile), 'can only be set when seccomp type is Localhost')]
      : []),
  ];
}

function profileType(type: string, path: string, missing: string): readonly Problem[] {
  if (type === '') return [required(path, missing)];
  return choiceOf(path, type, PROFILES);
}

function appArmorProblems(profile: JsonObject | undefined, path: string): readonly Problem[] {
  if (profile === undefined) return [];
  const [type, local] = [textAt(profile, 'type'), child(path, 'localhostProfile')];
  if (type === 'Localhost') return localProfileProblems(profile, local);
  if (type === 'RuntimeDefault' || type === 'Unconfined') {
    return has(profile, 'localhostProfile')
      ? [invalid(local, textAt(profile, 'localhostProfile'), 'can only be set when AppArmor type is Localhost')]
      : [];
  }
  return profileType(type, child(path, 'type'), 'type is required when appArmorProfile is set');
}

function localProfileProblems(profile: JsonObject, path: string): readonly Problem[] {
  const name = textAt(profile, 'localhostProfile');
  if (name !== name.trim()) return [invalid(path, name, 'must not be padded with whitespace')];
  if (name === '') return [required(path, 'must be set when AppArmor type is Localhost')];
  return name.length > 4095 ? [tooLong(path, 4095)] : [];
}

/** Checks the security context of a container. */
export function securityProblems(
  container: JsonObject,
  path: string,
  {hostUsers}: {readonly hostUsers: boolean},
): readonly Problem[] {
  const context = objectAt(container, 'securityContext');
  if (context === undefined) return [];
  const [field, mount] = [child(path, 'securityContext'), textAt(context, 'procMount')];
  return [
    ...idsProblems(context, field, 'runAsUser', 'runAsGroup'),
    ...oneOf(context, field, 'procMount', ['Default', 'Unmasked']),
    ...(hostUsers && mount === 'Unmasked'
      ? [invalid(child(field, 'procMount'), mount, '`hostUsers` must be false to use `Unmasked`')]
      : []),
    ...seccompProblems(objectAt(context, 'seccompProfile'), child(field, 'seccompProfile')),
    ...escalationProblems(context, field),
    ...appArmorProblems(objectAt(context, 'appArmorProfile'), child(field, 'appArmorProfile')),
  ];
}

function escalationProblems(context: JsonObject, path: string): readonly Problem[] {
  if (context['allowPrivilegeEscalation'] !== false) return [];
  const shown = internalJson('SecurityContext', context);
  const mayNot = 'cannot set `allowPrivilegeEscalation` to false and';
  return [
    ...(context['privileged'] === true ? [invalid(path, shown, `${mayNot} \`privileged\` to true`)] : []),
    ...listAt(context, 'capabilities', 'add')
      .filter((capability) => capability === 'CAP_SYS_ADMIN')
      .map(() => invalid(path, shown, `${mayNot} \`capabilities.Add\` CAP_SYS_ADMIN`)),
  ];
}

const NOT_ON_WINDOWS = {
  pod: ['appArmorProfile', 'seLinuxOptions', '^hostUsers', '^hostPID', '^hostIPC', 'seccompProfile', 'fsGroup'].concat(
    ['fsGroupChangePolicy', 'sysctls', '^shareProcessNamespace', 'runAsUser', 'runAsGroup', 'supplementalGroups'],
    ['supplementalGroupsPolicy', 'seLinuxChangePolicy'],
  ),
  container: ['appArmorProfile', 'seLinuxOptions', 'seccompProfile', 'capabilities', 'readOnlyRootFilesystem'].concat([
    'privileged',
    'allowPrivilegeEscalation',
    'procMount',
    'runAsUser',
    'runAsGroup',
  ]),
};

/** Checks fields that only one operating system has. */
export function osProblems(
  spec: JsonObject,
  path: string,
  containers: readonly (readonly [container: JsonObject, path: string])[],
): readonly Problem[] {
  const os = objectAt(spec, 'os');
  if (os === undefined) return [];
  const [name, field] = [textAt(os, 'name'), child(path, 'os')];
  if (name === '') return [required(child(field, 'name'))];
  if (name === 'linux') return onLinux(spec, path, containers);
  return name === 'windows' ? onWindows(spec, path, containers) : [notSupported(field, name, ['linux', 'windows'])];
}

type Containers = readonly (readonly [container: JsonObject, path: string])[];

const onLinux = (spec: JsonObject, path: string, containers: Containers): readonly Problem[] =>
  [[spec, path] as const, ...containers]
    .filter(([one]) => has(objectAt(one, 'securityContext'), 'windowsOptions'))
    .map(([, field]) =>
      forbidden(child(field, 'securityContext', 'windowsOptions'), 'windows options cannot be set for a linux pod'),
    );

const cannot = (field: string): Problem => forbidden(field, 'cannot be set for a windows pod');

function onWindows(spec: JsonObject, path: string, containers: Containers): readonly Problem[] {
  const context = objectAt(spec, 'securityContext');
  return [
    ...NOT_ON_WINDOWS.pod.flatMap((key) => {
      if (!key.startsWith('^')) return has(context, key) ? [cannot(child(path, 'securityContext', key))] : [];
      const outer = key.slice(1);
      return has(spec, outer) && (spec[outer] !== false || outer === 'hostUsers') ? [cannot(child(path, outer))] : [];
    }),
    ...containers.flatMap(([container, field]) =>
      NOT_ON_WINDOWS.container
        .filter((key) => has(objectAt(container, 'securityContext'), key))
        .map((key) => cannot(child(field, 'securityContext', key))),
    ),
  ];
}

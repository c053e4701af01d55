import type {JsonObject} from '../../src/core/json.ts';
import type {PodSecurityControl, PodSecurityLevel} from '../../src/core/policy/pod-security.ts';

/** The kinds that are checked: a pod, and pod templates at each depth. */
export const KINDS = ['Pod', 'Deployment', 'Job', 'CronJob'] as const;

/** A control of the Pod Security Standards, a pod that it forbids, and pods that the whole level allows. */
export type ControlCase = {
  readonly control: PodSecurityControl;
  readonly level: PodSecurityLevel;
  readonly forbids: string;
  readonly pod: JsonObject;
  /** The end of the path of the finding. */
  readonly path: readonly (string | number)[];
  readonly allows: readonly JsonObject[];
};

/** Returns the spec of a pod with one container. */
export const podOf = (spec: JsonObject): JsonObject => ({
  restartPolicy: 'Never',
  containers: [{name: 'main', image: 'registry.example.com/x:1'}],
  ...spec,
});

/** Returns the spec of a pod that `restricted` allows, with other fields of its security contexts. */
export function restrictedPod(container: JsonObject = {}, pod: JsonObject = {}, spec: JsonObject = {}): JsonObject {
  const securityContext = {
    allowPrivilegeEscalation: false,
    capabilities: {drop: ['ALL']},
    ...container,
  };
  return podOf({
    securityContext: {runAsNonRoot: true, seccompProfile: {type: 'RuntimeDefault'}, ...pod},
    containers: [{name: 'main', image: 'registry.example.com/x:1', securityContext}],
    ...spec,
  });
}

const withContainer = (container: JsonObject): JsonObject =>
  podOf({containers: [{name: 'main', image: 'registry.example.com/x:1', ...container}]});

const withContext = (securityContext: JsonObject): JsonObject => withContainer({securityContext});

const withPodContext = (securityContext: JsonObject): JsonObject => podOf({securityContext});

/** Returns an object of a kind with a pod. */
export function wrapped(kind: (typeof KINDS)[number], spec: JsonObject, name = 'x'): JsonObject {
  const metadata = {name};
  const labels = {app: name};
  const template = {metadata: {labels}, spec};
  if (kind === 'Pod') return {apiVersion: 'v1', kind, metadata, spec};
  if (kind === 'Job') return {apiVersion: 'batch/v1', kind, metadata, spec: {template}};
  if (kind === 'CronJob')
    return {apiVersion: 'batch/v1', kind, metadata, spec: {schedule: '@daily', jobTemplate: {spec: {template}}}};
  const always = {metadata: {labels}, spec: {...spec, restartPolicy: 'Always'}};
  return {apiVersion: 'apps/v1', kind, metadata, spec: {selector: {matchLabels: labels}, template: always}};
}

type Row = Omit<ControlCase, 'control' | 'level'>;

const cases = (control: PodSecurityControl, level: PodSecurityLevel, rows: readonly Row[]): readonly ControlCase[] =>
  rows.map((row) => ({control, level, ...row}));

const context = (...keys: readonly string[]): readonly string[] => ['securityContext', ...keys];

/** The controls of the Pod Security Standards of Kubernetes 1.34, each in both directions. */
export const CONTROL_CASES: readonly ControlCase[] = [
  ...cases('windowsHostProcess', 'baseline', [
    {
      forbids: 'a HostProcess container',
      // A HostProcess container is valid only in the network of the node.
      pod: {...withContext({windowsOptions: {hostProcess: true}}), hostNetwork: true},
      path: context('windowsOptions', 'hostProcess'),
      allows: [withContext({windowsOptions: {hostProcess: false}}), withContext({windowsOptions: {}})],
    },
    {
      forbids: 'a HostProcess pod',
      pod: {...withPodContext({windowsOptions: {hostProcess: true}}), hostNetwork: true},
      path: context('windowsOptions', 'hostProcess'),
      allows: [withPodContext({windowsOptions: {hostProcess: false}})],
    },
  ]),
  ...cases(
    'hostNamespaces',
    'baseline',
    ['hostNetwork', 'hostPID', 'hostIPC'].map((field) => ({
      forbids: field,
      pod: podOf({[field]: true}),
      path: ['spec', field],
      allows: [podOf({[field]: false})],
    })),
  ),
  ...cases('privileged', 'baseline', [
    {
      forbids: 'a privileged container',
      pod: withContext({privileged: true}),
      path: context('privileged'),
      allows: [withContext({privileged: false}), withContext({})],
    },
  ]),
  ...cases('capabilities', 'baseline', [
    {
      forbids: 'another capability than the default ones',
      pod: withContext({capabilities: {add: ['CHOWN', 'SYS_ADMIN']}}),
      path: context('capabilities', 'add'),
      allows: [
        withContext({
          capabilities: {add: ['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD']},
        }),
        withContext({
          capabilities: {add: ['NET_BIND_SERVICE', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT']},
        }),
        withContext({capabilities: {drop: ['ALL']}}),
      ],
    },
  ]),
  ...cases('hostPathVolumes', 'baseline', [
    {
      forbids: 'a hostPath volume',
      pod: podOf({
        volumes: [
          {name: 'a', emptyDir: {}},
          {name: 'b', hostPath: {path: '/etc'}},
        ],
      }),
      path: ['volumes', 1, 'hostPath'],
      allows: [podOf({volumes: [{name: 'a', emptyDir: {}}, {name: 'b'}]})],
    },
  ]),
  ...cases('hostPorts', 'baseline', [
    {
      forbids: 'a port of the node',
      pod: withContainer({ports: [{containerPort: 80}, {containerPort: 81, hostPort: 8080}]}),
      path: ['ports', 1, 'hostPort'],
      allows: [
        withContainer({ports: [{containerPort: 80, hostPort: 0}]}),
        withContainer({ports: [{containerPort: 80}]}),
      ],
    },
  ]),
  ...cases('hostProbesAndHostLifecycle', 'baseline', [
    ...['livenessProbe', 'readinessProbe', 'startupProbe'].map((probe) => ({
      forbids: `another host in ${probe}.httpGet`,
      pod: withContainer({[probe]: {httpGet: {port: 80, host: '10.0.0.1'}}}),
      path: [probe, 'httpGet', 'host'],
      allows: [
        withContainer({[probe]: {httpGet: {port: 80, host: ''}}}),
        withContainer({[probe]: {tcpSocket: {port: 80}}}),
      ],
    })),
    ...['postStart', 'preStop'].map((hook) => ({
      forbids: `another host in lifecycle.${hook}.tcpSocket`,
      pod: withContainer({lifecycle: {[hook]: {tcpSocket: {port: 80, host: '127.0.0.1'}}}}),
      path: ['lifecycle', hook, 'tcpSocket', 'host'],
      allows: [withContainer({lifecycle: {[hook]: {httpGet: {port: 80}}}})],
    })),
  ]),
  ...cases('appArmorProfile', 'baseline', [
    {
      forbids: 'an unconfined container',
      pod: withContext({appArmorProfile: {type: 'Unconfined'}}),
      path: context('appArmorProfile', 'type'),
      allows: [
        withContext({appArmorProfile: {type: 'RuntimeDefault'}}),
        withContext({appArmorProfile: {type: 'Localhost', localhostProfile: 'x'}}),
      ],
    },
    {
      forbids: 'an unconfined pod',
      pod: withPodContext({appArmorProfile: {type: 'Unconfined'}}),
      path: context('appArmorProfile', 'type'),
      allows: [withPodContext({appArmorProfile: {type: 'RuntimeDefault'}})],
    },
  ]),
  ...cases('seLinuxOptions', 'baseline', [
    {
      forbids: 'another type',
      pod: withContext({seLinuxOptions: {type: 'spc_t'}}),
      path: context('seLinuxOptions', 'type'),
      allows: ['container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t', ''].map((type) =>
        withContext({seLinuxOptions: {type}}),
      ),
    },
    {
      forbids: 'a user',
      pod: withPodContext({seLinuxOptions: {user: 'sysadm_u'}}),
      path: context('seLinuxOptions', 'user'),
      allows: [withPodContext({seLinuxOptions: {level: 's0:c123,c456', user: ''}})],
    },
    {
      forbids: 'a role',
      pod: withContext({seLinuxOptions: {role: 'sysadm_r'}}),
      path: context('seLinuxOptions', 'role'),
      allows: [withContext({seLinuxOptions: {role: ''}})],
    },
  ]),
  ...cases('procMount', 'baseline', [
    {
      forbids: 'an unmasked /proc',
      pod: {...withContext({procMount: 'Unmasked'}), hostUsers: false},
      path: context('procMount'),
      allows: [withContext({procMount: 'Default'})],
    },
  ]),
  ...cases('seccompProfile', 'baseline', [
    {
      forbids: 'an unconfined container',
      pod: withContext({seccompProfile: {type: 'Unconfined'}}),
      path: context('seccompProfile', 'type'),
      allows: [
        withContext({seccompProfile: {type: 'RuntimeDefault'}}),
        withContext({seccompProfile: {type: 'Localhost', localhostProfile: 'x'}}),
      ],
    },
    {
      forbids: 'an unconfined pod',
      pod: withPodContext({seccompProfile: {type: 'Unconfined'}}),
      path: context('seccompProfile', 'type'),
      allows: [withPodContext({seccompProfile: {type: 'RuntimeDefault'}})],
    },
  ]),
  ...cases('sysctls', 'baseline', [
    {
      forbids: 'a sysctl of the node',
      pod: withPodContext({
        sysctls: [
          {name: 'net.ipv4.tcp_syncookies', value: '1'},
          {name: 'kernel.msgmax', value: '1'},
        ],
      }),
      path: ['securityContext', 'sysctls', 1, 'name'],
      allows: [
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
      ].map((name) => withPodContext({sysctls: [{name, value: '1'}]})),
    },
  ]),
  ...cases('restrictedVolumes', 'restricted', [
    {
      forbids: 'an NFS volume',
      pod: restrictedPod({}, {}, {volumes: [{name: 'a', nfs: {server: 's', path: '/'}}]}),
      path: ['volumes', 0, 'nfs'],
      allows: [
        restrictedPod(
          {},
          {},
          {
            volumes: [
              {name: 'a', configMap: {name: 'x'}},
              {name: 'b', downwardAPI: {items: []}},
              {name: 'c', emptyDir: {}},
              {name: 'd', persistentVolumeClaim: {claimName: 'x'}},
              {name: 'e', projected: {sources: []}},
              {name: 'f', secret: {secretName: 'x'}},
              {name: 'g', csi: {driver: 'd.example.com'}},
              {
                name: 'h',
                ephemeral: {
                  volumeClaimTemplate: {
                    spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}},
                  },
                },
              },
              {name: 'i'},
            ],
          },
        ),
      ],
    },
  ]),
  ...cases('allowPrivilegeEscalation', 'restricted', [
    {
      forbids: 'an absent allowPrivilegeEscalation',
      pod: restrictedPod({allowPrivilegeEscalation: null}),
      path: context('allowPrivilegeEscalation'),
      allows: [restrictedPod()],
    },
    {
      forbids: 'privilege escalation',
      pod: restrictedPod({allowPrivilegeEscalation: true}),
      path: context('allowPrivilegeEscalation'),
      allows: [],
    },
  ]),
  ...cases('runAsNonRoot', 'restricted', [
    {
      forbids: 'an absent runAsNonRoot',
      pod: restrictedPod({}, {runAsNonRoot: null}),
      path: context('runAsNonRoot'),
      allows: [restrictedPod({runAsNonRoot: true}, {runAsNonRoot: null})],
    },
    {
      forbids: 'a container that may run as root',
      pod: restrictedPod({runAsNonRoot: false}),
      path: context('runAsNonRoot'),
      allows: [restrictedPod({runAsNonRoot: true})],
    },
    {
      forbids: 'a pod that may run as root',
      pod: restrictedPod({runAsNonRoot: true}, {runAsNonRoot: false}),
      path: context('runAsNonRoot'),
      allows: [],
    },
  ]),
  ...cases('runAsUser', 'restricted', [
    {
      forbids: 'a container of root',
      pod: restrictedPod({runAsUser: 0}),
      path: context('runAsUser'),
      allows: [restrictedPod({runAsUser: 1000})],
    },
    {
      forbids: 'a pod of root',
      pod: restrictedPod({}, {runAsUser: 0}),
      path: context('runAsUser'),
      allows: [restrictedPod({}, {runAsUser: 1000})],
    },
  ]),
  ...cases('seccompProfile', 'restricted', [
    {
      forbids: 'an absent profile',
      pod: restrictedPod({}, {seccompProfile: null}),
      path: context('seccompProfile'),
      allows: [restrictedPod({seccompProfile: {type: 'RuntimeDefault'}}, {seccompProfile: null})],
    },
    {
      forbids: 'an unconfined container',
      pod: restrictedPod({seccompProfile: {type: 'Unconfined'}}),
      path: context('seccompProfile', 'type'),
      allows: [restrictedPod({seccompProfile: {type: 'Localhost', localhostProfile: 'x'}})],
    },
  ]),
  ...cases('capabilities', 'restricted', [
    {
      forbids: 'capabilities that are not dropped',
      pod: restrictedPod({capabilities: {drop: ['CHOWN']}}),
      path: context('capabilities', 'drop'),
      allows: [restrictedPod({capabilities: {drop: ['CHOWN', 'ALL']}})],
    },
    {
      forbids: 'another added capability than NET_BIND_SERVICE',
      pod: restrictedPod({capabilities: {drop: ['ALL'], add: ['CHOWN']}}),
      path: context('capabilities', 'add'),
      allows: [restrictedPod({capabilities: {drop: ['ALL'], add: ['NET_BIND_SERVICE']}})],
    },
  ]),
];

import {globSync} from 'node:fs';
import {join} from 'node:path';
import type {Program, Programs} from './find.ts';
import {STAGES} from './paths.ts';
import {runFiles} from './run-state.ts';

/** One server of the control plane; `after: 'ready'` waits until the API server answers. */
export type PlannedProcess = {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly after: 'nothing' | 'ready';
  readonly env?: Readonly<Record<string, string>>;
};

/** What the supervisor is told; `server` and `ca` let it ask whether the API server is ready, where there is one. */
export type Plan = {
  readonly server?: string;
  readonly ca?: string;
  readonly processes: readonly PlannedProcess[];
};

export type Ports = {
  readonly apiserver: number;
  readonly etcd: number;
  readonly etcdPeer: number;
  readonly kubelet: number;
};

const LOOPBACK = '127.0.0.1';
const POD_RANGE = '10.244.0.0/16';
const SERVICE_RANGE = '10.96.0.0/16';

/** The command lines of all servers that `programs` has, as data: nothing listens anywhere but on loopback. */
export function planProcesses(dir: string, ports: Ports, programs: Programs): readonly PlannedProcess[] {
  const {pki, etcd, containerLogs} = runFiles(dir);
  const key = (name: string) => join(pki, name);
  const args: Readonly<Record<Program, readonly string[]>> = {
    etcd: [
      '--name=gantry-test',
      `--data-dir=${etcd}`,
      `--listen-client-urls=http://${LOOPBACK}:${ports.etcd}`,
      `--advertise-client-urls=http://${LOOPBACK}:${ports.etcd}`,
      `--listen-peer-urls=http://${LOOPBACK}:${ports.etcdPeer}`,
      `--initial-advertise-peer-urls=http://${LOOPBACK}:${ports.etcdPeer}`,
      `--initial-cluster=gantry-test=http://${LOOPBACK}:${ports.etcdPeer}`,
      '--unsafe-no-fsync', // nobody misses this data after a crash
      '--log-level=warn',
    ],
    'kube-apiserver': [
      `--etcd-servers=http://${LOOPBACK}:${ports.etcd}`,
      `--bind-address=${LOOPBACK}`,
      `--secure-port=${ports.apiserver}`,
      `--tls-cert-file=${key('server.crt')}`,
      `--tls-private-key-file=${key('server.key')}`,
      `--client-ca-file=${key('ca.crt')}`,
      '--authorization-mode=Node,RBAC',
      '--allow-privileged=true',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${key('service-accounts.key')}`,
      `--service-account-signing-key-file=${key('service-accounts.key')}`,
      `--service-cluster-ip-range=${SERVICE_RANGE}`,
      // A loopback address is no valid endpoint of the Service `kubernetes`.
      '--endpoint-reconciler-type=none',
      // So many that priority and fairness, which stays on, does not slow down 64 requests at a time.
      '--max-requests-inflight=3000',
      '--max-mutating-requests-inflight=1000',
      `--kubelet-certificate-authority=${key('ca.crt')}`,
      `--kubelet-client-certificate=${key('kubelet-client.crt')}`,
      `--kubelet-client-key=${key('kubelet-client.key')}`,
      '--kubelet-preferred-address-types=InternalIP',
      '--profiling=false',
      // Only the controller manager makes the ServiceAccounts that this plugin wants to see.
      ...(programs['kube-controller-manager'] ? [] : ['--disable-admission-plugins=ServiceAccount']),
    ],
    'kube-controller-manager': [
      `--kubeconfig=${key('kube-controller-manager.kubeconfig')}`,
      '--use-service-account-credentials=true',
      `--service-account-private-key-file=${key('service-accounts.key')}`,
      `--root-ca-file=${key('ca.crt')}`,
      `--cluster-signing-cert-file=${key('ca.crt')}`,
      `--cluster-signing-key-file=${key('ca.key')}`,
      '--kube-api-qps=1000',
      '--kube-api-burst=2000',
      '--leader-elect=false',
      '--secure-port=0',
    ],
    'kube-scheduler': [
      `--kubeconfig=${key('kube-scheduler.kubeconfig')}`,
      '--kube-api-qps=1000',
      '--kube-api-burst=2000',
      '--leader-elect=false',
      '--secure-port=0',
    ],
    kwok: [
      `--kubeconfig=${key('kwok.kubeconfig')}`,
      '--manage-all-nodes',
      '--node-lease-duration-seconds=40',
      `--node-ip=${LOOPBACK}`,
      `--node-port=${ports.kubelet}`,
      `--server-address=${LOOPBACK}:${ports.kubelet}`,
      `--tls-cert-file=${key('server.crt')}`,
      `--tls-private-key-file=${key('server.key')}`,
      `--cidr=${POD_RANGE}`,
      ...[...globSync(join(STAGES, '*.yaml')).toSorted(), containerLogs].map((file) => `--config=${file}`),
    ],
  };
  return (Object.keys(args) as Program[]).flatMap((name) => {
    const file = programs[name];
    const after = name === 'etcd' || name === 'kube-apiserver' ? 'nothing' : 'ready';
    return file ? [{name, file, args: args[name], after}] : [];
  });
}

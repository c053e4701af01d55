import type {Json, JsonObject} from '../../../core/json.ts';

const NAME = 'node-0';
const POD_RANGE = '10.244.0.0/16';

/** The capacity is so large that no pod is rejected for lack of it. */
const CAPACITY = {cpu: '1k', 'ephemeral-storage': '10Ti', memory: '1Ti', pods: '100k'};

const CONDITIONS = [
  ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  ['NetworkUnavailable', 'False', 'RouteCreated', 'RouteController created a route'],
] as const;

const conditionsAt = (now: string): readonly Json[] =>
  CONDITIONS.map(([type, status, reason, message]) => {
    return {type, status, lastHeartbeatTime: now, lastTransitionTime: now, reason, message};
  });

/** Returns the only node, as in the project's test cluster. It is ready from the beginning. */
export const initialNode = (now: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: NAME,
    labels: {
      'beta.kubernetes.io/arch': 'amd64',
      'beta.kubernetes.io/os': 'linux',
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/hostname': NAME,
      'kubernetes.io/os': 'linux',
    },
    annotations: {'node.alpha.kubernetes.io/ttl': '0'},
  },
  spec: {podCIDR: POD_RANGE, podCIDRs: [POD_RANGE]},
  status: {
    capacity: CAPACITY,
    allocatable: CAPACITY,
    conditions: conditionsAt(now),
    addresses: [
      // Endpoints of pods on the network of the node may not be loopback addresses.
      {type: 'InternalIP', address: '10.0.0.1'},
      {type: 'Hostname', address: NAME},
    ],
    daemonEndpoints: {kubeletEndpoint: {Port: 0}},
    nodeInfo: {
      machineID: '',
      systemUUID: '',
      bootID: '',
      kernelVersion: 'sandbox',
      osImage: 'sandbox',
      containerRuntimeVersion: 'sandbox://1.34.4',
      kubeletVersion: 'v1.34.4',
      kubeProxyVersion: '',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
  },
});

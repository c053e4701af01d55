import type {Json} from '../../../core/json.ts';
import {objectsAt} from '../../graph/edges/pod-template.ts';
import {setAt} from '../pod-view.ts';
import {type Control, contextsOf, forbidValues, shown} from './control.ts';

/** Forbids the namespaces of the node: hostNetwork, hostPID and hostIPC. */
export const hostNamespaces: Control = ({spec, path}) =>
  ['hostNetwork', 'hostPID', 'hostIPC'].flatMap((field) => {
    const value = setAt(spec, field);
    return value === undefined || value === false
      ? []
      : [{message: `the pod must not set ${field} to ${shown(value)}`, path: [...path, field]}];
  });

/** Forbids volumes of the file system of the node. */
export const hostPathVolumes: Control = ({spec, path}) =>
  objectsAt(spec, 'volumes').flatMap((volume, i) =>
    setAt(volume, 'hostPath') === undefined
      ? []
      : [
          {
            message: `volume ${shownName(volume['name'])} must not use hostPath`,
            path: [...path, 'volumes', i, 'hostPath'],
          },
        ],
  );

/** Forbids ports of the node. */
export const hostPorts: Control = ({containers}) =>
  containers.flatMap(({name, value, path}) =>
    objectsAt(value, 'ports').flatMap((port, i) => {
      const hostPort = setAt(port, 'hostPort');
      return hostPort === undefined || hostPort === 0
        ? []
        : [
            {
              message: `container ${JSON.stringify(name)} must not use hostPort ${shown(hostPort)}`,
              path: [...path, 'ports', i, 'hostPort'],
            },
          ];
    }),
  );

/** The handlers of a container that the kubelet runs. */
const HANDLERS = [
  ['livenessProbe'],
  ['readinessProbe'],
  ['startupProbe'],
  ['lifecycle', 'postStart'],
  ['lifecycle', 'preStop'],
];

/** Forbids probes and lifecycle hooks that send requests to another host than the pod. */
export const hostProbesAndHostLifecycle: Control = ({containers}) =>
  containers.flatMap(({name, value, path}) =>
    HANDLERS.flatMap((handler) =>
      ['httpGet', 'tcpSocket'].flatMap((kind) => {
        const host = setAt(value, ...handler, kind, 'host');
        return host === undefined || host === ''
          ? []
          : [
              {
                message: `container ${JSON.stringify(name)} must not set the host of ${handler.join('.')}.${kind}`,
                path: [...path, ...handler, kind, 'host'],
              },
            ];
      }),
    ),
  );

/** Forbids containers of Windows that run as processes of the node. */
export const windowsHostProcess: Control = forbidValues(
  contextsOf,
  ['windowsOptions', 'hostProcess'],
  (value) => value === false,
);

/** The volume types that `restricted` allows. */
const VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** Forbids volume types other than those that applications need. */
export const restrictedVolumes: Control = ({spec, path}) =>
  objectsAt(spec, 'volumes').flatMap((volume, i) =>
    // A volume without a type is an emptyDir.
    Object.keys(volume)
      .filter((type) => type !== 'name' && setAt(volume, type) !== undefined && !VOLUMES.includes(type))
      .map((type) => ({
        message: `volume ${shownName(volume['name'])} must not use the type ${type}`,
        path: [...path, 'volumes', i, type],
      })),
  );

const shownName = (name: Json | undefined): string => JSON.stringify(typeof name === 'string' ? name : '');

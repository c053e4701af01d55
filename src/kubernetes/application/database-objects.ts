import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import type {Application} from './application.ts';
import type {Database} from './database.ts';
import {objectOf, sorted} from './object-of.ts';
import {resourceLimits} from './resource-limits.ts';

/**
 * Returns the objects of a database. A StatefulSet never runs two pods on one volume. The PVC is an object of the stack, so Gantry asks before it
 * deletes the PVC.
 * @param application its name is that of the database
 */
export function databaseObjects(database: Database, application: Application): readonly JsonObject[] {
  const {name, selector, labels} = application;
  const {engine, port, secret} = database;
  const object = (kind: string, apiVersion: string, body: JsonObject): JsonObject =>
    objectOf({apiVersion, kind, name}, application, body);
  return [
    object('StatefulSet', 'apps/v1', {
      spec: {
        replicas: 1,
        serviceName: name,
        selector: {matchLabels: {...selector}},
        template: {metadata: defined({labels: sorted({...labels, ...selector})}), spec: podOf(database, name)},
      },
    }),
    object('Service', 'v1', {
      spec: {
        type: 'ClusterIP',
        ports: [{name: engine, port, targetPort: port, protocol: 'TCP'}],
        selector: {...selector},
      },
    }),
    object('Secret', 'v1', {type: 'Opaque', stringData: secret}),
    object('PersistentVolumeClaim', 'v1', {spec: pvcSpec(database)}),
  ];
}

/** Returns the spec of the PVC of a database. */
export const pvcSpec = ({size, storageClass}: Pick<Database, 'size' | 'storageClass'>): JsonObject =>
  defined({
    accessModes: ['ReadWriteOnce'],
    resources: {requests: {storage: size}},
    storageClassName: storageClass,
  });

function podOf(database: Database, name: string): JsonObject {
  const {engine, image, port, uid, directory, command, args, env, ready, resources} = database;
  return {
    automountServiceAccountToken: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: uid,
      runAsGroup: uid,
      fsGroup: uid,
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: {type: 'RuntimeDefault'},
    },
    containers: [
      defined({
        name: engine,
        image,
        command,
        args,
        env,
        ports: [{name: engine, containerPort: port, protocol: 'TCP'}],
        resources: resources === undefined ? undefined : resourceLimits(resources),
        readinessProbe: {exec: {command: ready}, periodSeconds: 5, timeoutSeconds: 5},
        securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: ['ALL']}},
        volumeMounts: [{name: 'data', mountPath: directory}],
      }),
    ],
    volumes: [{name: 'data', persistentVolumeClaim: {claimName: name}}],
  };
}

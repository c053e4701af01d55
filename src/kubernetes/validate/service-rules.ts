import type {JsonObject} from '../../core/json.ts';
import {at, nameAt} from '../graph/edges/pod-template.ts';
import {type Finding, refused} from './finding.ts';
import {placedAt} from './placed-containers.ts';
import {portProblem} from './ports.ts';

/** Checks a Service by the rules of the server that its schema does not contain. */
export function serviceFindings(object: JsonObject): readonly Finding[] {
  const ports = placedAt(at(object, 'spec'), 'ports', ['spec']);
  const type = nameAt(object, 'spec', 'type') ?? 'ClusterIP';
  const isHeadless = at(object, 'spec', 'clusterIP') === 'None';
  const names = new Set<string>();
  return [
    ...ports.flatMap(([port, place]): readonly Finding[] => {
      const name = nameAt(port, 'name');
      const isSecond = name !== undefined && names.has(name);
      if (name !== undefined) names.add(name);
      return [
        ...portProblem(port['port'], [...place, 'port']),
        ...portProblem(port['targetPort'], [...place, 'targetPort']),
        ...(ports.length > 1 && name === undefined
          ? [
              refused(
                'object/missing-field',
                [...place, 'name'],
                'is missing: in a Service with several ports, each port needs a name',
              ),
            ]
          : []),
        ...(isSecond
          ? [refused('object/duplicate-key', [...place, 'name'], 'is already the name of another port')]
          : []),
        ...(type === 'ClusterIP' && typeof port['nodePort'] === 'number' && port['nodePort'] > 0
          ? [refused('object/not-allowed', [...place, 'nodePort'], 'needs spec.type NodePort or LoadBalancer')]
          : []),
      ];
    }),
    ...(ports.length === 0 && type !== 'ExternalName' && !isHeadless
      ? [refused('object/missing-field', ['spec', 'ports'], 'is missing')]
      : []),
    ...(type === 'ExternalName' && nameAt(object, 'spec', 'externalName') === undefined
      ? [refused('object/missing-field', ['spec', 'externalName'], 'is missing: spec.type is ExternalName')]
      : []),
    ...(isHeadless && (type === 'NodePort' || type === 'LoadBalancer')
      ? [refused('object/not-allowed', ['spec', 'clusterIP'], `is None, which a Service of type ${type} refuses`)]
      : []),
  ];
}

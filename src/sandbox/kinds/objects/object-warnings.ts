import type {JsonObject} from '../../../core/json.ts';
import {partAt, text, textAt, textsAt} from '../../model/part.ts';
import {at, child} from '../../model/problem.ts';
import type {Write} from '../../model/rules.ts';
import {addressWarnings} from '../address-warnings.ts';
import {cidrWarnings} from '../cidr-warnings.ts';
import {NODE_LABELS, termWarnings} from '../node-label-warnings.ts';
import {entriesOf, itemsAt} from './fields.ts';

/** Returns the warnings for the addresses of load balancers in the status of a Service or an Ingress. */
export const balancerWarnings = (object: JsonObject): readonly string[] =>
  itemsAt(partAt(object, 'status', 'loadBalancer'), 'ingress').flatMap(([one, i]) =>
    text(one['ip']) === '' ? [] : addressWarnings(text(one['ip']), `status.loadBalancer.ingress[${i}]`),
  );

/** Returns the warnings for the CIDRs of a NetworkPolicy. */
export const policyWarnings = ({object}: Write): readonly string[] =>
  (
    [
      ['ingress', 'from'],
      ['egress', 'to'],
    ] as const
  ).flatMap(([rules, peers]) =>
    itemsAt(object, 'spec', rules).flatMap(([rule, i]) =>
      itemsAt(rule, peers).flatMap(([peer, j]) => {
        const block = partAt(peer, 'ipBlock');
        const path = child(at(child(at(`spec.${rules}`, i), peers), j), 'ipBlock');
        return [
          ...cidrWarnings(text(block['cidr']), child(path, 'cidr')),
          ...textsAt(block, 'except').flatMap((cidr, k) => cidrWarnings(cidr, at(child(path, 'except'), k))),
        ];
      }),
    ),
  );

/** Returns the warnings for the addresses of Endpoints that no controller wrote. */
export const endpointsWarnings = ({object}: Write): readonly string[] =>
  textAt(object, 'metadata', 'labels', 'endpoints.kubernetes.io/managed-by') === 'endpoint-controller'
    ? []
    : itemsAt(object, 'subsets').flatMap(([subset, i]) =>
        ['addresses', 'notReadyAddresses'].flatMap((list) =>
          itemsAt(subset, list).flatMap(([address, j]) =>
            addressWarnings(text(address['ip']), child(at(child(at('subsets', i), list), j), 'ip')),
          ),
        ),
      );

const SLICE_CONTROLLERS = new Set(['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io']);

/** Returns the warnings for an EndpointSlice: its deprecated type when it is new, and its addresses. */
export const sliceWarnings = ({object, before}: Write): readonly string[] => [
  ...(before === undefined && object['addressType'] === 'FQDN'
    ? ['spec.addressType: FQDN endpoints are deprecated']
    : []),
  ...(SLICE_CONTROLLERS.has(textAt(object, 'metadata', 'labels', 'endpointslice.kubernetes.io/managed-by'))
    ? []
    : itemsAt(object, 'endpoints').flatMap(([endpoint, i]) =>
        textsAt(endpoint, 'addresses').flatMap((address, j) =>
          addressWarnings(address, at(child(at('endpoints', i), 'addresses'), j)),
        ),
      )),
];

/** Returns the warnings for a Node: fields of features that are gone, and its CIDRs. */
export function nodeWarnings({object, subresource}: Write): readonly string[] {
  if (subresource !== '') return [];
  const spec = partAt(object, 'spec');
  return [
    ...(spec['configSource'] === undefined ? [] : ['spec.configSource: the feature is removed']),
    ...(text(spec['externalID']) === ''
      ? []
      : ['spec.externalID: this field is deprecated, and is unused by Kubernetes']),
    ...textsAt(spec, 'podCIDRs').flatMap((cidr, i) => cidrWarnings(cidr, `spec.podCIDRs[${i}]`)),
  ];
}

/** Returns the warnings for deprecated node labels in the topologies of a StorageClass. */
export const storageClassWarnings = ({object}: Write): readonly string[] =>
  itemsAt(object, 'allowedTopologies').flatMap(([topology, i]) =>
    itemsAt(topology, 'matchLabelExpressions').flatMap(([expression, j]) => {
      const why = NODE_LABELS[text(expression['key'])];
      return why === undefined ? [] : [`allowedTopologies[${i}].matchLabelExpressions[${j}].key: ${why}`];
    }),
  );

/** Returns the warnings for deprecated node labels in the topology of a CSIStorageCapacity. */
export const capacityWarnings = ({object}: Write): readonly string[] => {
  const topology = partAt(object, 'nodeTopology');
  return [
    ...termWarnings(topology, 'nodeTopology'),
    ...entriesOf(partAt(topology, 'matchLabels')).flatMap(([label]) =>
      Object.hasOwn(NODE_LABELS, label) ? [`nodeTopology.matchLabels.${label}: ${NODE_LABELS[label]}`] : [],
    ),
  ];
};

/** Returns the warnings for deprecated node labels that a RuntimeClass selects by. */
export const runtimeClassWarnings = ({object}: Write): readonly string[] =>
  entriesOf(partAt(object, 'scheduling', 'nodeSelector')).flatMap(([label]) =>
    Object.hasOwn(NODE_LABELS, label) ? [`scheduling.nodeSelector: ${NODE_LABELS[label]}`] : [],
  );

const MOUNTABLE = 'kubernetes.io/enforce-mountable-secrets';

/** Returns the warning for a ServiceAccount that newly gets a deprecated annotation. */
export const accountWarnings = ({object, before}: Write): readonly string[] => {
  const has = (one: JsonObject | undefined): boolean =>
    Object.hasOwn(partAt(one, 'metadata', 'annotations'), MOUNTABLE);
  return has(object) && !has(before)
    ? [
        `metadata.annotations[${MOUNTABLE}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
      ]
    : [];
};

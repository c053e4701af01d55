import type {JsonObject} from '../../core/json.ts';
import {objectsAt, textAt, valueAt} from '../model/part.ts';
import {age, type Cell, type Cells, count, name, text, textOr} from './cell.ts';
import {humanDuration} from './human-duration.ts';

const bindingCells: readonly Cell[] = [
  name,
  (binding) => `${textAt(binding, 'roleRef', 'kind')}/${textAt(binding, 'roleRef', 'name')}`,
  age,
  subjects('User', (subject) => textAt(subject, 'name')),
  subjects('Group', (subject) => textAt(subject, 'name')),
  subjects('ServiceAccount', (subject) => `${textAt(subject, 'namespace')}/${textAt(subject, 'name')}`),
];

/** Columns of RBAC, service accounts and certificate requests. */
export const ACCESS_CELLS: Cells = {
  ServiceAccount: [name, count('secrets'), age],
  'RoleBinding.rbac.authorization.k8s.io': bindingCells,
  'ClusterRoleBinding.rbac.authorization.k8s.io': bindingCells,
  'CertificateSigningRequest.certificates.k8s.io': [
    name,
    age,
    textOr('<none>', 'spec', 'signerName'),
    text('spec', 'username'),
    (request) => {
      const seconds = valueAt(request, 'spec', 'expirationSeconds');
      return typeof seconds === 'number' ? humanDuration(seconds * 1000) : '<none>';
    },
    requestState,
  ],
};

function subjects(kind: string, show: (subject: JsonObject) => string): Cell {
  return (binding) =>
    objectsAt(binding, 'subjects')
      .filter((subject) => textAt(subject, 'kind') === kind)
      .map(show)
      .join(', ');
}

/** Returns the state of a request. The status of a condition does not matter, because conditions are only ever added. */
function requestState(request: JsonObject): string {
  const types = new Set(objectsAt(request, 'status', 'conditions').map((condition) => textAt(condition, 'type')));
  const answer = ['Denied', 'Approved'].find((type) => types.has(type)) ?? 'Pending';
  const failed = types.has('Failed') ? ',Failed' : '';
  return `${answer}${failed}${textAt(request, 'status', 'certificate') === '' ? '' : ',Issued'}`;
}

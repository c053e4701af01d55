import type {AddedResource, AddedShared} from '../../../app/shared/add-shared.ts';
import type {RemovedShared} from '../../../app/shared/remove-shared.ts';
import {printable} from '../../printable.ts';

/** Returns the registered external resources, one in each line. */
export const sharedAddText = ({workspace, resources}: AddedShared): string =>
  resources.map((one) => `${printable(`${one.id} ${OUTCOME[one.outcome]} in ${workspace}${uidText(one)}`)}\n`).join('');

const OUTCOME: Readonly<Record<AddedResource['outcome'], string>> = {
  added: 'was registered',
  unchanged: 'is registered already',
  updated: 'was registered again',
};

const uidText = ({type, uid}: AddedResource): string => ` (${type === 'Terraform' ? 'id' : 'uid'} ${uid ?? ''})`;

/** Returns the result of a removal. */
export const sharedRemoveText = ({workspace, id, outcome}: RemovedShared): string =>
  outcome === 'declined'
    ? 'Nothing was changed.\n'
    : `${printable(`The registration of ${id} in ${workspace} was removed. Its object was not changed.`)}\n`;
